import type { Viewer } from "~/kit/data/access/viewer";
import type { Conflict } from "~/kit/ground/problem";
import { drawingOf, type GoneVersion, pictureOf } from "~/domains/line-versions/queries.server";
import type { DirectionDetail, VersionDetail } from "~/domains/line-versions/schema";
import { asideOf } from "~/domains/line-versions/sequence/sequence-form";
import { pathOfSide } from "./map-conflict";
import type { MapForm } from "./map-form";
import { type MapTyped, shownMap } from "./page.server";
import { finderAfter, type FinderAnswer } from "./picked-stations.server";
import type { faultsOf } from "./save.server";

export type MapFaults = ReturnType<typeof faultsOf>;

interface EditedDirection {
  version: Omit<VersionDetail, "directions">;
  one: DirectionDetail;
  gone: GoneVersion | null;
}

/** The editor again as it is after a button, or with what keeps it from being saved. */
export async function editedMap(
  viewer: Viewer,
  { version, one, gone }: EditedDirection,
  sent: MapForm,
  changed: MapTyped & Partial<FinderAnswer>,
  button: string,
  faults?: MapFaults,
) {
  const shown = await shownMap(viewer, version, one, changed);
  const { from, to, reason } = sent;
  return {
    ...shown,
    problems: faults?.problems.length
      ? [...faults.problems, ...shown.problems.filter(({ level }) => level !== "error")]
      : shown.problems,
    errors: [...shown.errors, ...(faults?.errors ?? [])],
    from,
    to,
    reason,
    finder: await finderAfter(viewer, sent, changed, button),
    notice: changed.notice ?? null,
    version: gone ? (version.version ?? 0) : (asideOf(sent).version ?? 0),
    unsaved: true,
    unread: shown.errors.length > 0,
    confirm: Boolean(faults?.errors.some(({ field }) => field === "moves") || sent.acknowledged),
    acknowledged: Boolean(sent.acknowledged),
  };
}

export const bothPaths = (viewer: Viewer, one: DirectionDetail, { mine, theirs }: Conflict) =>
  pictureOf(viewer, {
    ...drawingOf(one),
    path: pathOfSide(mine),
    otherPath: pathOfSide(theirs),
    breaks: [],
    doubtful: [],
  });
