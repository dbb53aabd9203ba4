import { expect, it } from "vitest";
import type { Clip, LineInput, LineStation, Recipe } from "~/transit/announcements/model";
import { exampleOf } from "./example";

const station = (serial: number, zh: string): LineStation => ({
  serial,
  staUuid: `s${serial}`,
  code: `${serial}`,
  names: { zh },
  lng: 116,
  lat: 39,
  inRadius: 50,
  outRadius: 50,
  staType: 5,
});
const line: LineInput = {
  classifySid: "c",
  lineNo: "1",
  names: { zh: "1路" },
  isLoop: false,
  directions: [{ direction: 1, stations: ["甲", "乙", "丙", "丁"].map((zh, at) => station(at + 1, zh)), path: [] }],
};
const clip = {
  audioUuid: "k",
  language: "zh",
  text: "到了",
  source: "recorded",
  speaker: 2,
  durationMs: 900,
  format: "mp3",
};
const clips = [{ ...clip, sizeBytes: 1, crc32: 1, sha256: "x" }] as Clip[];
const row = { voiceUse: 1, language: "zh" } as const;
const recipe: Recipe = {
  versionNum: "1",
  slots: [
    { ...row, event: 2, order: 1, part: "station" },
    { ...row, event: 2, order: 2, part: "clip", audioUuid: "k" },
    { ...row, event: 3, voiceUse: 3, order: 1, part: "nextStation" },
  ],
  texts: [{ ...row, event: 5, order: 1, text: "{station} 到了", seconds: 6 }],
  publicNodes: [],
};

it("reads out a line's events, with what the library lacks, and the usual words at the last two stops", () => {
  const rows = exampleOf(line, recipe, clips);
  expect(rows.map(({ event, station: at, inside }) => [event, at, inside.map(({ words }) => words).join("")])).toEqual([
    [1, "甲", ""],
    [2, "乙", "乙到了"],
    [3, "乙", "丙"],
    [4, "丙", "丁"],
    [5, "丁", "丁到了"],
  ]);
  expect(rows[1]!.inside.map(({ audioUuid }) => audioUuid)).toEqual([undefined, "k"]);
  expect(rows[4]!.shown).toEqual([{ text: "丁 到了", seconds: 6 }]);
});

it("has no arrival at the first stop and no plain departure at the last but one", () => {
  expect(exampleOf(line, recipe, clips, 1).map(({ event }) => event)).toEqual([1, 3, 4, 5]);
  expect(exampleOf(line, recipe, clips, 3).map(({ event }) => event)).toEqual([1, 2, 4, 5]);
});
