import { describe, expect, it } from "vitest";
import { dateInZone, greeting, workDate } from "./operator-time";

const at = (time: string) => new Date(`2026-05-01T${time}:00+08:00`);

describe("the operator's time", () => {
  it.each([
    ["00:00", "早上好"],
    ["11:59", "早上好"],
    ["12:00", "下午好"],
    ["17:59", "下午好"],
    ["18:00", "晚上好"],
    ["23:59", "晚上好"],
  ])("greets at %s with %s", (time, words) => {
    expect(greeting(at(time), "Asia/Shanghai")).toBe(words);
  });

  it("is that of the operator's zone", () => {
    expect(greeting(at("13:00"), "Europe/London")).toBe("早上好");
    expect([dateInZone(at("00:30"), "Asia/Shanghai"), dateInZone(at("00:30"), "UTC")]).toEqual([
      "2026-05-01",
      "2026-04-30",
    ]);
  });

  it("has a work date that begins D011 minutes late", () => {
    expect([
      workDate(at("02:59"), 180, "Asia/Shanghai"),
      workDate(at("03:00"), 180, "Asia/Shanghai"),
      workDate(at("02:59"), 0, "Asia/Shanghai"),
    ]).toEqual(["2026-04-30", "2026-05-01", "2026-05-01"]);
  });
});
