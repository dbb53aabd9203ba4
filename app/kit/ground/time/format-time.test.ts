import fc from "fast-check";
import { expect, it } from "vitest";
import { formatTime } from "./format-time";

const zones = ["Asia/Shanghai", "UTC", "Europe/London", "America/St_Johns", "Australia/Lord_Howe", "Asia/Kathmandu"];

it("a moment is written as the zone's clock shows it, on days when that changes too", () => {
  const moments = fc.date({
    min: new Date("1890-01-01T00:00Z"),
    max: new Date("2060-01-01T00:00Z"),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(fc.constantFrom(...zones), moments, (timeZone, at) => {
      const clock = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "short", timeZone });
      expect(formatTime(at, timeZone)).toBe(clock.format(at));
    }),
    { numRuns: 2000 },
  );
  expect(["2026-03-29T00:59:59Z", "2026-03-29T01:00:00Z"].map((at) => formatTime(at, "Europe/London"))).toEqual([
    "2026-03-29 00:59",
    "2026-03-29 02:00",
  ]);
  expect(() => formatTime("not a time", "UTC")).toThrow(RangeError);
});
