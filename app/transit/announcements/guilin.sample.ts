import { readFile } from "node:fs/promises";
import path from "node:path";
import initSqlJs from "sql.js";
import type { Event, Language, VoiceUse } from "./words";

/** The announcer's templates as rows of a recipe: <nscn> is the stop it comes to, <tscn> the last one, <lcn> the line. */
export const guilinRows: [Event, VoiceUse, row: string, language: Language][] = [
  [1, 3, "欢迎乘坐|{lineName}|开往|{terminus}|下一站|{nextStation}", "zh"],
  [2, 1, "{station}|到了|请从后门下车", "zh"],
  [2, 1, "{station}|arriving", "en"],
  [2, 2, "{lineName}|开往|{terminus}", "zh"],
  [3, 3, "下一站|{nextStation}", "zh"],
  [4, 3, "下一站|终点站|{nextStation}", "zh"],
  [5, 1, "终点站|{station}|到了|请带好随身物品", "zh"],
];
export const phrases = ["欢迎乘坐", "开往", "下一站", "终点站", "到了", "请从后门下车", "请带好随身物品"];

export type AnnouncedStop = [id: number, name: string, nameEn: string];

/** What the announcer plays at each point by its own rules: names joined to phrases by bars, the next stop counted from where it is. */
export function playedBy(line: string, stops: readonly AnnouncedStop[]): string[] {
  const cn = stops.map(([, name]) => name.trim());
  const en = stops.map(([, , name]) => `en:${name.trim()}`);
  const last = cn.length - 1;
  return cn.flatMap((_, at) => {
    const arriving =
      at === last ? `终点站|${cn[at]}|到了|请带好随身物品` : `${cn[at]}|到了|请从后门下车|${en[at]}|en:arriving`;
    const leaving =
      at === 0
        ? `欢迎乘坐|${line}|开往|${cn[last]}|下一站|${cn[1]}`
        : at === last - 1
          ? `下一站|终点站|${cn[last]}`
          : `下一站|${cn[at + 1]}`;
    return [...(at > 0 ? [arriving, `${line}|开往|${cn[last]}`] : []), ...(at < last ? [leaving] : [])];
  });
}

/** The announcer's two databases, and the stops of a line by the announcer's own numbers. */
export async function openGuilin(folder: string) {
  const sql = await initSqlJs();
  const [stationBase, lineBase] = await Promise.all(
    ["station.db", "line.db"].map(async (name) => new sql.Database(await readFile(path.join(folder, name)))),
  );
  const rowsOf = <Row>(base: typeof stationBase, query: string) => base!.exec(query)[0]!.values as Row[];
  const stations = new Map(
    rowsOf<AnnouncedStop>(stationBase, "select id, cnName, enName from station").map((row) => [row[0], row]),
  );
  const lines = rowsOf<[record: number, name: string, up: string, down: string]>(
    lineBase,
    "select id, name, upLineStation, downLineStation from line order by id",
  );
  const stopsOf = (record: number, direction: 1 | 2): AnnouncedStop[] => {
    const [, , up, down] = lines.find(([id]) => id === record)!;
    const ids = ((direction === 1 ? up : down) ?? "").split(" ").filter(Boolean);
    return ids.map((id) => stations.get(Number(id))!);
  };
  return { stationBase: stationBase!, lineBase: lineBase!, lines, stopsOf };
}
