import { lineFileLimits } from "~/kit/ground/files/limits";
import type { LngLat } from "~/transit/geo/lng-lat";
import { fitting, fittingCode } from "./fitting";
import { removeStrays } from "./points";
import type { FileDirection, FileLine, FileStop } from "./shape";

export interface LineRecord {
  lineName: string;
  lineKey: string;
  lineRef?: string;
  doubt?: string;
  direction?: 1 | 2;
  name?: string;
  from?: string;
  to?: string;
  circular?: boolean;
  hours?: FileDirection["hours"];
  interval?: string;
  sign?: FileLine["sign"];
  services?: FileDirection["services"];
  stops: FileStop[];
  path: LngLat[];
  /** The record word for word, by which repetitions are known; left out: by its stops and path. */
  text?: string;
  record: number;
  /** 第 8 条记录（第 24 行） */
  where: string;
  /** Where the stops and the path stand, where that is another line of the text. */
  stopsWhere?: string;
  pathWhere?: string;
}

export type Tell = (where: string, text: string) => void;

/** A record's direction with what is usable of it; null where nothing is. What is left out is told at its place. */
export function readDirection(record: LineRecord, tell: Tell): FileDirection | null {
  const { lineName, where, pathWhere = where, name, from, to, circular = false, direction, hours, services } = record;
  const stops = usableStops(record, tell);
  const { kept: path, strays } = removeStrays(record.path);
  for (const { at, point, why } of strays)
    tell(pathWhere, `“${lineName}”路径第 ${at} 点 ${point.join(",")} ${why}，已略去此点`);
  if (path.length === 1) tell(pathWhere, `“${lineName}”的路径只有 1 个点，已略去`);
  if (path.length < 2 && stops.length < 2) {
    tell(where, `“${lineName}”没有可用的站点和路径，已略去`);
    return null;
  }
  const isTooLong = path.length > lineFileLimits.pathPoints;
  if (isTooLong)
    tell(pathWhere, `“${lineName}”的路径超过 ${lineFileLimits.pathPoints.toLocaleString("en")} 个点，只保留站点`);
  return {
    name: name && fitting(name, 255),
    from: fitting(from ?? stops[0]?.name ?? "") || undefined,
    to: fitting(to ?? stops.at(-1)?.name ?? "") || undefined,
    circular,
    direction,
    hours,
    services,
    stops,
    path: path.length < 2 || isTooLong ? [] : path,
    record: record.record,
  };
}

function usableStops({ lineName, where, stopsWhere = where, stops: all }: LineRecord, tell: Tell): FileStop[] {
  const { strays } = removeStrays(all.map(({ lng, lat }) => [lng, lat] as const));
  const lost = new Map(strays.map((stray) => [stray.at, stray]));
  const stops = all.filter((stop, index) => {
    const stray = lost.get(index + 1);
    if (stray)
      tell(
        stopsWhere,
        `“${lineName}”第 ${index + 1} 站“${stop.name}”的坐标 ${stray.point.join(",")} ${stray.why}，已略去此站`,
      );
    return !stray;
  });
  if (stops.length <= lineFileLimits.stops)
    return stops.map((stop) => ({
      ...stop,
      name: fitting(stop.name),
      nameEn: stop.nameEn && fitting(stop.nameEn),
      code: stop.code && fittingCode(stop.code),
    }));
  tell(stopsWhere, `“${lineName}”超过 ${lineFileLimits.stops} 站，已略去此方向的站点`);
  return [];
}
