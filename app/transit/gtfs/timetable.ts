import { beyond, gtfsLimits } from "~/kit/ground/files/limits";
import { groupBy } from "~/kit/ground/group-by";
import { GtfsFileError } from "./feed";

/** When the trips of a route and direction leave their first stop, in seconds of the day; hours go on past midnight. */
export interface Departures {
  first: number;
  last: number;
  /** Seconds between departures that follow one another. */
  gaps: number[];
}

export interface TimedTrip {
  routeId: string;
  direction: 0 | 1 | null;
  serviceId: string;
  /** Seconds; null where the file has no time. */
  departure: number | null;
  approximate: boolean;
  /** Runs again and again in these times, in place of its own. */
  frequencies: readonly Frequency[];
}

export interface Frequency {
  start: number;
  end: number;
  headway: number;
  /** Departures are at these very times; else about so often. */
  isExact: boolean;
}

/** The days on which services run: weekdays 1 (Monday) to 7, or dates. */
export type Services = ReadonlyMap<string, ReadonlySet<string>>;

/** The departures of every route and direction, by `directionKey`, on the day on which most trips of the route run; a single estimated one says nothing. */
export function departuresOf(trips: readonly TimedTrip[], services: Services): Map<string, Departures> {
  const found = new Map<string, Departures>();
  let counted = 0;
  for (const ofRoute of groupBy(trips, ({ routeId }) => routeId).values()) {
    const day = busiestDay(ofRoute, services);
    const running = day === null ? ofRoute : ofRoute.filter(({ serviceId }) => services.get(serviceId)?.has(day));
    for (const [key, some] of groupBy(running, directionKey)) {
      for (const { frequencies } of some)
        for (const frequency of frequencies)
          if ((counted += repetitions(frequency)) > gtfsLimits.departures)
            throw new GtfsFileError(`${beyond.departures(gtfsLimits.departures)}，请检查 frequencies.txt`);
      const departures = some.flatMap(leavingAt).sort((a, b) => a - b);
      const [first, last] = [departures[0], departures.at(-1)];
      if (first === undefined || last === undefined || (first === last && some.every(({ approximate }) => approximate)))
        continue;
      found.set(key, {
        first,
        last,
        gaps: departures
          .slice(1)
          .map((one, at) => one - departures[at]!)
          .filter((gap) => gap > 0),
      });
    }
  }
  return found;
}

function leavingAt({ departure, frequencies }: TimedTrip): number[] {
  return leavingTimes({ departures: departure === null ? [] : [departure], frequencies });
}

/** Seconds of the day at which trips leave; those that are repeated, each time. */
export function leavingTimes(trips: { departures: readonly number[]; frequencies: readonly Frequency[] }): number[] {
  return trips.frequencies.length > 0 ? trips.frequencies.flatMap(repeated) : [...trips.departures];
}

export const directionKey = ({ routeId, direction }: { routeId: string; direction: 0 | 1 | null }) =>
  `${routeId}\n${direction ?? ""}`;

/** 08:05:30 or 8:05:30 as seconds; null where it is no time of the format. */
export function secondsOfTime(text: string): number | null {
  const found = /^(\d{1,3}):([0-5]\d):([0-5]\d)$/.exec(text);
  return found ? Number(found[1]) * 3600 + Number(found[2]) * 60 + Number(found[3]) : null;
}

/** Seconds; whatever lies farther apart is a break in service. */
const longestInterval = 240 * 60;

/** What people write of an interval: the middle four fifths of the gaps, 8-12分钟; null where there are too few to speak of one. */
export function intervalText(gaps: readonly number[]): string | null {
  const sorted = gaps.filter((gap) => gap <= longestInterval).sort((a, b) => a - b);
  if (sorted.length < 2) return null;
  const at = (share: number) => Math.max(1, Math.round(sorted[Math.round((sorted.length - 1) * share)]! / 60));
  const [least, most] = [at(0.1), at(0.9)];
  return least === most ? `${least}分钟` : `${least}-${most}分钟`;
}

/** A time of the day as people write it, HH:MM; past midnight it is the next day's. */
export function clockOf(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return [Math.floor(minutes / 60) % 24, minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");
}

function busiestDay(trips: readonly TimedTrip[], services: Services): string | null {
  const counts = new Map<string, number>();
  for (const { serviceId } of trips)
    for (const day of services.get(serviceId) ?? []) counts.set(day, (counts.get(day) ?? 0) + 1);
  const [busiest] = [...counts].sort(([a, trips], [b, others]) => others - trips || (a < b ? -1 : 1));
  return busiest?.[0] ?? null;
}

const mostRepeated = 2000;

const repetitions = ({ start, end, headway }: Frequency) =>
  Math.min(mostRepeated, Math.max(0, Math.ceil((end - start) / headway)));

function repeated(frequency: Frequency): number[] {
  return Array.from({ length: repetitions(frequency) }, (_, at) => frequency.start + at * frequency.headway);
}
