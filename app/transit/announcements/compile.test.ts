import { describe, expect, test } from "vitest";
import { compile } from "./compile";
import {
  clipOf,
  clipsFor,
  compileInput,
  directionOver,
  every,
  lineOf,
  rowOf,
  sampleRecipe,
  straight,
} from "./line.sample";
import { makeNodes } from "./make-nodes";
import type { Clip, CompileInput, LineStation, Node } from "./model";
import { compareVersions } from "./versions";

test("a faultless line compiles without error or warning", () => {
  const { errors, warnings, package: made } = compile(compileInput());
  expect({ errors, warnings }).toEqual({ errors: [], warnings: [] });
  expect(made).toMatchObject({ lineNo: "9", fileVersion: "1.0", voiceVersion: "V1", directions: [{ direction: 1 }] });
  expect(made!.nodes.map(({ event }) => event)).toEqual([1, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 4, 5]);
  expect(made!.clips.map(({ sha256 }) => sha256)).toEqual(made!.clips.map(({ sha256 }) => sha256).sort());
});

const line = lineOf(straight());

function withNode(at: number, change: Partial<Node>): CompileInput {
  return compileInput(line, { nodes: makeNodes(line).map((node, i) => (i === at ? { ...node, ...change } : node)) });
}

function withStation(at: number, change: Partial<LineStation>): CompileInput {
  const [direction] = line.directions;
  const stations = direction!.stations.map((one, i) => (i === at ? { ...one, ...change } : one));
  return compileInput(line, { line: { ...line, directions: [{ ...direction!, stations }] } });
}

const corner: Node = {
  ...makeNodes(line)[3]!,
  nodeUuid: "hand",
  staUuid: undefined,
  staSerial: undefined,
  event: undefined,
};
const long = "字".repeat(201);
const own = (text: string): Partial<Node> => ({ playlists: [{ voiceUse: 1, voiceType: 2, items: [{ text }] }] });

describe("each rule is an error at its node", () => {
  const errorOf: [string, CompileInput, string, RegExp, number?][] = [
    ["a gap in the stations", withStation(3, { serial: 9 }), "directions[0].stations[3].serial", /应为 4/],
    ["a wrong end type", withStation(0, { staType: 5 }), "directions[0].stations[0].staType", /上行起点/],
    ["a down stop among up stops", withStation(2, { staType: 7 }), "directions[0].stations[2].staType", /普通站/],
    ["a gap in the serials", withNode(3, { serial: 40 }), "nodes[3].serial", /序号/, 4],
    ["a node far from the path", withNode(3, { lat: 36.001 }), "nodes[3].lng", /离路径 111 米/, 4],
    ["a distance that falls", withNode(3, { distance: 1 }), "nodes[3].distance", /没有超过前一节点/, 4],
    ["a wrong azimuth", withNode(3, { azimuth: 200 }), "nodes[3].azimuth", /相差 110 度.*90 左右/, 4],
    ["a radius out of bounds", withNode(3, { radius: 501 }), "nodes[3].radius", /10 到 500/, 4],
    ["a speed limit out of bounds", withNode(3, { limitSpeed: 4 }), "nodes[3].limitSpeed", /5 到 120/, 4],
    ["a name left empty", withNode(3, { name: " " }), "nodes[3].name", /名称/, 4],
    ["a station that has gone", withNode(3, { staUuid: "gone" }), "nodes[3].staUuid", /刷新节点/, 4],
    [
      "a node without a sound",
      withNode(3, { staUuid: undefined, staSerial: undefined, event: undefined, use: 7 }),
      "nodes[3].playlists",
      /没有任何播报/,
      4,
    ],
    ["no start", withNode(0, { event: 3 }), "directions[0].nodes", /起点出站/],
    [
      "a silent start",
      compileInput(line, { recipe: { ...sampleRecipe, slots: sampleRecipe.slots.filter(({ event }) => event !== 1) } }),
      "nodes[0].playlists",
      /起点没有起点出站/,
      1,
    ],
    ["a terminus that departs", withNode(13, { event: 3, use: 1 }), "nodes[13].event", /终点站不能有出站/, 14],
    [
      "a terminus with a departure of its own",
      withNode(13, { playlists: [{ voiceUse: 3, voiceType: 2, items: [{ text: "走" }] }] }),
      "nodes[13].playlists",
      /删除它的出站/,
      14,
    ],
    [
      "a clip that is missing",
      compileInput(line, { clips: clipsFor(line).filter(({ text }) => text !== "站1之2") }),
      "nodes[1].playlists",
      /进站内音（普通话）缺少本站“站1之2”/,
      2,
    ],
    [
      "a clip that has left the library",
      compileInput(line, { clips: clipsFor(line).filter(({ text }) => text !== "到了") }),
      "nodes[1].playlists",
      /已不在语音库/,
      2,
    ],
    [
      "a clip whose file differs",
      compileInput(line, {
        clips: clipsFor(line).map((clip) => (clip.text === "站1之2" ? { ...clip, fileSha256: "0" } : clip)),
      }),
      "nodes[0].playlists",
      /不一致/,
      1,
    ],
    [
      "a clip whose file is gone",
      compileInput(line, {
        clips: clipsFor(line).map((clip) => (clip.text === "站1之2" ? { ...clip, fileSha256: null } : clip)),
      }),
      "nodes[0].playlists",
      /已丢失/,
      1,
    ],
    ["a text too long to speak", withNode(3, own(long)), "nodes[3].playlists", /201 个字/, 4],
    ["an empty text", withNode(3, own(" ")), "nodes[3].playlists", /1 到 200/, 4],
    [
      "a text shown too long",
      withNode(3, { texts: [{ language: "zh", text: "好", seconds: 61 }] }),
      "nodes[3].texts",
      /1 到 60 秒/,
      4,
    ],
    [
      "a public phrase without its clip",
      compileInput(line, {
        recipe: {
          ...sampleRecipe,
          publicNodes: [
            {
              nodeUuid: "p",
              name: "让座",
              use: 4,
              texts: [],
              playlists: [{ voiceUse: 1, voiceType: 1, items: [{ audioUuid: "gone" }] }],
            },
          ],
        },
      }),
      "publicNodes[0].playlists",
      /已不在语音库/,
    ],
    [
      "too many bytes",
      compileInput(line, { device: { ...compileInput().device, maxBytes: 1000 } }),
      "clips",
      /超过设备型号的上限/,
    ],
    ["a version too long", compileInput(line, { fileVersion: "12345678901234567" }), "fileVersion", /1 到 16 个/],
    ["a version in Chinese", compileInput(line, { fileVersion: "一" }), "fileVersion", /1 到 16 个/],
    [
      "a version not greater",
      compileInput(line, { fileVersion: "1.9", lastVersion: "1.10" }),
      "fileVersion",
      /没有大于上一版 1.10/,
    ],
    ["no direction", compileInput(lineOf()), "directions", /没有任何方向/],
  ];
  test.each(errorOf)("%s", (_, input, path, message, row) => {
    const { errors, package: made } = compile(input);
    expect(errors).toContainEqual(
      expect.objectContaining({ path, message: expect.stringMatching(message) as string, ...(row && { row }) }),
    );
    expect(made).toBeUndefined();
  });
});

describe("a station's own clip that says another name", () => {
  const old = (more: Partial<Clip> = {}) =>
    clipsFor(line).map((clip) => (clip.text === "站1之2" ? { ...clip, text: "旧站", staUuid: "s1-2", ...more } : clip));

  test("is an error, for a recording and for what was spoken", () => {
    const recorded = compile(compileInput(line, { clips: old() }));
    expect(recorded.package).toBeUndefined();
    expect(recorded.errors).toContainEqual(
      expect.objectContaining({
        path: "nodes[0].playlists",
        row: 1,
        message: expect.stringContaining("下一站叫“站1之2”，录音的文稿是“旧站”") as string,
        otherName: expect.objectContaining({ name: "站1之2", said: "旧站", source: "recorded" }) as object,
      }),
    );
    const spoken = compile(compileInput(line, { clips: old({ source: "spoken" }) }));
    expect(spoken.errors.map(({ message }) => message).join()).toContain("朗读的语音说的是“旧站”，请重新朗读");
  });

  test("is none where a person has said that it is right, and only for that name", () => {
    expect(compile(compileInput(line, { clips: old({ agreed: ["站1之2"] }) })).errors).toEqual([]);
    expect(compile(compileInput(line, { clips: old({ agreed: ["站1之3"] }) })).errors).not.toEqual([]);
  });

  test("gives way to a clip that says the name, though it were recorded and that one spoken", () => {
    const [own] = old().filter(({ text }) => text === "旧站");
    const right = { ...own!, audioUuid: "right", text: "站1之2", source: "spoken" as const, staUuid: undefined };
    const made = compile(compileInput(line, { clips: [...old(), { ...right, sha256: "f".repeat(64) }] }));
    expect(made.errors).toEqual([]);
    expect(made.package!.clips.map(({ sha256 }) => sha256)).toContain("f".repeat(64));
  });
});

describe("warnings let the package be made", () => {
  const warningOf: [string, CompileInput, string, RegExp][] = [
    ["a doubtful azimuth", withNode(3, { azimuth: 140 }), "nodes[3].azimuth", /相差 50 度/],
    ["circles that overlap", withNode(3, { radius: 200 }), "nodes[3].radius", /小于两者半径之和/],
    [
      "words the vehicle speaks",
      compileInput(line, {
        clips: clipsFor(line).filter(({ text }) => text !== "站1之2"),
        device: { ...compileInput().device, speaks: true },
      }),
      "nodes[1].playlists",
      /由车载机朗读/,
    ],
  ];
  test.each(warningOf)("%s", (_, input, path, message) => {
    const { errors, warnings, package: made } = compile(input);
    expect(errors).toEqual([]);
    expect(warnings).toContainEqual(
      expect.objectContaining({ path, message: expect.stringMatching(message) as string }),
    );
    expect(made).toBeDefined();
  });

  test("a stop passed before its turn", () => {
    const back = directionOver(
      [
        [0, 0],
        [1000, 0],
        [1000, 10],
        [200, 10],
        [200, 0],
        [1200, 0],
      ],
      every(900, 0, 2700),
    );
    const { warnings } = compile(compileInput(lineOf(back)));
    expect(warnings.filter(({ message }) => message.includes("模拟"))).toEqual([]);
  });
});

test("a placeholder may be silent, and a node that is not broadcast", () => {
  for (const change of [{ use: 8 as const }, { use: 7 as const, isBroadcast: false }])
    expect(compile(withNode(3, { ...corner, serial: 4, ...change })).errors).toEqual([]);
});

test("a recording is taken before what was spoken, a station's own clip before its name", () => {
  const clips = [
    ...clipsFor(line).filter(({ text }) => text !== "站1之2"),
    clipOf("站1之2", { audioUuid: "spoken", source: "spoken", staUuid: "s1-2", sha256: "1".repeat(64) }),
    clipOf("站 1之2", { audioUuid: "recorded", sha256: "2".repeat(64) }),
  ];
  const made = compile(compileInput(line, { clips })).package!;
  const [first] = made.nodes[1]!.playlists[0]!.items as { clip: number }[];
  expect(made.clips[first!.clip - 1]!.sha256).toBe("2".repeat(64));
});

test("the last but one and the terminus fall back on any other stop", () => {
  const slots = [
    ...rowOf(1, 3, "下一站|{nextStation}"),
    ...rowOf(2, 1, "{station}|到了"),
    ...rowOf(3, 3, "下一站|{nextStation}"),
  ];
  expect(compile(compileInput(line, { recipe: { ...sampleRecipe, slots } })).errors).toEqual([]);
});

test("texts are filled from the stop where they are shown", () => {
  const made = compile(compileInput()).package!;
  expect(made.nodes[2]!.texts).toEqual([{ language: "zh", text: "下一站 站1之3，开往站1之8", seconds: 8 }]);
});

test("versions count their numbers as numbers", () => {
  const rising = ["1", "1.0a", "1.2", "1.9", "1.10", "2", "2026a", "2026b", "V1", "V10"];
  for (let at = 1; at < rising.length; at++) expect(compareVersions(rising[at]!, rising[at - 1]!)).toBeGreaterThan(0);
  expect(compareVersions("1.0", "1.00")).toBe(0);
});
