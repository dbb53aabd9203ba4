import { describe, expect, it } from "vitest";
import { compile } from "./compile";
import { completeness } from "./completeness";
import { describeTrack } from "./describe-package";
import { drivenPath } from "./driven-path";
import { compileInput, lineOf, sampleRecipe, straight } from "./line.sample";
import { makeNodes } from "./make-nodes";
import type { Node, PublicNode } from "./model";
import type { NodeExtra } from "./node-extra";
import { simulateDrive } from "./simulate-drive";

const line = lineOf(straight());
const made = makeNodes(line);
const way = drivenPath(line.directions[0]!);
const playlists: Node["playlists"] = [{ voiceUse: 3, voiceType: 1, items: [{ audioUuid: "a:到了" }] }];

/** An advert between the second and the third stop. */
function advert(extra: NodeExtra, more: Partial<Node> = {}): Node[] {
  const at = made.findIndex(({ distance }) => distance > 440);
  const { lng, lat } = [...simulateDrive(way)].find(({ distance }) => distance >= 440)!;
  const node: Node = {
    nodeUuid: "advert",
    direction: 1,
    serial: at + 1,
    use: 5,
    name: "广告",
    lng,
    lat,
    azimuth: made[at]!.azimuth,
    radius: 30,
    distance: 440,
    isBroadcast: true,
    isReport: false,
    extra,
    playlists,
    texts: [],
    ...more,
  };
  return [...made.slice(0, at), node, ...made.slice(at).map((one) => ({ ...one, serial: one.serial + 1 }))];
}

const publicNode = (extra: NodeExtra): PublicNode => ({
  nodeUuid: "public",
  name: "请让座",
  use: 4,
  extra,
  playlists,
  texts: [],
});

describe("an advert", () => {
  it.each([
    ["2026-11-21", "的结束日期 2026-11-21 已过", "errors"],
    ["2026-11-22", "只播报到 2026-11-22", "warnings"],
    ["2027-01-31", "只播报到 2027-01-31", "warnings"],
  ] as const)("that ends on %s is told of", (endDate, words, where) => {
    const found = compile(compileInput(line, { nodes: advert({ endDate }) }))[where];
    const fault = found.find(({ path }) => path.endsWith("extra.endDate"));
    expect(fault?.message).toContain(words);
    const publicNodes = [publicNode({ endDate })];
    const everywhere = compile(compileInput(line, { recipe: { ...sampleRecipe, publicNodes } }))[where];
    expect(everywhere.find(({ path }) => path === "publicNodes[0].extra.endDate")?.message).toContain(words);
  });

  it("that is not broadcast, or has no end, is not", () => {
    const ended = compile(compileInput(line, { nodes: advert({ endDate: "2020-01-01" }, { isBroadcast: false }) }));
    expect([ended.errors, ended.warnings]).toEqual([[], []]);
    expect(compile(compileInput(line, { nodes: advert({ repeat: "2" }) })).warnings).toEqual([]);
  });

  it("takes as long as it is played", () => {
    const seconds = (extra: NodeExtra) =>
      completeness(line, advert(extra), sampleRecipe, compileInput(line).clips).find(({ name }) => name === "广告")!
        .totalSeconds;
    expect(seconds({ repeat: "3" })).toBeCloseTo(3 * seconds({}), 1);
  });

  it("is heard on its days and at its hours, however it is driven past", () => {
    const { package: compiled } = compile(
      compileInput(line, {
        nodes: advert({ beginDate: "2026-12-01", endDate: "2026-12-31", beginTime: "07:00", endTime: "09:00" }),
      }),
    );
    const heardOn = (day: string) => {
      const begun = Date.parse(`${day}+08:00`) / 1000;
      const fixes = [...simulateDrive(way)].map((fix) => ({ ...fix, time: begun + fix.time }));
      return describeTrack(compiled!, fixes, "Asia/Shanghai").some((words) => words.includes("广告"));
    };
    expect(
      ["2026-11-30T08:00", "2026-12-01T06:50", "2026-12-01T07:30", "2026-12-31T08:50", "2026-12-31T09:10"].map(heardOn),
    ).toEqual([false, false, true, true, false]);
    expect(heardOn("2027-01-01T08:00")).toBe(false);
    expect(describeTrack(compiled!, [...simulateDrive(way)], "Asia/Shanghai").join()).toContain("广告");
  });
});

describe("a limit", () => {
  it("that is typed in its type's column is the node's", () => {
    const { package: compiled } = compile(
      compileInput(line, { nodes: advert({ limitValue: "30", zoneLength: "120" }, { use: 2, name: "限速" }) }),
    );
    expect(compiled!.nodes.find(({ name }) => name === "限速")?.limitSpeed).toBe(30);
  });

  it("that says two things is refused", () => {
    const { errors } = compile(
      compileInput(line, { nodes: advert({ limitValue: "30" }, { use: 2, name: "限速", limitSpeed: 40 }) }),
    );
    expect(errors.map(({ message }) => message)).toEqual(["“限速”的限速是 40，限速值却是 30 公里/时，请改成一样"]);
  });
});
