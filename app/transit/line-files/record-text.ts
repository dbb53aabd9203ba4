import { lineFileLimits } from "~/kit/ground/files/limits";
import { LineCollector } from "./assemble";
import { pairOf } from "./points";
import { type FileStop, LineFileError, type LineFile } from "./shape";
import { stopKey } from "./stop-key";
import type { LngLat } from "~/transit/geo/lng-lat";

/** Three lines a record: 线路名(首站-末站) / 站名:经度,纬度 … / 经度,纬度 …; `lines` without line ends. */
export async function readRecordText(lines: AsyncIterable<string>): Promise<LineFile> {
  const found = new LineCollector();
  let held: Line[] = [];
  let number = 0;
  let record = 0;
  for await (const text of lines) {
    number++;
    if (text.trim() === "" && held.length === 0) continue;
    held.push({ text: text.trim(), raw: text, number });
    if (held.length < 3) continue;
    addRecord(found, held as [Line, Line, Line], ++record);
    held = [];
  }
  if (held.some(({ text }) => text !== ""))
    found.tell(`第 ${held[0]!.number} 行`, "文件在一条记录中间结束（每条记录应有三行：名称、站点、折线），已略去");
  if (record === 0) throw new LineFileError("文件里没有完整的记录，每条记录应有三行：名称、站点、折线");
  return { kind: "records", lines: found.finish(), problems: found.problems, counts: found.counts };
}

type Line = { text: string; raw: string; number: number };

function addRecord(
  found: LineCollector,
  [header, stopLine, pathLine]: readonly [Line, Line, Line],
  record: number,
): void {
  const at = ({ number }: Line) => `第 ${record} 条记录（第 ${number} 行）`;
  if (header.text.length > lineFileLimits.rawName)
    return found.tell(at(header), `线路名称超过 ${lineFileLimits.rawName} 个字，已略去此记录`);
  const { lineName, ...named } = nameOf(header.text);
  if (!lineName) return found.tell(at(header), "没有线路名称，已略去此记录");
  const stops = stopsOf(found, stopLine.text, at(stopLine), lineName);
  const path = pathOf(found, pathLine.text, at(pathLine), lineName);
  const { from, to } = endsOf(found, named, stops, { where: at(header), lineName });
  const circular = stops.length > 2 ? stops[0]!.name === stops.at(-1)!.name : from !== undefined && from === to;
  found.add({
    lineName,
    lineKey: `txt:${lineName}`,
    name: header.text,
    from,
    to,
    circular,
    stops,
    path,
    text: [header, stopLine, pathLine].map(({ raw }) => raw).join("\n"),
    record,
    where: at(header),
    stopsWhere: at(stopLine),
    pathWhere: at(pathLine),
  });
}

/** 101路(西湖体育馆-中心站(东)): the last bracket that is not inside another, cut at a dash that is in no bracket of its own. */
function nameOf(text: string): { lineName: string; from?: string; to?: string } {
  const plain = text.replaceAll("（", "(").replaceAll("）", ")");
  if (!plain.endsWith(")")) return { lineName: text.trim() };
  let depth = 0;
  for (let at = plain.length - 1; at >= 0; at--) {
    if (plain[at] === ")") depth++;
    if (plain[at] !== "(" || --depth > 0) continue;
    const inside = text.slice(at + 1, -1);
    const dash = outerDash(inside);
    return dash < 0
      ? { lineName: text.trim() }
      : { lineName: text.slice(0, at).trim(), from: inside.slice(0, dash).trim(), to: inside.slice(dash + 1).trim() };
  }
  return { lineName: text.trim() };
}

/** The ends that the name speaks of; where neither is one of the stops', the name is of another way and the stops count. */
function endsOf(
  found: LineCollector,
  named: { from?: string; to?: string },
  stops: readonly FileStop[],
  { where, lineName }: { where: string; lineName: string },
): { from?: string; to?: string } {
  const [first, last] = [stops[0], stops.at(-1)];
  if (
    !first ||
    !last ||
    !named.from ||
    !named.to ||
    bare(named.from) === bare(first.name) ||
    bare(named.to) === bare(last.name)
  )
    return named;
  found.tell(
    where,
    `“${lineName}”的名称写的是 ${named.from}—${named.to}，站点却是 ${first.name}—${last.name}，按站点导入，请核对`,
  );
  return { from: first.name, to: last.name };
}

/** A station's name without what is put in brackets behind it. */
const bare = (name: string) => name.normalize("NFKC").replace(/\(.*\)|\s/g, "");

function outerDash(text: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if ("(（".includes(text[at]!)) depth++;
    else if (")）".includes(text[at]!)) depth--;
    else if (depth === 0 && /[-—–]/.test(text[at]!)) return at;
  }
  return -1;
}

function stopsOf(found: LineCollector, text: string, where: string, lineName: string): FileStop[] {
  return partsOf(text).flatMap((part, index) => {
    if (part === "") return [];
    const colon = Math.max(part.lastIndexOf(":"), part.lastIndexOf("："));
    const point = colon > 0 ? pairOf(part.slice(colon + 1)) : null;
    if (!point) {
      found.tell(where, `“${lineName}”第 ${index + 1} 站“${part.slice(0, 40)}”应写作 站名:经度,纬度，已略去此站`);
      return [];
    }
    const name = part.slice(0, colon);
    if (name.length > lineFileLimits.rawName) {
      found.tell(where, `“${lineName}”第 ${index + 1} 站的站名超过 ${lineFileLimits.rawName} 个字，已略去此站`);
      return [];
    }
    return [{ key: stopKey("TXT", name, point), name, lng: point[0], lat: point[1] }];
  });
}

function partsOf(text: string): string[] {
  const parts: string[] = [];
  for (const part of text.split(/\s+/)) {
    if (/^[:：]/.test(part) && parts.length > 0) parts[parts.length - 1] += part;
    else parts.push(part);
  }
  return parts;
}

function pathOf(found: LineCollector, text: string, where: string, lineName: string): LngLat[] {
  const unreadable: number[] = [];
  const path = text.split(/\s+/).flatMap((part, index) => {
    if (part === "") return [];
    const point = pairOf(part);
    if (!point) unreadable.push(index + 1);
    return point ? [point] : [];
  });
  if (unreadable.length > 0)
    found.tell(
      where,
      `“${lineName}”路径中有 ${unreadable.length} 个点读不出坐标（第 ${unreadable.slice(0, 5).join("、")} 个${unreadable.length > 5 ? " …" : ""}），已略去`,
    );
  return path.slice(0, lineFileLimits.pathPoints + 1);
}
