import { describe, expect, it } from "vitest";
import { hoursOf, lineNameOf, terminalsOf } from "./line-names";
import type { RouteRelation } from "./route-relation";

const route = (facts: Partial<RouteRelation>) =>
  ({
    ref: "",
    name: "",
    from: "",
    to: "",
    network: "",
    operator: "",
    masterRef: "",
    masterName: "",
    ...facts,
  }) as RouteRelation;

describe("line names", () => {
  it.each([
    [{ ref: "438", name: "438路:永丰公交场站 -> 二里庄" }, "438路"],
    [{ ref: "438", name: "公交438路: A=>B" }, "438路"],
    [{ ref: "438", name: "北京公交438路：A=>B" }, "438路"],
    [{ ref: "438", name: "市公交 438路", network: "市公交" }, "438路"],
    [{ ref: "919快", name: "919路快车:德胜门西 -> 延庆" }, "919路快车"],
    [{ ref: "夜4", name: "夜4路:清河 -> 大观园" }, "夜4路"],
    [{ ref: "632", name: "Bus 632", masterName: "Bus 632" }, "632路"],
    [{ ref: "M280", name: "M280" }, "M280路"],
    [{ name: "m229" }, "m229路"],
    [{ ref: "B1", name: "Bus B1: Foo => Bar" }, "B1路"],
    [{ ref: "机场快线", name: "" }, "机场快线"],
    [{ ref: "夜4" }, "夜4路"],
    [{ masterRef: "7", name: "" }, "7路"],
    [{ name: "通勤班车 (南线)" }, "通勤班车 (南线)"],
    [{}, ""],
  ] as [Partial<RouteRelation>, string][])("%o is %s", (facts, expected) => {
    expect(lineNameOf([route(facts)])).toBe(expected);
  });

  it("are at most 64 characters", () => {
    expect(lineNameOf([route({ name: "长".repeat(200) })])).toHaveLength(64);
  });
});

describe("ends of a route", () => {
  it.each([
    [{ from: "甲", to: "乙" }, "甲", "乙"],
    [{ name: "438路: 甲 => 乙" }, "甲", "乙"],
    [{ name: "438路:甲 -> 乙" }, "甲", "乙"],
    [{ name: "438路:甲→丙→乙" }, "甲", "乙"],
    [{ name: "438路: 甲—乙" }, "甲", "乙"],
    [{ name: "438路(甲-->乙)" }, "甲", "乙"],
    [{ name: "438路" }, "", ""],
    [{ name: "438路: 环线" }, "", ""],
    [{ name: "438路: 甲 => 乙", to: "丁" }, "甲", "丁"],
  ])("%o", (facts, from, to) => {
    expect(terminalsOf(route(facts))).toEqual({ from, to });
  });
});

describe("first and last departure", () => {
  it.each([
    ["Mo-Su 05:15-21:00", { first: "05:15", last: "21:00" }],
    ["05:15-21:00", { first: "05:15", last: "21:00" }],
    ["5:15-21:00", { first: "05:15", last: "21:00" }],
    ["Mo-Su,PH 05:15-25:30", { first: "05:15", last: "25:30" }],
    ["Mo-Su 00:00-04:50,23:20-24:00", { first: "23:20", last: "04:50" }],
    ["Mo-Su 05:45-06:00;17:00-21:00", null],
    ["Mo-Fr 05:15-21:00; Sa off", null],
    ["06:30-12:30; Apr 01-Nov 15:06:00-12:30", null],
    ["", null],
  ])("%s", (hours, expected) => {
    expect(hoursOf(hours)).toEqual(expected);
  });
});
