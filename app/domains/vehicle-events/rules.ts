import type { FenceRow } from "~/domains/fences/room";
import { addDays } from "~/kit/ground/time/days";
import type { LngLat } from "~/transit/geo/lng-lat";
import type { Shape } from "~/transit/geo/shape";
import { clockInZone, dateInZone } from "~/kit/ground/time/operator-time";

export interface WatchedFence {
  fenceUuid: string;
  shape: Shape;
  ruleType: 10 | 20 | 30 | 40;
  limitSpeed: number | null;
  stopMinutes: number | null;
  timeWindows: FenceRow["timeWindows"];
  weekdays: number[];
  beginDate: string | null;
  endDate: string | null;
  /** Null means every bus. */
  buses: ReadonlySet<string> | null;
}

export interface Fix {
  busUuid: string;
  /** Milliseconds. */
  at: number;
  place: LngLat;
  kmh: number | null;
}

/** Whether a fence's rule holds at a moment; hours past midnight belong to the day on which they began. */
export function isInForce(
  fence: Pick<WatchedFence, "timeWindows" | "weekdays" | "beginDate" | "endDate">,
  at: number,
  timeZone: string,
) {
  const moment = new Date(at);
  const day = dateInZone(moment, timeZone);
  if (fence.timeWindows.length === 0) return isDayOf(fence, day);
  const clock = clockInZone(moment, timeZone);
  return fence.timeWindows.some(({ from, to }) => {
    if (from <= to) return from <= clock && clock < to && isDayOf(fence, day);
    return clock >= from ? isDayOf(fence, day) : clock < to && isDayOf(fence, addDays(day, -1));
  });
}

function isDayOf(
  { weekdays, beginDate, endDate }: Pick<WatchedFence, "weekdays" | "beginDate" | "endDate">,
  day: string,
) {
  if ((beginDate && day < beginDate) || (endDate && day > endDate)) return false;
  return weekdays.length === 0 || weekdays.includes(new Date(`${day}T00:00:00Z`).getUTCDay() || 7);
}
