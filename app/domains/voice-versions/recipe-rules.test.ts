import { describe, expect, it } from "vitest";
import type { Slot } from "./recipe";
import { emptyRows, type KnownClip, partFault, partsOf, placeFault, textFault } from "./recipe-rules";
import { withoutSame } from "./recipe-words";

const clip = (change: Partial<KnownClip> = {}): KnownClip => ({
  audioName: "到了",
  language: "zh",
  speaker: 2,
  isValid: true,
  ...change,
});
const clips = new Map([
  ["a", clip()],
  ["music", clip({ audioName: "提示音", language: "other" })],
  ["outside", clip({ audioName: "车外", speaker: 1 })],
  ["english", clip({ audioName: "Arriving", language: "en" })],
  ["off", clip({ isValid: false })],
]);

describe("what a row of the recipe may hold", () => {
  it("is said by the loudspeakers of its event", () => {
    expect([1, 3, 4].map((event) => placeFault({ event: event as 1, voiceUse: 3 }))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(placeFault({ event: 5, voiceUse: 2 })).toBeUndefined();
    expect(placeFault({ event: 5, voiceUse: 3 })).toBe("终点进站只用进站内音和进站外音");
    expect(placeFault({ event: 1, voiceUse: 1 })).toBe("起点出站只用出站内音和出站外音");
  });

  it("has no next station behind the terminus", () => {
    expect(partsOf(4)).toContain("nextStation");
    expect(partsOf(5)).not.toContain("nextStation");
    const place = { event: 5, voiceUse: 1, language: "zh" } as const;
    expect(partFault(place, { part: "nextStation" }, clips)).toBe("终点进站没有下一站");
    expect(partFault(place, { part: "station" }, clips)).toBeUndefined();
  });

  it("takes clips of its language and loudspeaker, and music in any", () => {
    const inside = { event: 2, voiceUse: 1, language: "zh" } as const;
    const said = (audioUuid: string | undefined, place = inside as never) =>
      partFault(place, { part: "clip", audioUuid }, clips);
    expect([said("a"), said("music")]).toEqual([undefined, undefined]);
    expect(said("outside")).toBe("语音“车外”只用于车外喇叭");
    expect(said("outside", { ...inside, voiceUse: 2 } as never)).toBeUndefined();
    expect(said("english")).toBe("语音“Arriving”是英语，这一行是普通话");
    expect([said("off"), said("gone"), said(undefined)]).toEqual([
      "语音“到了”已停用，请重新选择",
      "语音不存在或已删除，请重新选择",
      "请选择语音",
    ]);
    expect(partFault(inside, { part: "station", audioUuid: "a" }, clips)).toBe("本站不带语音，请去掉");
  });

  it("shows texts with the names that it knows", () => {
    expect(textFault(3, "{line} 下一站 {next}，终点 {terminus}，本站 {station}")).toBeUndefined();
    expect(textFault(5, "下一站 {next}")).toBe("终点进站没有下一站，不能用 {next}");
    expect(textFault(3, "下一站 {nxt}")).toContain("没有占位词 {nxt}");
    expect(textFault(3, "下一站 {next")).toBe("花括号没有成对");
    expect(textFault(3, "{toString}")).toContain("没有占位词");
  });

  it("is missed where nothing stands in for it", () => {
    const at = (event: number) => ({ event, voiceUse: event === 2 || event === 5 ? 1 : 3, language: "zh" }) as never;
    expect(emptyRows([], ["zh"])).toHaveLength(5);
    expect(emptyRows([at(2), at(3)], ["zh"])).toEqual([{ event: 1, voiceUse: 3, language: "zh" }]);
  });
});

it("tells of a change the rows that differ, whatever keys their links have", () => {
  const slot = (event: number, order: number, part: string, linkUuid: string) =>
    ({ linkUuid, event, voiceUse: event === 2 ? 1 : 3, language: "zh", order, part, audioUuid: null }) as Slot;
  const before = {
    versionName: "甲",
    slots: [slot(2, 1, "station", "a"), slot(3, 1, "nextStation", "b")],
    texts: [],
    nodes: [],
  };
  const after = {
    versionName: "甲",
    slots: [slot(2, 1, "station", "c"), slot(3, 1, "terminus", "d")],
    texts: [],
    nodes: [],
  };
  const told = withoutSame({ before, after });
  expect([told.before, told.after]).toMatchObject([
    { slots: [{ event: 3, part: "nextStation" }] },
    { slots: [{ event: 3, part: "terminus" }] },
  ]);
  expect([(told.before as typeof before).slots.length, (told.after as typeof after).slots.length]).toEqual([1, 1]);
  expect(withoutSame({ before: null, after })).toEqual({ before: null, after });
});
