import { expect, test } from "vitest";
import { measured, realData } from "../../../tests/kit/real-data";
import { readAnnouncer } from "~/transit/line-files/announcer";
import type { FileStop } from "~/transit/line-files/shape";
import { compile } from "./compile";
import { guilinRows, openGuilin, phrases, playedBy } from "./guilin.sample";
import { clipOf, compileInput, lineOf, rowOf } from "./line.sample";
import { makeNodes } from "./make-nodes";
import type { CompiledItem, CompiledLine, LineDirection, Recipe } from "./model";

const guilin = realData("bus-lines-guilin", "every playlist of Guilin");

const recipe: Recipe = {
  versionNum: "guilin",
  slots: guilinRows.flatMap(([event, voiceUse, row, language]) => rowOf(event, voiceUse, row, language)),
  texts: [],
  publicNodes: [],
};

function directionOf(stops: readonly FileStop[], direction: 1 | 2): LineDirection {
  const stations = stops.map(({ key, name, nameEn, lng, lat }, at): LineDirection["stations"][number] => ({
    serial: at + 1,
    staUuid: key,
    code: key,
    names: { zh: name, en: nameEn?.trim() },
    lng,
    lat,
    inRadius: 50,
    outRadius: 30,
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
  const { stationBase, lineBase, stopsOf } = await openGuilin(guilin!);
  const figures = { lines: 0, directions: 0, nodes: 0, playlists: 0, spoken: 0 };
  for (const { name, directions, doubt } of readAnnouncer(stationBase, lineBase).lines) {
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
      const wanted = playedBy(name, stopsOf(record!, direction!)).map((row) =>
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
