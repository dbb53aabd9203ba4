import { describe, expect, it } from "vitest";
import type { LineStation } from "~/transit/announcements/model";
import { nameChanges, pathChanges, stationChanges } from "./describe-changes";

const call = (staUuid: string, changes: Partial<LineStation> = {}): LineStation => ({
  serial: 1,
  staUuid,
  code: staUuid,
  names: { zh: `${staUuid}站`, en: staUuid },
  lng: 116,
  lat: 39,
  inRadius: 50,
  outRadius: 30,
  staType: 5,
  ...changes,
});
const line = (...stations: LineStation[]) => ({
  names: { zh: "环1路" },
  directions: [{ direction: 1 as const, stations, path: [{ lng: 116, lat: 39, distance: 0 }] }],
});
const ring = line(call("甲", { staType: 1 }), call("乙"), call("丙"), call("甲", { staType: 2 }));

describe("what is not as it was", () => {
  it("is nothing of the same line, though a station is called at twice", () => {
    expect([stationChanges(ring, ring), nameChanges(ring, ring), pathChanges(ring, ring)]).toEqual([[], [], []]);
  });

  it("is told of stations that came and went, and of their order", () => {
    const [a, b, c, d] = ring.directions[0]!.stations as [LineStation, LineStation, LineStation, LineStation];
    expect(stationChanges(ring, line(a, c, b, d))).toEqual(["上行站序改变"]);
    expect(stationChanges(ring, line(a, call("丁"), b, d))).toEqual(["上行新增 丁站", "上行取消 丙站"]);
    expect(stationChanges(ring, line(a, { ...b, limitSpeed: 30 }, c, d))).toEqual([
      "上行改了半径、方位角、限速或类型 乙站",
    ]);
  });

  it("is told of names once each, in both languages, and of the line's", () => {
    const renamed = line(
      ...ring.directions[0]!.stations.map((one) => ({ ...one, names: { zh: "新", en: one.names.en } })),
    );
    expect(nameChanges(ring, { ...renamed, names: { zh: "环2路" } })).toEqual([
      "线路名 环1路 → 环2路",
      "甲站 → 新",
      "乙站 → 新",
      "丙站 → 新",
    ]);
    expect(nameChanges(ring, line(call("甲", { names: { zh: "甲站" } })))).toEqual(["甲 → （空）"]);
  });
});
