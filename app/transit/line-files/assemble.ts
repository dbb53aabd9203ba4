import { lineFileLimits } from "~/kit/ground/files/limits";
import { digest, fitting, shortKey } from "./fitting";
import { type LineRecord, readDirection, type Tell } from "./line-record";
import { type FileCounts, type FileDirection, type FileLine, type FileProblem, LineFileError } from "./shape";

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

  private lineOf({ lineKey, lineName, lineRef, interval, sign, doubt, where }: LineRecord) {
    let held = this.lines.get(lineKey);
    if (!held) {
      held = {
        line: {
          key: shortKey(lineKey),
          name: fitting(lineName),
          ref: lineRef && fitting(lineRef),
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
