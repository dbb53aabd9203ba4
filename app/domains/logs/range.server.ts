import { addDays } from "~/kit/ground/time/days";
import { today } from "~/kit/ground/time/today.server";
import { longest, type Range } from "./range";

/** The last seven days where none are given; from a day on, until today or for a year. */
export function rangeOf({ from, to }: Partial<Range>): Range {
  if (from && to) return { from, to };
  if (!from) return { from: addDays(to ?? today(), -6), to: to ?? today() };
  const [now, last] = [today(), addDays(from, longest - 1)];
  return { from, to: now < from ? from : now < last ? now : last };
}
