import type { NetworkDirection, NetworkLine } from "../network/network.server";
import type { Leg, TripService } from "~/transit/gtfs/trip-service";
import { type FeedFacts, type GtfsTable, row, runs, tripOf } from "./feed-rows";
import { alongOf } from "./shape-distance";
import { gtfsTime, headwayMinutes, secondsOf, secondsOfDay } from "./times";

interface RunTrip {
  tripId: string;
  serviceId: string;
  begin: number;
  service: TripService | null;
}

/** The trips of a direction: those of its timetable, else one that shows the way. */
function* tripsOf(line: NetworkLine, one: NetworkDirection, { calendars }: FeedFacts): Generator<RunTrip> {
  if (one.services.length === 0) {
    const begin = secondsOfDay(firstOf(line, one.direction));
    yield { tripId: tripOf(one), serviceId: calendars.daily, begin, service: null };
  }
  for (const [at, service] of one.services.entries()) {
    const { frequencies, departures } = service;
    const begins = frequencies.length > 0 ? [frequencies[0]!.start] : departures;
    for (const [n, begin] of begins.entries())
      yield { tripId: `${tripOf(one)}-${at + 1}-${n + 1}`, serviceId: calendars.idOf(service), begin, service };
  }
}

const firstOf = (line: NetworkLine, direction: number) => (direction === 1 ? line.upFirst : line.downFirst) ?? "06:00";
const lastOf = (line: NetworkLine, direction: number) => (direction === 1 ? line.upLast : line.downLast);

export const tripTables: Record<string, GtfsTable> = {
  async *"trips.txt"(pass, facts) {
    yield row("route_id", "service_id", "trip_id", "trip_headsign", "trip_short_name", "direction_id", "shape_id");
    for await (const line of pass()) {
      for (const one of runs(line))
        for (const { serviceId, tripId } of tripsOf(line, one, facts))
          yield row(
            line.lineUuid,
            serviceId,
            tripId,
            one.calls.at(-1)!.staName,
            one.sortType === 1 ? "" : one.classifyName,
            one.direction - 1,
            one.path.length > 1 ? tripOf(one) : "",
          );
    }
  },
  async *"stop_times.txt"(pass, facts) {
    yield row(
      "trip_id",
      "arrival_time",
      "departure_time",
      "stop_id",
      "stop_sequence",
      "shape_dist_traveled",
      "timepoint",
    );
    for await (const line of pass()) {
      for (const one of runs(line)) {
        const along = alongOf(one);
        const known = new Map<TripService | null, Leg[]>();
        for (const { tripId, begin, service } of tripsOf(line, one, facts)) {
          const legs = known.get(service) ?? legsOf(one, service, facts.speed);
          known.set(service, legs);
          for (const [at, { staUuid }] of one.calls.entries()) {
            const { reached, left, exact } = legs[at]!;
            const [came, went] = [reached, left].map((time) =>
              time === null ? "" : gtfsTime(Math.max(0, begin + time)),
            );
            yield row(tripId, came, went, staUuid, at + 1, along?.[at], exact ? 1 : 0);
          }
        }
      }
    }
  },
  async *"frequencies.txt"(pass, facts) {
    yield row("trip_id", "start_time", "end_time", "headway_secs", "exact_times");
    for await (const line of pass()) {
      for (const one of runs(line))
        for (const { tripId, begin, service } of tripsOf(line, one, facts)) {
          for (const { start, end, headway, isExact } of service?.frequencies ?? [])
            yield row(tripId, gtfsTime(start), gtfsTime(end), headway, isExact ? 1 : 0);
          const [headway, last] = [headwayMinutes(line.departureInterval), lastOf(line, one.direction)];
          if (service || headway === null || !last) continue;
          const end = secondsOfDay(last);
          yield row(
            tripId,
            gtfsTime(begin),
            gtfsTime((end > begin ? end : end + 86_400) + 60),
            Math.round(headway * 60),
            0,
          );
        }
    }
  },
};

/** The times of a trip as they are kept; where there are none, and at a last stop without any, they are estimated. */
function legsOf({ calls }: NetworkDirection, service: TripService | null, speed: number): Leg[] {
  const kept = service?.legs;
  const known = kept ? calls.map((call, at) => ({ ...call, duration: kept[at]!.reached })) : calls;
  const { seconds } = secondsOf(known, speed);
  const estimated = seconds.map((time, at): Leg => ({
    reached: time,
    left: time,
    exact: at === 0 && service !== null,
  }));
  if (!kept) return estimated;
  const before = Math.max(...kept.map(({ left }) => left ?? 0));
  const end = Math.max(estimated.at(-1)!.reached!, before);
  return kept.at(-1)!.reached === null ? [...kept.slice(0, -1), { reached: end, left: end, exact: false }] : kept;
}
