import type { Viewer } from "~/kit/data/access/viewer";
import type { Conflict } from "~/kit/ground/problem";
import { buttonAfter } from "~/kit/page/forms/row-buttons";
import type { Direction } from "~/domains/lines/directions";
import { editedRows, withOffers } from "./editor.server";
import { offerForOpen } from "./finder/offer-stations.server";
import { shownFinder } from "./finder/press-finder.server";
import { findOpposites } from "~/domains/stations/queries.server";
import { type GoneVersion, leavingStations } from "~/domains/line-versions/queries.server";
import type { DirectionDetail, VersionDetail } from "~/domains/line-versions/schema";
import type { SequenceProblem } from "~/domains/line-versions/sequence/sequence-check";
import {
  asideOf,
  isOpen,
  mirrored,
  type SequenceTyped,
  type TypedRow,
  typedRows,
} from "~/domains/line-versions/sequence/sequence-form";
import { placeOf } from "./sequence-place.server";
import { findUnsaved, keepUnsaved } from "./unsaved.server";

export const calledIn = (directions: readonly DirectionDetail[]) =>
  directions.flatMap(({ stationList }) => stationList.map(({ staUuid }) => staUuid));

interface Here {
  directions: readonly DirectionDetail[];
  one: DirectionDetail;
  version: Omit<VersionDetail, "directions">;
}

export async function editedSequence(
  viewer: Viewer,
  { directions, one, version }: Here,
  typed: SequenceTyped,
  button: string,
  refused: SequenceProblem[],
) {
  await keepUnsaved(viewer, placeOf(version, one), typed);
  const { at, version: began } = asideOf(typed);
  const { rows, problems } = await withOffers(viewer, await editedRows(version.lineType, one, typed.rows));
  const leaving = await leavingStations(viewer, version.classifySid, [
    ...calledIn(directions.filter((each) => each !== one)),
    ...typed.rows.flatMap(({ staUuid }) => staUuid ?? []),
  ]);
  const look = button === "find" || (button !== "save" && Boolean(typed.find?.trim()));
  const open = button === "pick" ? rows.findIndex(isOpen) : -1;
  return {
    rows,
    problems: refused.length > 0 ? refused : problems,
    finder: await shownFinder(viewer, button === "find" ? { ...typed, picks: [] } : typed, typed.rows, at, look),
    view: typed.view,
    reason: typed.reason,
    version: began,
    leaving,
    focus: open < 0 ? buttonAfter(button, rows.length) : `seek:${open + 1}`,
  };
}

/** The rows with the station that alone can be meant by a row's text, where there is one. */
export async function soughtRows(viewer: Viewer, rows: readonly TypedRow[], serial: number): Promise<TypedRow[]> {
  const found = (await offerForOpen(viewer, rows)).get(serial - 1) ?? [];
  const [only] = found.length === 1 ? found : [];
  return rows.map(({ asked, ...row }, at) =>
    only && at === serial - 1 ? { ...row, staUuid: only.staUuid } : { ...row, asked },
  );
}

/** The rows of the other direction, as they were typed last, driven back. */
export async function mirrorOf(
  viewer: Viewer,
  version: Here["version"],
  other: DirectionDetail | undefined,
  direction: Direction,
): Promise<TypedRow[]> {
  if (!other) return [];
  const rows = (await findUnsaved(viewer, placeOf(version, other)))?.rows ?? typedRows(other.stationList);
  const opposites = await findOpposites(rows.flatMap(({ staUuid }) => staUuid ?? []));
  return mirrored(rows, new Map([...opposites].map(([own, { staUuid }]) => [own, staUuid])), direction);
}

/** The conflict as far as this page's form goes: the rows of its direction. */
export function conflictOf(
  { original, mine, theirs, ...rest }: Conflict,
  direction: Direction,
  gone: GoneVersion | null,
) {
  const rows = (side: Record<string, unknown>) => ({ rows: side[`stations${direction}`] });
  const notice = gone && {
    title: "这份草稿已不存在",
    change: `${gone.words}。您填写的内容还没有保存：按选择保存，会存为一份新的草稿。`,
    theirsLabel: "现在代替它的",
  };
  return { ...rest, ...notice, original: rows(original), mine: rows(mine), theirs: rows(theirs) };
}
