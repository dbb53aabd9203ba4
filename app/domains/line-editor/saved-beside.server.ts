import type { Direction } from "~/domains/lines/directions";
import type { DirectionDetail, VersionDetail } from "~/domains/line-versions/schema";
import { withEndTypes } from "~/domains/line-versions/sequence/sequence";
import { entriesOf } from "~/domains/line-versions/sequence/sequence-form";
import type { SequenceEntry } from "~/domains/line-versions/version-schema";
import type { Viewer } from "~/kit/data/access/viewer";
import { editedRows } from "./editor.server";
import { placeOf } from "./sequence-place.server";
import { findTyped } from "./unsaved.server";

interface Beside {
  directionName: string;
  /** What is saved with the direction that is edited. */
  saved: { direction: Direction; stationList: SequenceEntry[] }[];
  reason?: string;
  /** Why it cannot be saved yet. */
  left?: string;
}

/** What the person has typed of the other direction and not saved; null where that is nothing. */
export async function findBeside(
  viewer: Viewer,
  version: Pick<VersionDetail, "classifySid" | "versionUuid" | "lineType">,
  other: DirectionDetail | undefined,
): Promise<Beside | null> {
  const typed = other && (await findTyped(viewer, placeOf(version, other)));
  if (!typed) return null;
  const [direction, { directionName }] = [other.direction as Direction, other];
  const left = (words: string) => ({ directionName, saved: [], left: words });
  if (typed.version !== undefined) return left("它的站点在这期间被别人改过，请核对");
  const rows = withEndTypes(typed.rows, direction);
  const { entries, errors } = entriesOf(rows);
  const { problems } = await editedRows(version.lineType, other, rows);
  const wrong = errors[0] ?? problems.find(({ level }) => level === "error");
  if (wrong) return left(`第 ${wrong.row} 站：${wrong.message}`);
  return { directionName, saved: [{ direction, stationList: entries }], reason: typed.reason };
}
