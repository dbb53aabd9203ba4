import { readFile } from "node:fs/promises";
import path from "node:path";
import initSqlJs from "sql.js";
import { expect, test } from "vitest";
import { measured, realData } from "../../../tests/real-data";
import { readAnnouncer } from "~/transit/line-files/announcer";
import type { FileStop } from "~/transit/line-files/shape";
import { compile } from "./compile";
import { clipOf, compileInput, lineOf, rowOf } from "./line.sample";
import { makeNodes } from "./make-nodes";
import type { CompiledItem, CompiledLine, LineDirection, Recipe } from "./model";

const guilin = realData("bus-lines-guilin", "every playlist of Guilin");

/** The announcer's templates as a recipe: <nscn> is the stop it comes to, <tscn> the last one, <lcn> the line. */
const recipe: Recipe = {
  versionNum: "guilin",
  slots: [
    ...rowOf(1, 3, "欢迎乘坐|{lineName}|开往|{terminus}|下一站|{nextStation}"),
    ...rowOf(2, 1, "{station}|到了|请从后门下车"),
    ...rowOf(2, 1, "{station}|arriving", "en"),
    ...rowOf(2, 2, "{lineName}|开往|{terminus}"),
    ...rowOf(3, 3, "下一站|{nextStation}"),
    ...rowOf(4, 3, "下一站|终点站|{nextStation}"),
    ...rowOf(5, 1, "终点站|{station}|到了|请带好随身物品"),
  ],
  texts: [],
  publicNodes: [],
};
const phrases = ["欢迎乘坐", "开往", "下一站", "终点站", "到了", "请从后门下车", "请带好随身物品"];

type Row = [id: number, name: string, nameEn: string];

/** What the announcer plays at each point by its own rules: names joined to phrases by bars, the next stop counted from where it is. */
function playedBy(line: string, stops: readonly Row[]): string[] {
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

function directionOf(stops: readonly FileStop[], direction: 1 | 2): LineDirection {
  const stations = stops.map(({ key, name, nameEn, lng, lat }, at): LineDirection["stations"][number] => ({
    ...{
      serial: at + 1,
      staUuid: key,
      code: key,
      names: { zh: name, en: nameEn?.trim() },
      lng,
      lat,
      inRadius: 50,
      outRadius: 30,
    },
    staType: at === 0 ? 2 * direction - 1 : at === stops.length - 1 ? 2 * direction : 5,
  }));
  return { direction, stations, path: [] };
}

/** Clips lie in a folder of their language. */
function heardAs({ language, text }: { language: string; text: string }): string {
  return language === "en" ? `en:${text}` : text;
}

/** A clip or, where the library lacks it, the words to speak. */
function wordsOf(made: CompiledLine, item: CompiledItem): string {
  return "text" in item ? `(${item.text})` : heardAs(made.clips[item.clip - 1]!);
}

test.skipIf(!guilin)("every playlist of Guilin is what its announcer plays", async () => {
  const sql = await initSqlJs();
  const [stationBase, lineBase] = await Promise.all(
    ["station.db", "line.db"].map(async (name) => new sql.Database(await readFile(path.join(guilin!, name)))),
  );
  const rows = new Map(
    (stationBase!.exec("select id, cnName, enName from station")[0]!.values as Row[]).map((row) => [row[0], row]),
  );
  const sequences = new Map(
    (
      lineBase!.exec("select id, upLineStation, downLineStation from line")[0]!.values as [number, string, string][]
    ).flatMap(([id, up, down]) => [
      [`${id} 1`, up],
      [`${id} 2`, down],
    ]),
  );
  const figures = { lines: 0, directions: 0, nodes: 0, playlists: 0, spoken: 0 };
  for (const { name, directions, doubt } of readAnnouncer(stationBase!, lineBase!).lines) {
    // A railway, whose far stations the reader leaves out and says so.
    if (doubt) continue;
    figures.lines++;
    for (const { stops, direction, record } of directions) {
      if (stops.length < 3) continue;
      const line = { ...lineOf(directionOf(stops, direction!)), lineNo: name, names: { zh: name, en: name } };
      const stationNames = line.directions[0]!.stations.map(({ names }) => names);
      const recorded = stationNames.filter((_, at) => at % 2 === 0).map(({ zh }) => zh!);
      const clips = [
        ...[...new Set([...phrases, ...recorded, name])].map((text) => clipOf(text)),
        clipOf("arriving", { language: "en" }),
        ...[...new Set(stationNames.map(({ en }) => en!))].map((text) =>
          clipOf(text, { language: "en", audioUuid: `en:${text}` }),
        ),
      ];
      const nodes = makeNodes(line);
      const device = { ...compileInput().device, speaks: true };
      const { package: made, errors } = compile(compileInput(line, { recipe, clips, nodes, device }));
      expect(
        errors.filter(({ message }) => !/没有超过前一节点/.test(message)),
        name,
      ).toEqual([]);
      const has = new Set(clips.map(heardAs));
      const ids = sequences.get(`${record} ${direction}`)!.split(" ").map(Number);
      const wanted = playedBy(
        name,
        ids.map((id) => rows.get(id)!),
      ).map((row) =>
        row
          .split("|")
          .map((word) => (has.has(word) ? word : `(${word})`))
          .join("|"),
      );
      const played = made!.nodes.flatMap(({ playlists }) =>
        playlists.map(({ items }) => items.map((item) => wordsOf(made!, item)).join("|")),
      );
      expect(played, `${name} ${direction}`).toEqual(wanted);
      figures.directions++;
      figures.nodes += made!.nodes.length;
      figures.playlists += played.length;
      figures.spoken += made!.nodes.flatMap(({ playlists }) =>
        playlists.flatMap(({ items }) => items.filter((item) => "text" in item)),
      ).length;
    }
  }
  measured("Guilin announced", figures);
  expect(figures.directions).toBeGreaterThan(50);
});
