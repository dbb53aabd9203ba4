import { describe, expect, it } from "vitest";
import type { StationEntry } from "../stations/station-entry";
import { withMeantPlaces } from "./mend-places";

const at = (row: number, staSelfCode: string, point: readonly [number, number] | null) =>
  ({ row, staSelfCode, point }) as StationEntry;

describe("places of a table", () => {
  it("at 0,0 are none, or those of the same number elsewhere; turned ones are turned back; all are told once", () => {
    const { entries, told } = withMeantPlaces([
      at(2, "A", [0, 0]),
      at(3, "A", [118.4, 28.4]),
      at(4, "", [0, 0.0005]),
      at(5, "B", [28.5, 118.5]),
      at(6, "C", null),
    ]);
    expect(entries.map(({ point }) => point)).toEqual([[118.4, 28.4], [118.4, 28.4], null, [118.5, 28.5], null]);
    expect(told.map(({ where, text }) => `${where} ${text}`)).toEqual([
      "第 2 行 坐标是 0,0，按没有坐标处理（这样的有 2 行）",
      "第 5 行 经度和纬度写反了，已对调",
      "第 2 行 没有坐标，取自表中同一编号的另一行",
    ]);
  });

  it("outside of China and in metres stay as they are", () => {
    const { entries, told } = withMeantPlaces([at(2, "", [14.2, 40.8]), at(3, "", [13182000, 3297000])]);
    expect(entries.map(({ point }) => point)).toEqual([
      [14.2, 40.8],
      [13182000, 3297000],
    ]);
    expect(told).toEqual([]);
  });
});
