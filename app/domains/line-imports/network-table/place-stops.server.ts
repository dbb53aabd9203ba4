import { clearFirst, rankInTurn } from "~/domains/line-editor/queries.server";
import { stationsCalled } from "~/domains/stations/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { groupBy } from "~/kit/ground/group-by";
import { createYielder } from "~/kit/ground/yield-regularly";
import { type FileCrs, fromFile, toFile } from "~/transit/geo/file-crs";
import type { FileDirection, FileLine, FileProblem, FileStop, LineFile } from "~/transit/line-files/shape";
import { idKey } from "~/transit/line-files/stop-key";
import { bareName, spellings } from "../stations/match";

/** A station that a stop may be; one whose place the file gives has no number here. */
interface PlacedCandidate {
  staUuid: string;
  staSelfCode?: string;
  staName?: string;
  azimuth: number | null;
  lng: number;
  lat: number;
}

const isWhole = ({ name, lng, lat }: FileStop) => name !== "" && !Number.isNaN(lng + lat);

/** Gives the stops that a table names without a place, or by number alone, the stored station that they mean: by number, else the one of that name that fits the stations before and after best. What means none is left out and told. */
export async function placeStops(
  viewer: Viewer,
  file: LineFile,
  crs: FileCrs,
): Promise<{ placed: LineFile; unplaced: FileProblem[] }> {
  const stops = file.lines.flatMap(({ directions }) => directions.flatMap((one) => one.stops));
  const wanted = stops.filter((stop) => !isWhole(stop));
  if (wanted.length === 0) return { placed: file, unplaced: [] };
  const stored = await stationsCalled(viewer, {
    numbers: wanted.flatMap(({ code }) => code ?? []),
    names: [...new Set(wanted.flatMap(({ name }) => (name ? spellings(name) : [])))],
  });
  const byNumber = new Map(stored.map((one) => [one.staSelfCode, one]));
  const byName = groupBy(stored, ({ staName }) => bareName(staName));
  const candidatesOf = (stop: FileStop): PlacedCandidate[] => {
    if (isWhole(stop)) {
      const [lng, lat] = fromFile([[stop.lng, stop.lat]], crs)[0]!;
      return [{ staUuid: stop.key, azimuth: null, lng, lat }];
    }
    const numbered = stop.code === undefined ? undefined : byNumber.get(stop.code);
    return numbered ? [numbered] : stop.name ? (byName.get(bareName(stop.name)) ?? []) : [];
  };
  const turn = createYielder();
  const unplaced: FileProblem[] = [];
  const lines: FileLine[] = [];
  for (const line of file.lines) {
    await turn();
    const tell = (where: string, text: string) => unplaced.push({ where, text: `“${line.name}”${text}` });
    lines.push({ ...line, directions: line.directions.map((one) => placeDirection(one, { candidatesOf, crs, tell })) });
  }
  return { placed: { ...file, lines }, unplaced };
}

interface StopPlacingOptions {
  candidatesOf(stop: FileStop): PlacedCandidate[];
  crs: FileCrs;
  tell(where: string, text: string): void;
}

function placeDirection(direction: FileDirection, { candidatesOf, crs, tell }: StopPlacingOptions): FileDirection {
  const where = `第 ${direction.record} 行起`;
  const offered = direction.stops.map((stop, at) => ({ stop, at, candidates: candidatesOf(stop) }));
  for (const { stop, at, candidates } of offered)
    if (candidates.length === 0)
      tell(
        where,
        `第 ${at + 1} 站“${stop.name || stop.code}”：${stop.code && !stop.name ? "没有这个编号的站点" : "站点库里没有这个站点，文件也没有坐标"}，已略去此站`,
      );
  const known = offered.filter(({ candidates }) => candidates.length > 0);
  const ranked = rankInTurn(
    undefined,
    known.map(({ candidates }) => candidates),
  );
  const stops = known.map(({ stop, at: place }, at): FileStop => {
    const { staSelfCode, staName, lng, lat } = ranked[at]![0]!.stop;
    if (!clearFirst(ranked[at]!))
      tell(where, `第 ${place + 1} 站“${stop.name}”有 ${ranked[at]!.length} 个同名站点，取了 ${staSelfCode}，请核对`);
    if (isWhole(stop) || staSelfCode === undefined) return stop;
    const [x, y] = toFile([[lng, lat]], crs)[0]!;
    return { ...stop, key: idKey("TB", staSelfCode), name: staName!, code: staSelfCode, lng: x, lat: y };
  });
  const circular = direction.circular || (stops.length > 2 && stops[0]!.key === stops.at(-1)!.key);
  return { ...direction, stops, circular, from: stops[0]?.name, to: stops.at(-1)?.name };
}
