import { clockOf } from "~/transit/gtfs/timetable";
import { isWithin, nameOf, type Period } from "./periods";
import type { Demand } from "./schema";

/** One direction as it is run: kilometres, minutes from end to end, and when the first and last bus leave. */
export interface Run {
  km: number | null;
  minutes: number | null;
  first: string | null;
  last: string | null;
  /** Minutes of the day at which a timetable lets buses leave. */
  departures?: readonly number[];
}

export interface Plan {
  /** Minutes; null where buses leave by the timetable. */
  interval: number | null;
  layover: number;
  /** Intervals of periods; left out: as for the rest of the day. */
  periods?: readonly { period: Period; interval: number | null }[];
}

/** A bus rests at the end of each direction; buses leave both ends at the same interval, or by the timetable. */
export function demandOf(runs: readonly Run[], plan: Plan): Demand {
  const driven = runs.filter(({ km, minutes }) => km !== null || minutes !== null);
  const day = dayOf(plan);
  const leaving = driven.map((run) => (plan.interval === null ? [...(run.departures ?? [])] : timesOf(run, day)));
  const busy = driven.map((run, at) => busyTimes(run, leaving[at]!, day, plan.layover));
  const parts = day
    .filter((part) => leaving.some((times) => (times ?? anyMinute).some((time) => partAt(day, time) === part)))
    .map((part) => {
      const cycle = sum(driven.map(({ minutes }) => (minutes === null ? null : minutes * part.factor + plan.layover)));
      const within = (time: number) => partAt(day, time) === part;
      return {
        name: part.name,
        cycle: cycle && Math.round(cycle * 100) / 100,
        buses: part.interval !== null ? busesFor(cycle, part.interval) : mostAtOnce(busy, within),
        trips: sum(leaving.map((times) => times && times.filter(within).length)),
      };
    });
  const trips = leaving.map((times) => times && times.length);
  const km = sum(driven.map((run, at) => (run.km === null || trips[at] === null ? null : run.km * trips[at]!)));
  const peak = parts.reduce<(typeof parts)[number] | undefined>(
    (most, part) => (!most || (part.buses ?? 0) > (most.buses ?? 0) ? part : most),
    undefined,
  );
  return {
    cycle: peak?.cycle ?? null,
    buses: parts.some(({ buses }) => buses === null) ? null : (peak?.buses ?? null),
    trips: sum(trips),
    km: km === null ? null : Math.round(km * 10) / 10,
    parts: parts.map(({ name, buses, trips }) => ({ name, buses, trips })),
  };
}

/** What some lines take together, with how many of them are not known. */
export function addDemands(demands: readonly (Demand | null)[]): { buses: number; km: number; unknown: number } {
  const known = demands.filter((one) => one !== null);
  return {
    buses: known.reduce((all, { buses }) => all + (buses ?? 0), 0),
    km: Math.round(known.reduce((all, { km }) => all + (km ?? 0), 0) * 10) / 10,
    unknown: known.filter(({ buses, km }) => buses === null || km === null).length,
  };
}

/** The first number of an interval in words, after what a period is called where they name it: 高峰 5–8 分钟，平峰 10 分钟. */
export function intervalIn(words: string | null, period = ""): number | null {
  const kind = /高峰|平峰|低峰/.exec(period)?.[0];
  if (period && (!kind || !words?.includes(kind))) return null;
  const rest = kind ? words!.slice(words!.indexOf(kind)) : words;
  const minutes = Number(/\d+(?:\.\d+)?/.exec(rest ?? "")?.[0]);
  return minutes >= 1 && minutes <= 240 ? minutes : null;
}

interface DayPart {
  name: string;
  interval: number | null;
  factor: number;
  holds: (minute: number) => boolean;
}

function dayOf({ interval, periods = [] }: Plan): DayPart[] {
  return [
    ...periods.map(({ period, interval: own }) => ({
      name: nameOf(period),
      interval: interval === null ? null : (own ?? interval),
      factor: period.factor,
      holds: (minute: number) => isWithin(period, clockOf(minute * 60)),
    })),
    { name: periods.length > 0 ? "其余时间" : "全天", interval, factor: 1, holds: () => true },
  ];
}

const anyMinute = Array.from({ length: 24 * 60 }, (_, minute) => minute);

const partAt = (day: readonly DayPart[], minute: number) => day.find(({ holds }) => holds(minute))!;

/** A last bus before the first one leaves on the next day. */
function timesOf({ first, last }: Run, day: readonly DayPart[]): number[] | null {
  if (!first || !last) return null;
  const [from, to] = [minuteOf(first), minuteOf(last)];
  const times: number[] = [];
  for (let at = from; at <= (to < from ? to + 24 * 60 : to); at += partAt(day, at).interval!) times.push(at);
  return times;
}

function busesFor(cycle: number | null, interval: number): number | null {
  return cycle === null ? null : Math.ceil(Math.round((cycle / interval) * 1e6) / 1e6);
}

/** When each bus that leaves is free again. */
function busyTimes({ minutes }: Run, leaving: readonly number[] | null, day: readonly DayPart[], layover: number) {
  if (minutes === null || leaving === null) return null;
  return leaving.map((from) => ({ from, to: from + minutes * partAt(day, from).factor + layover }));
}

function mostAtOnce(
  busy: readonly (readonly { from: number; to: number }[] | null)[],
  counts: (minute: number) => boolean,
): number | null {
  if (busy.includes(null)) return null;
  const all = busy.flatMap((some) => some ?? []);
  const starts = all.map(({ from }) => from).sort((a, b) => a - b);
  const ends = all.map(({ to }) => to).sort((a, b) => a - b);
  let [free, most] = [0, 0];
  starts.forEach((start, at) => {
    while (ends[free]! <= start) free++;
    if (counts(start)) most = Math.max(most, at + 1 - free);
  });
  return most;
}

function minuteOf(time: string): number {
  const [hours, minutes] = time.split(":").map(Number);
  return hours! * 60 + minutes!;
}

function sum(values: readonly (number | null)[]): number | null {
  return values.length === 0 || values.includes(null)
    ? null
    : values.reduce<number>((all, value) => all + (value ?? 0), 0);
}
