import type { RecordChange } from "~/kit/page/screens/differences";
import { directionName, type DirectionView } from "~/domains/parameters/schema";
import { FILE_CRS_LABELS, type FileCrs } from "~/transit/geo/file-crs";
import { labelOf, pathSources, standings, versionInWords } from "~/domains/lines/choices";
import { type Direction, directionsOf } from "~/domains/lines/directions";
import { paramsInWords } from "../params/params-in-words";
import type { RunningParams } from "../params/running-params";
import { changesInWords, type CallAtStation, stationChanges } from "./differences";

interface KeptPath {
  mileage: number;
  source: string;
  points?: unknown[];
}

interface VersionSide extends Record<string, unknown> {
  standing?: string;
  params?: RunningParams | null;
  timetable?: Record<number, string>;
  directions?: { direction: number; rows: CallAtStation[]; path: KeptPath | null }[];
}

interface VersionChange {
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  classifyName: string | null;
  sortType: number | null;
}

type InWords = NonNullable<RecordChange["said"]>;

export function changeInWords<C extends VersionChange & { part: string }>(
  change: C,
  lineType: number,
  view: DirectionView,
): C & { said?: InWords; about?: string } {
  const both = (words: (kept: VersionSide, direction: string) => Record<string, unknown>) => {
    const of = (kept: VersionSide | null) =>
      kept && words(kept, directionName(lineType, kept["direction"] as Direction, view));
    return { ...change, before: of(change.before), after: of(change.after) };
  };
  if (change.part === "standby")
    return both((kept, direction) => ({ standby: `${direction} ${change.classifyName}`, remark: kept["remark"] }));
  if (change.part === "reference") return both(referenceInWords);
  if (change.part !== "version") return change;
  return {
    ...both((kept) => ({
      ...fieldsOf(kept, change.classifyName, paramsInWords(kept.params, lineType, view)),
      timetable: describeTimetable(kept, lineType, view),
    })),
    said: describeDirections(change, lineType, view),
    about: aboutOf(change),
  };
}

/** The version by its days as they were before. */
function aboutOf({ before, after, classifyName, sortType }: VersionChange): string {
  const kept = before ?? after;
  const named = versionInWords({
    validFrom: (kept?.["validFrom"] as string | null) ?? null,
    plannedFor: ((kept?.["plannedFor"] ?? after?.["plannedFor"]) as string | null) ?? null,
  });
  return sortType === 2 ? `${classifyName}，${named}` : named;
}

function describeDirections(
  { before, after }: { before: VersionSide | null; after: VersionSide | null },
  lineType: number,
  view: DirectionView,
): InWords {
  const described = ([1, 2] as const).flatMap((direction) => {
    const [old, now] = [before, after].map((kept) => kept?.directions?.find((one) => one.direction === direction));
    const name = directionName(lineType, direction, view);
    return [
      { label: `${name}站点`, words: describeStations(old?.rows ?? [], now?.rows ?? [], after === null) },
      { label: `${name}路径`, words: after === null ? "" : describePath(old?.path ?? null, now?.path ?? null) },
    ];
  });
  return described.filter(({ words }) => words !== "");
}

function referenceInWords(
  { referenceName, fileName, crs, coords }: Record<string, unknown>,
  direction: string,
): Record<string, unknown> {
  const points = Array.isArray(coords) ? coords.length / 2 : 0;
  return {
    reference: `${direction} ${String(referenceName)}，${points} 个点${fileName ? `，文件 ${String(fileName)}` : ""}`,
    referenceCrs: FILE_CRS_LABELS[crs as FileCrs],
  };
}

function fieldsOf(kept: VersionSide, classifyName: string | null, params: unknown): Record<string, unknown> {
  return {
    classifyName,
    params,
    standing: labelOf(standings, kept.standing),
    validFrom: kept["validFrom"],
    validTo: kept["validTo"],
    plannedFor: kept["plannedFor"],
    check: kept["check"],
    review: kept["review"],
  };
}

function describeTimetable({ timetable }: VersionSide, lineType: number, view: DirectionView): string | undefined {
  const described = directionsOf(lineType, view).map((one) => `${one.directionName} ${timetable?.[one.direction]}`);
  return timetable && described.join("；");
}

function describeStations(before: readonly CallAtStation[], after: readonly CallAtStation[], deleted: boolean): string {
  const [first, last] = [after, before].map(
    (rows) => `${rows.length} 站：${rows[0]?.staName ?? ""}—${rows.at(-1)?.staName ?? ""}`,
  );
  if (deleted) return before.length > 0 ? `删除时 ${last}` : "";
  if (before.length === 0) return after.length > 0 ? first! : "";
  return after.length === 0 ? `清空（原 ${last}）` : changesInWords(stationChanges(before, after));
}

function describePath(before: KeptPath | null, after: KeptPath | null): string {
  const words = (path: KeptPath | null) =>
    path
      ? `${path.mileage.toFixed(3)} 公里${path.points ? `、${path.points.length} 点` : ""}（${labelOf(pathSources, path.source)}）`
      : "没有路径";
  const redrawn = before?.points && after?.points && JSON.stringify(before.points) !== JSON.stringify(after.points);
  if (before?.mileage === after?.mileage && before?.source === after?.source && !redrawn) return "";
  return before ? `${words(before)} → ${words(after)}` : words(after);
}
