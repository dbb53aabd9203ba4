import { afterEach, expect, it, vi } from "vitest";
import { limitRate } from "./limit-rate";

afterEach(() => void vi.useRealTimers());

it("lets a caller through so often at once, others beside it, and again as time goes on", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const isWithin = limitRate({ atOnce: 3, perSecond: 0.5 });
  const times = (caller: string, count: number) => Array.from({ length: count }, () => isWithin(caller));
  expect(times("a", 5)).toEqual([true, true, true, false, false]);
  expect(isWithin("b")).toBe(true);
  vi.advanceTimersByTime(1999);
  expect(isWithin("a")).toBe(false);
  vi.advanceTimersByTime(2);
  expect(times("a", 2)).toEqual([true, false]);
  vi.advanceTimersByTime(60_000);
  expect(times("a", 4)).toEqual([true, true, true, false]);
});

it("stays within its room however many callers there are, and keeps those that are limited", () => {
  const isWithin = limitRate({ atOnce: 2, perSecond: 0.001 });
  for (let caller = 0; caller < 20_000; caller++) isWithin(String(caller));
  isWithin("last");
  isWithin("last");
  expect(isWithin("last")).toBe(false);
});
