import { beyond, gtfsLimits } from "~/kit/ground/files/limits";
import { groupBy } from "~/kit/ground/group-by";
import { GtfsFileError } from "./feed";
import type { Trip } from "./read-tables.server";
import type { Frequency } from "./timetable";

/** The days on which trips run, under the feed's name of them. */
export interface ServiceDays {
  name: string;
  /** 1 Monday to 7 Sunday, between the two days (YYYY-MM-DD), which are null where only single days are named. */
  weekdays: number[];
  from: string | null;
  to: string | null;
  added: string[];
  removed: string[];
}

/** Seconds from the first departure until a stop is reached and left, null where the feed has no time; not exact where it only estimates. */
export interface Leg {
  reached: number | null;
  left: number | null;
  exact: boolean;
}

/** Trips along the same stops on the same days that take the same times; those with frequencies stand alone. */
export interface TripService extends ServiceDays {
  /** One for each stop; null where the times make no sense. */
  legs: Leg[] | null;
  /** Seconds of the service day, in order; past midnight they go on. */
  departures: number[];
  frequencies: Frequency[];
}

export interface TripFacts {
  calendars: ReadonlyMap<string, ServiceDays>;
  frequencies: ReadonlyMap<string, readonly Frequency[]>;
}

export interface UntakenTrips {
  left: number;
  backwards: number;
}

const longestDay = 2 * 86_400;

/** The timetable of trips along the same stops; those that cannot be taken are counted. */
export function servicesOf(trips: readonly Trip[], facts: TripFacts, untaken: UntakenTrips): TripService[] {
  if (trips.length > gtfsLimits.patternTrips)
    throw new GtfsFileError(`${beyond.patternTrips(trips[0]!.routeId, gtfsLimits.patternTrips)}，请拆分后导入`);
  const taken = trips.flatMap((trip) => {
    const days = facts.calendars.get(trip.serviceId);
    const frequencies = [...(facts.frequencies.get(trip.tripId) ?? [])].sort((a, b) => a.start - b.start);
    const departure = departureOf(trip);
    const isTimed = frequencies.length > 0 || (departure !== null && departure <= longestDay);
    if (!days || !isTimed) {
      untaken.left++;
      return [];
    }
    const legs = departure === null ? null : legsOf(trip, departure);
    if (!legs && departure !== null) untaken.backwards++;
    return [{ days, legs, departure, frequencies, key: JSON.stringify([days.name, legs, frequencies]) }];
  });
  return [...groupBy(taken, ({ key }) => key)]
    .map(([key, group]) => {
      const [{ days, legs, frequencies }] = group as [(typeof group)[number]];
      const departures = frequencies.length > 0 ? [] : group.map((one) => one.departure!).sort((a, b) => a - b);
      return { key, service: { ...days, legs, departures, frequencies } };
    })
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ service }) => service);
}

/** Whether trips of a route and direction only show the way: one estimated departure says nothing. */
export function isIllustration(trips: readonly Trip[], { frequencies }: TripFacts): boolean {
  return (
    trips.every(({ tripId, calls }) => calls[0]?.approximate && !frequencies.has(tripId)) &&
    new Set(trips.map(departureOf)).size === 1
  );
}

export const departureOf = ({ calls: [first] }: Trip) => first?.departure ?? first?.arrival ?? null;

function legsOf({ calls }: Trip, begin: number): Leg[] | null {
  let before = -Infinity;
  const legs: Leg[] = [];
  for (const { arrival, departure, approximate } of calls) {
    const [came, went] = [arrival ?? departure, departure ?? arrival];
    if (came === null || went === null) {
      legs.push({ reached: null, left: null, exact: false });
      continue;
    }
    if (came < before || went < came || went - begin > longestDay) return null;
    before = went;
    legs.push({ reached: came - begin, left: went - begin, exact: !approximate });
  }
  return legs;
}
