import { describe, expect, it } from "vitest";
import { type Group, laneHeight, layOut, namesWidth, packed, type Span, spanInWords } from "./timeline";
import { rangeAsked } from "./timeline-range";

const at = (day: string) => Date.parse(day);
const span = (label: string, from: string, to: string | null, tone: Span["tone"] = "main"): Span => ({
  label,
  from: at(from),
  to: to === null ? null : at(to),
  tone,
});
const year = { from: at("2026-01-01"), to: at("2027-01-01") };
const devices = (count: number): Group => ({
  title: "设备",
  lanes: Array.from({ length: count }, (_, n) => ({
    title: `车载机 ${n}`,
    spans: [span(`SB${n}`, "2026-02-01", null, "plain")],
  })),
});

describe("the timeline of a bus", () => {
  it("cuts what reaches beyond the range, leaves out what lies outside, and lets what still holds reach to now", () => {
    const lines: Group = {
      title: "线路",
      lanes: [
        {
          title: "主线路",
          spans: [
            span("1路", "2020-01-01", "2026-07-02"),
            span("2路", "2026-07-02", null),
            span("早先", "2019-01-01", "2020-01-01"),
          ],
        },
      ],
    };
    const state: Group = {
      title: "状态",
      lanes: [{ title: "车辆状态", spans: [span("正常", "2025-01-01", null, "good")] }],
    };
    const { bars, now, groups } = layOut([lines, state, { title: "设备", lanes: [] }], year, at("2026-07-02"));
    expect(groups.map(({ title }) => title)).toEqual(["线路", "状态"]);
    expect(bars.map(({ label }) => label)).toEqual(["1路", "2路", "正常"]);
    const middle = namesWidth + (100 - namesWidth) * (182 / 365);
    expect(now).toBeCloseTo(middle, 5);
    expect([bars[0]!.x, bars[0]!.width]).toEqual([namesWidth, expect.closeTo(middle - namesWidth, 5)]);
    expect([bars[1]!.x, bars[1]!.x + bars[1]!.width]).toEqual([expect.closeTo(middle, 5), expect.closeTo(100, 5)]);
    expect(bars[2]!.x + bars[2]!.width).toBeCloseTo(middle, 5);
    expect(bars[0]!.title).toBe("1路 2020-01-01 至 2026-07-01");
  });

  it.each([1, 30])("gives each of %i devices a row of its own, none over another", (count) => {
    const { bars, lanes, height, groups } = layOut([devices(count)], year, at("2026-12-01"));
    expect(new Set(bars.map(({ y }) => y)).size).toBe(count);
    expect(lanes.at(-1)!.y + laneHeight).toBeLessThanOrEqual(height);
    expect(groups[0]!.height).toBe(count * laneHeight);
    for (const { x, width } of bars) expect([x >= namesWidth, x + width <= 100]).toEqual([true, true]);
  });

  it("keeps a day in ten years visible and inside, without letters", () => {
    const { bars } = layOut(
      [{ title: "线路", lanes: [{ title: "主线路", spans: [span("加班", "2025-12-31", "2026-01-01")] }] }],
      { from: at("2016-01-01"), to: at("2026-01-01") },
      at("2026-06-01"),
    );
    expect(bars[0]).toMatchObject({ named: false });
    expect(bars[0]!.width).toBeGreaterThan(0.3);
    expect(bars[0]!.x + bars[0]!.width).toBeLessThanOrEqual(100);
  });

  it.each([
    ["2026-03-01", "2026-03-29", ["03-01", "03-08", "03-15", "03-22"]],
    ["2026-01-01", "2026-07-01", ["2026-01", "2026-02", "2026-03", "2026-04", "2026-05", "2026-06"]],
    [
      "2020-06-01",
      "2026-06-01",
      [
        "2020-07",
        "2021-01",
        "2021-07",
        "2022-01",
        "2022-07",
        "2023-01",
        "2023-07",
        "2024-01",
        "2024-07",
        "2025-01",
        "2025-07",
        "2026-01",
      ],
    ],
    ["1990-06-01", "2026-06-01", ["1995", "2000", "2005", "2010", "2015", "2020", "2025"]],
  ])("names about a dozen days of %s to %s", (from, to, labels) => {
    expect(layOut([], { from: at(from), to: at(to) }, 0).ticks.map(({ label }) => label)).toEqual(labels);
  });

  it("packs spans into as few rows as do not overlap", () => {
    const rows = packed("其他线路", [
      span("二", "2026-02-01", "2026-04-01"),
      span("一", "2026-01-01", "2026-03-01"),
      span("三", "2026-03-01", null),
      span("四", "2026-05-01", null),
    ]);
    expect(rows.map(({ spans }) => spans.map(({ label }) => label))).toEqual([
      ["一", "三"],
      ["二", "四"],
    ]);
  });

  it("says spans in words", () => {
    expect([spanInWords(span("", "2026-01-01", "2026-02-01")), spanInWords(span("", "2026-01-01", null))]).toEqual([
      "2026-01-01 至 2026-01-31",
      "2026-01-01 至 今",
    ]);
  });

  it.each([
    ["", "2025-11-22", "2026-11-21", undefined],
    ["from=2026-01-01&to=2026-01-01", "2026-01-01", "2026-01-01", undefined],
    ["from=2026-02-01&to=2026-01-01", "2025-11-22", "2026-11-21", "结束日期不能早于开始日期"],
    ["from=昨天", "2025-11-22", "2026-11-21", "请输入日期，例如 2026-05-01"],
    ["from=2026-02-30&to=x", "2025-11-22", "2026-11-21", "请输入日期，例如 2026-05-01"],
    ["from=1900-01-01", "2025-11-22", "2026-11-21", "一次最多显示 40 年"],
  ])("reads the range that ?%s asks for", (query, first, last, fault) => {
    expect(rangeAsked(new URLSearchParams(query), "2026-11-21")).toMatchObject({
      first,
      last,
      ...(fault && { fault }),
    });
  });
});
