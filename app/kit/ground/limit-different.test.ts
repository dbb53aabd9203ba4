import { afterEach, expect, it, vi } from "vitest";
import { limitDifferent } from "./limit-different";

afterEach(() => void vi.useRealTimers());

it("lets a caller name so many different things in a time, each as often as they like, and others beside them", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const isWithin = limitDifferent({ most: 2, withinMs: 1000 });
  const named = (caller: string, ...names: string[]) => names.map((name) => isWithin(caller, name));
  expect(named("a", "1", "2", "3", "1", "2")).toEqual([true, true, false, true, true]);
  expect(named("b", "3")).toEqual([true]);
  vi.advanceTimersByTime(999);
  expect(named("a", "3", "1")).toEqual([false, true]);
  vi.advanceTimersByTime(2);
  expect(named("a", "3", "4", "5")).toEqual([true, true, false]);
});
