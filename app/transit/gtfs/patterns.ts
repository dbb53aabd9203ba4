import { groupBy } from "~/kit/ground/group-by";
import type { GtfsPattern, GtfsStop } from "./feed";
import { directionKey } from "./timetable";
import type { Trip } from "./read-tables.server";
import { isIllustration, servicesOf, type TripFacts, type UntakenTrips } from "./trip-service";

export function patternsOf(
  trips: ReadonlyMap<string, Trip>,
  stops: ReadonlyMap<string, GtfsStop>,
  shapes: ReadonlyMap<string, Float64Array>,
  facts: TripFacts,
  untaken: UntakenTrips,
): GtfsPattern[] {
  const calling = [...trips.values()].filter(({ calls }) => calls.length > 1);
  for (const { calls } of calling) calls.sort((a, b) => a.sequence - b.sequence);
  for (const some of groupBy(calling, ({ routeId }) => routeId).values()) settleDirections(some, stops);
  const illustrations = new Set(
    [...groupBy(calling, directionKey)].flatMap(([key, some]) => (isIllustration(some, facts) ? [key] : [])),
  );
  const groups = groupBy(calling, ({ routeId, direction, calls }) =>
    JSON.stringify([routeId, direction, calls.map(({ stopId }) => stopId)]),
  );
  const patterns = [...groups.values()].map((group): GtfsPattern => {
    const [{ routeId, direction, headsign, calls }] = group as [Trip];
    const shapeTrips = new Map<string, number>();
    for (const { shapeId } of group)
      if (shapes.has(shapeId)) shapeTrips.set(shapeId, (shapeTrips.get(shapeId) ?? 0) + 1);
    const [shapeId] = [...shapeTrips].reduce((best, next) => (next[1] > best[1] ? next : best), ["", 0] as [
      string,
      number,
    ]);
    return {
      routeId,
      direction,
      headsign,
      stopIds: calls.map(({ stopId }) => stopId),
      shapeId,
      tripCount: group.length,
      times: timesOf(group),
      services: illustrations.has(directionKey(group[0]!)) ? [] : servicesOf(group, facts, untaken),
    };
  });
  return patterns.sort((a, b) => {
    const [one, other] = [directionKey(a), directionKey(b)];
    return one === other ? b.tripCount - a.tripCount : one < other ? -1 : 1;
  });
}

/** Gives trips of a route without a direction_id that of its others between the same ends, or the other one where they run the other way round. */
function settleDirections(trips: readonly Trip[], stops: ReadonlyMap<string, GtfsStop>): void {
  const nameOf = (call: Trip["calls"][number]) => stops.get(call.stopId)!.stopName || call.stopId;
  const endsOf = ({ calls }: Trip) => [nameOf(calls[0]!), nameOf(calls.at(-1)!)] as const;
  const said = new Map<string, Set<0 | 1>>();
  const note = (from: string, to: string, direction: 0 | 1) => {
    const key = JSON.stringify([from, to]);
    said.set(key, (said.get(key) ?? new Set()).add(direction));
  };
  for (const trip of trips) {
    if (trip.direction === null) continue;
    const [from, to] = endsOf(trip);
    note(from, to, trip.direction);
    if (from !== to) note(to, from, trip.direction === 0 ? 1 : 0);
  }
  for (const trip of trips) {
    if (trip.direction !== null) continue;
    const [direction, other] = said.get(JSON.stringify(endsOf(trip))) ?? [];
    if (direction !== undefined && other === undefined) trip.direction = direction;
  }
}

/** The times of the trip of middling length among those with the most exact times; none where they run backwards. */
function timesOf(trips: readonly Trip[]): GtfsPattern["times"] {
  const timed = trips.map(({ calls }) => {
    const times = calls.map(({ arrival, departure, approximate }) => ({
      in: approximate ? null : (arrival ?? departure),
      out: approximate ? null : (departure ?? arrival),
    }));
    return { times, known: times.filter((one) => one.in !== null).length };
  });
  const most = timed.reduce((most, { known }) => Math.max(most, known), 0);
  const whole = timed
    .filter(({ times, known }) => known === most && known > 1 && times[0]!.out !== null)
    .map(({ times }) =>
      times.map((one) => ({
        reached: one.in === null ? null : one.in - times[0]!.out!,
        stands: one.in === null || one.out === null ? null : one.out - one.in,
      })),
    );
  const lasting = (times: readonly { reached: number | null }[]) =>
    times.findLast(({ reached }) => reached !== null)?.reached ?? 0;
  const middle = whole.sort((a, b) => lasting(a) - lasting(b))[whole.length >> 1];
  if (!middle) return null;
  const [first, ...rest] = middle;
  const times = [{ ...first!, reached: 0 }, ...rest];
  const reached = times.flatMap((one) => one.reached ?? []);
  return reached.every((one, at) => at === 0 || one >= reached[at - 1]!) ? times : null;
}
