import { roadsForMap } from "~/domains/roads/queries.server";
import { findAnyVersion, type Variant, variantsOf, versionsOf } from "~/domains/line-versions/queries.server";
import { lineOptions } from "~/domains/lines/queries.server";
import { type DirectionDetail, type VersionDetail } from "~/domains/line-versions/schema";
import { draftInWords, labelOf, standingInWords, standings } from "~/domains/lines/schema";
import type { Viewer } from "~/kit/data/access/viewer";
import type { MapStation } from "~/kit/page/map/line-drawing";
import { boxOf, type LngLat } from "~/transit/geo/lng-lat";
import { type AlignedRow, alignStations } from "./align";
import { differencesOf } from "./differences";
import { splitPath } from "./split-paths";

type Station = DirectionDetail["stationList"][number];

/** A row of the table: `mark` is the number of a station on the map that only one side has, or both elsewhere. */
export interface ComparedRow extends AlignedRow<Station> {
  differences: string[];
  mark?: number;
}

export async function compareVersions(viewer: Viewer, a: string, b: string) {
  const [left, right] = await Promise.all([findAnyVersion(viewer, a), findAnyVersion(viewer, b)]);
  const directions = left.directions.length >= right.directions.length ? left.directions : right.directions;
  const compared = directions.map(({ direction, directionName }) => ({
    direction,
    directionName,
    ...sides(directionIn(left, direction), directionIn(right, direction)),
  }));
  const box = boxOf(
    [...left.directions, ...right.directions].flatMap(({ path, stationList }) => [
      ...path,
      ...stationList.map(({ lng, lat }): LngLat => [lng, lat]),
    ]),
  );
  return {
    left: headOf(left),
    right: headOf(right),
    directions: compared,
    roads: box ? await roadsForMap(viewer, box, { width: 640, height: 520 }) : [],
  };
}

const directionIn = ({ directions }: VersionDetail, direction: number) =>
  directions.find((one) => one.direction === direction);

function headOf({ directions: _directions, ...version }: VersionDetail) {
  return { ...version, versionUuid: version.versionUuid!, standing: standingInWords(version) };
}

function sides(left: DirectionDetail | undefined, right: DirectionDetail | undefined) {
  const marks = new Map<string, MapStation>();
  const rows = alignStations(left?.stationList ?? [], right?.stationList ?? []).map((row): ComparedRow => {
    if (row.left && row.right) return { ...row, differences: differencesOf(row.left, row.right) };
    const { staUuid, staName, lng, lat, gone } = (row.left ?? row.right)!;
    if (!gone && !marks.has(staUuid)) marks.set(staUuid, { serial: marks.size + 1, staName, lng, lat });
    return { ...row, differences: [], mark: marks.get(staUuid)?.serial };
  });
  const [a, b] = [left?.path ?? [], right?.path ?? []];
  const { apart: onlyLeft, common } = splitPath(a, b);
  return {
    rows,
    stations: [...marks.values()],
    left: figures(left),
    right: figures(right),
    onlyLeft,
    onlyRight: splitPath(b, a).apart,
    common,
  };
}

const figures = (one: DirectionDetail | undefined) => ({
  stations: one?.stationList.length ?? 0,
  mileage: one?.pathMileage ?? null,
});

/** The line that a text finds (of that name, else the first) and the versions of its variants to choose from, in words. */
export async function versionsToCompare(
  viewer: Viewer,
  text: string,
): Promise<{ line: string; found: boolean; versions: { value: string; label: string }[] }> {
  const lines = text ? await lineOptions(viewer, { keyword: text }) : [];
  const line = lines.find(({ lineName }) => lineName === text) ?? lines[0];
  return line
    ? { line: line.lineName, found: true, versions: await versionChoices(viewer, line.lineUuid) }
    : { line: text, found: false, versions: [] };
}

async function versionChoices(viewer: Viewer, lineUuid: string): Promise<{ value: string; label: string }[]> {
  const variants = await variantsOf(viewer, lineUuid);
  const lists = await Promise.all(
    variants.map(async (variant) => (await versionsOf(variant.classifySid)).map((version) => ({ variant, version }))),
  );
  return lists
    .flat()
    .map(({ variant, version }) => ({ value: version.versionUuid, label: choiceText(variant, version) }));
}

function choiceText(
  { classifyName }: Variant,
  { standing, validFrom, plannedFor }: Awaited<ReturnType<typeof versionsOf>>[number],
): string {
  return `${classifyName} ${standing === "draft" ? draftInWords(plannedFor) : `${labelOf(standings, standing)} ${validFrom} 起`}`;
}
