import { expect, it } from "vitest";
import { layOut } from "./timeline";

const planned = (days: string[]) =>
  days.map((validFrom, at) => ({
    versionUuid: String(at),
    standing: "planned" as const,
    validFrom,
    validTo: days[at + 1] ?? null,
    plannedFor: null,
  }));

it("keeps near and far days apart, and leaves no wide gap before a plan of next week", () => {
  const { ticks } = layOut(planned(["2026-01-01", "2026-11-30", "2027-11-22"]), "2026-11-23");
  const apart = ticks.slice(1).map(({ x }, at) => x - ticks[at]!.x);
  expect(Math.min(...apart)).toBeGreaterThan(5);
  expect(layOut(planned(["2026-11-30"]), "2026-11-23").ticks.at(-1)!.x).toBeLessThan(20);
});

it("sets dates that lie close on lines of their own, above the bars", () => {
  const { ticks, barTop } = layOut(
    planned(["2026-01-01", "2026-12-07", "2026-12-21", "2026-12-30", "2026-12-31", "9999-12-31"]),
    "2026-11-22",
  );
  for (const [at, one] of ticks.entries()) {
    expect(one.y).toBeLessThan(barTop);
    for (const other of ticks.slice(0, at))
      if (one.x - other.x < 9) expect(one.y, `${other.label} ${one.label}`).toBeGreaterThan(other.y);
  }
  expect(layOut(planned(["2026-01-01", "2026-06-01"]), "2026-03-01").ticks.map(({ y }) => y)).toEqual([14, 14, 14]);
});
