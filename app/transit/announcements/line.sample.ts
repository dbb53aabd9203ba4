import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { planeAround } from "~/transit/geo/plane";
import { distancesAlong } from "~/transit/geo/path";
import { defaultMaxBytes } from "./compile";
import { makeNodes } from "./make-nodes";
import type { Clip, CompileInput, LineDirection, LineInput, Recipe, RecipeSlot } from "./model";
import type { Event, Language } from "./words";

type Corner = readonly [east: number, north: number];

const plane = planeAround([117, 36]);

/** A direction over corners in metres, with stops at metres along it or a number of stops a gap apart. */
export function directionOver(
  corners: readonly Corner[],
  stops: readonly number[],
  direction: 1 | 2 = 1,
  station: Partial<LineDirection["stations"][number]> = {},
): LineDirection {
  const points = corners.map(([east, north]) => plane.back(east, north));
  const distances = distancesAlong(points);
  const path = points.map(([lng, lat], at) => ({ lng, lat, distance: distances[at]! }));
  return {
    direction,
    path,
    stations: stops.map((metres, at) => {
      const [lng, lat] = placeOver(corners, metres);
      const last = at === stops.length - 1;
      return {
        serial: at + 1,
        staUuid: `s${direction}-${at + 1}`,
        code: `D${direction}${at + 1}`,
        lng,
        lat,
        names: { zh: `站${direction}之${at + 1}`, en: `Stop ${direction} ${at + 1}` },
        inRadius: 50,
        outRadius: 30,
        staType: (at === 0 ? 1 : last ? 2 : 5) + (direction === 2 && (at === 0 || last) ? 2 : 0),
        ...station,
      };
    }),
  };
}

function placeOver(corners: readonly Corner[], metres: number): readonly [number, number] {
  let left = metres;
  for (let at = 1; at < corners.length; at++) {
    const [a, b] = [corners[at - 1]!, corners[at]!];
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    if (left <= length || at === corners.length - 1) {
      const share = Math.min(1, left / length);
      return plane.back(a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]));
    }
    left -= length;
  }
  throw new Error("no corners");
}

export function lineOf(...directions: LineDirection[]): LineInput {
  return { classifySid: "c1", lineNo: "9", names: { zh: "9路", en: "Route 9" }, isLoop: false, directions };
}

export function every(gap: number, from: number, to: number): number[] {
  return Array.from({ length: Math.floor((to - from) / gap) + 1 }, (_, at) => from + at * gap);
}

export function clipOf(text: string, more: Partial<Clip> = {}): Clip {
  const bytes = clipBytes(text);
  return {
    audioUuid: `a:${text}`,
    language: "zh",
    text,
    source: "recorded",
    speaker: 0,
    durationMs: 1500,
    format: "mp3",
    sizeBytes: bytes.length,
    crc32: crc32(bytes),
    sha256: createHash("sha256").update(bytes).digest("hex"),
    ...more,
  };
}

export function clipBytes(text: string): Buffer {
  return Buffer.from(`clip of ${text} `.repeat(20));
}

/** Slots of one row: words are a clip, a part in braces is a slot. */
export function rowOf(event: Event, voiceUse: 1 | 2 | 3 | 4, row: string, language: Language = "zh"): RecipeSlot[] {
  return row.split("|").map((word, at): RecipeSlot => {
    const part = /^\{(\w+)\}$/.exec(word)?.[1] as RecipeSlot["part"] | undefined;
    const common = { event, voiceUse, language, order: at + 1 };
    return part ? { ...common, part } : { ...common, part: "clip", audioUuid: `a:${word}` };
  });
}

export const sampleRecipe: Recipe = {
  versionNum: "V1",
  slots: [
    ...rowOf(1, 3, "欢迎乘坐|{lineName}|开往|{terminus}|下一站|{nextStation}"),
    ...rowOf(2, 1, "{station}|到了"),
    ...rowOf(2, 2, "{lineName}|开往|{terminus}"),
    ...rowOf(3, 3, "下一站|{nextStation}"),
    ...rowOf(4, 3, "下一站|终点站|{nextStation}"),
    ...rowOf(5, 1, "终点站|{station}|到了"),
  ],
  texts: [{ event: 3, voiceUse: 3, language: "zh", order: 1, text: "下一站 {next}，开往{terminus}", seconds: 8 }],
  publicNodes: [],
};

const samplePhrases = ["欢迎乘坐", "开往", "下一站", "终点站", "到了", "9路"];

export function clipsFor(line: LineInput): Clip[] {
  const names = line.directions.flatMap(({ stations }) => stations.map(({ names }) => names.zh!));
  return [...new Set([...samplePhrases, ...names])].map((text) => clipOf(text));
}

export const straight = (stops = every(300, 0, 2100)) =>
  directionOver(
    [
      [0, 0],
      [2100, 0],
    ],
    stops,
  );

export function compileInput(line: LineInput = lineOf(straight()), more: Partial<CompileInput> = {}): CompileInput {
  return {
    line,
    recipe: sampleRecipe,
    nodes: makeNodes(line),
    clips: clipsFor(line),
    device: { packageFormat: "bus-line-file/1", charset: "UTF-8", maxBytes: defaultMaxBytes, speaks: false },
    fileVersion: "1.0",
    created: "2026-11-22 20:00:00",
    today: "2026-11-22",
    ...more,
  };
}
