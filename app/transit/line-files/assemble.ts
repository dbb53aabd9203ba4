import { lineFileLimits } from "~/kit/ground/files/limits";
import { digest, fitting, shortKey, fittingCode } from "./fitting";
import {
  type FileCounts,
  type FileDirection,
  type FileLine,
  type FileProblem,
  LineFileError,
  type FileStop,
} from "./shape";
import type { LngLat } from "~/transit/geo/lng-lat";
import { removeStrays } from "./points";

/** Puts records together to lines by their key, without repetitions word for word, and says everything that is wrong at its record; of two with the same stops the faultless one goes first. */
export class LineCollector {
  private readonly lines = new Map<
    string,
    { line: FileLine; seen: Set<string>; byStops: Map<string, { at: number; faulty: boolean; where: string }> }
  >();
  readonly problems: FileProblem[] = [];
  readonly counts: FileCounts = { records: 0, duplicates: 0, alike: 0 };
  private points = 0;
  private problemCount = 0;

  add({ path, ...rest }: LineRecord): void {
    // One point more than is kept is enough to know that there are too many.
    const record = { ...rest, path: path.slice(0, lineFileLimits.pathPoints + 1) };
    if (++this.counts.records > lineFileLimits.records)
      throw new LineFileError(`记录超过 ${lineFileLimits.records.toLocaleString("en")} 条，请把文件分成几个再上传`);
    if ((this.points += path.length + record.stops.length) > lineFileLimits.points)
      throw new LineFileError(`坐标点超过 ${lineFileLimits.points.toLocaleString("en")} 个，请把文件分成几个再上传`);
    const held = this.lineOf(record);
    const whole = digest(record.text ?? JSON.stringify([record.stops, record.path, record.direction]));
    if (held.seen.has(whole)) {
      this.counts.duplicates++;
      return;
    }
    held.seen.add(whole);
    const before = this.problemCount;
    const direction = readDirection(record, this.tell);
    if (!direction) return;
    const faulty = this.problemCount > before;
    const calls = digest(JSON.stringify([record.direction, direction.stops.map(({ name }) => name)]));
    const twin = direction.stops.length > 0 ? held.byStops.get(calls) : undefined;
    if (!twin) {
      held.byStops.set(calls, { at: held.line.directions.length, faulty, where: record.where });
      held.line.directions.push(direction);
      return;
    }
    this.counts.alike++;
    const first = held.line.directions[twin.at]!;
    const better = twin.faulty && !faulty;
    held.line.directions.push(better ? first : direction);
    if (better) held.line.directions[twin.at] = direction;
    this.tell(
      record.where,
      `“${record.lineName}”与${twin.where}的${comparedWith(first, direction)}，两条都保留：${better ? `本条没有错误，排在前面，${twin.where}` : "本条"}作为副分类`,
    );
    if (better) Object.assign(twin, { faulty, where: record.where });
  }

  readonly tell: Tell = (where, text) => {
    if (++this.problemCount < lineFileLimits.problems) this.problems.push({ where, text });
  };

  finish(): FileLine[] {
    const unlisted = this.problemCount - this.problems.length;
    if (unlisted > 0) this.problems.push({ where: "", text: `其余 ${unlisted} 处问题没有列出，请先改正以上的` });
    return [...this.lines.values()].map(({ line }) => line).filter(({ directions }) => directions.length > 0);
  }

  private lineOf({ lineKey, lineName, lineRef, company, price, interval, sign, doubt, where }: LineRecord) {
    let held = this.lines.get(lineKey);
    if (!held) {
      held = {
        line: {
          key: shortKey(lineKey),
          name: fitting(lineName),
          ref: lineRef && fitting(lineRef),
          company,
          price,
          interval,
          sign,
          doubt,
          directions: [],
        },
        seen: new Set(),
        byStops: new Map(),
      };
      this.lines.set(lineKey, held);
      if ([...lineName].length > lineFileLimits.name)
        this.tell(where, `线路名称超过 ${lineFileLimits.name} 个字，已截短`);
      if (doubt) this.tell(where, `“${lineName}”${doubt}`);
    }
    return held;
  }
}

function comparedWith(first: FileDirection, second: FileDirection): string {
  if (String(first.path) !== String(second.path)) return "站点相同、路径不同";
  return JSON.stringify(first.stops) === JSON.stringify(second.stops)
    ? "站点、路径都相同，只是文字略有不同"
    : "站名相同、位置不同";
}

interface LineRecord {
  lineName: string;
  lineKey: string;
  lineRef?: string;
  company?: string;
  price?: string;
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

type Tell = (where: string, text: string) => void;

/** A record's direction with what is usable of it; null where nothing is. What is left out is told at its place. */
function readDirection(record: LineRecord, tell: Tell): FileDirection | null {
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
