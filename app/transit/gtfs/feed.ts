import type { Departures } from "./timetable";
import type { TripService, UntakenTrips } from "./trip-service";

export interface GtfsRoute {
  routeId: string;
  shortName: string;
  longName: string;
  /** GTFS route_type; 3 and 700-799 are buses. */
  routeType: number;
  /** Six hexadecimal digits; empty where it has none. */
  color: string;
  textColor: string;
}

/** WGS84. */
export interface GtfsStop {
  stopId: string;
  stopCode: string;
  stopName: string;
  lng: number;
  lat: number;
}

/** The trips of one route and direction that call at the same stops in the same order. */
export interface GtfsPattern {
  routeId: string;
  /** GTFS direction_id, null where not given. */
  direction: 0 | 1 | null;
  headsign: string;
  stopIds: string[];
  /** The shape most of its trips have; empty where none. */
  shapeId: string;
  tripCount: number;
  /** Seconds from the first stop to each and standing there, of its trip of middling length; null where the file has no exact time, `null` altogether where it has none but the first. */
  times: { reached: number | null; stands: number | null }[] | null;
  services: TripService[];
}

/** What could not be read of its kind: how many, and one of them. */
export interface UnreadLines {
  count: number;
  line: number;
  text: string;
}

export interface SkippedTrips {
  /** Trips that call at a stop that stops.txt has not, or has without a place. */
  stops: UnreadLines;
  routes: UnreadLines;
  /** Rows of stop_times.txt whose trip is nowhere. */
  trips: UnreadLines;
  /** Trips in which two calls have one stop_sequence. */
  sequences: UnreadLines;
}

export interface GtfsFeed {
  routes: Map<string, GtfsRoute>;
  stops: Map<string, GtfsStop>;
  /** Flat [lng, lat, lng, lat, ...] in order of sequence. */
  shapes: Map<string, Float64Array>;
  /** Most trips first within a route and direction. */
  patterns: GtfsPattern[];
  departures: Map<string, Departures>;
  unreadTimes: UnreadLines;
  /** What was passed over: rows of trips that no table has, and trips left out for a stop or a route that none has. */
  skipped: SkippedTrips;
  /** Columns of its tables that hold what no timetable here has: table and column. */
  columns: ReadonlySet<string>;
  unreadDates: UnreadLines;
  untaken: UntakenTrips;
  tables: string[];
}

/** A GTFS file that cannot be used; the message says in Chinese what is wrong, where, and what to do. */
export class GtfsFileError extends Error {
  override readonly name = "GtfsFileError";
}

export function isBusRoute({ routeType }: GtfsRoute): boolean {
  return routeType === 3 || routeType === 11 || (routeType >= 700 && routeType < 900);
}
