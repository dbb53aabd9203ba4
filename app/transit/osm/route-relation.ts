import type { MemberType } from "./extract";

/** A stop as far as the file knows it; WGS84. */
export interface StopPlace {
  lng: number;
  lat: number;
  /** "" where neither the stop nor its stop area is named. */
  name: string;
  nameEn: string;
  /** Name of the nearest road, or "". */
  road: string;
}

export interface RouteStop {
  type: MemberType;
  id: number;
  /** What the member's role says; `plain` where it says nothing. */
  kind: "platform" | "stop" | "plain";
  /** Old style relations hold both directions. */
  side: "" | "forward" | "backward";
  /** Place in its direction where the role is numbered. */
  order: number | null;
  /** Passengers have to hail the bus. */
  onRequest: boolean;
  boarding: "both" | "entry" | "exit";
  /** null where the stop lies outside the file. */
  place: StopPlace | null;
  /** The platform that belongs to a stop position, where the file shows it. */
  platform: { type: MemberType; id: number; place: StopPlace } | null;
}

/** Geometry of a way, shared by all relations that use it. */
export interface WayShape {
  nodes: readonly number[];
  /** One [lng, lat] for each node. */
  coords: readonly (readonly [number, number])[];
  /** 1 along the nodes, -1 against them, 0 both. */
  oneway: -1 | 0 | 1;
  /** Whether every node of the way is in the file. */
  whole: boolean;
}

export interface RouteWay {
  id: number;
  side: "" | "forward" | "backward";
  /** null where the way lies outside the file. */
  shape: WayShape | null;
}

/** A bus route relation with everything the file knows about its members; plain data, may be kept as JSON. */
export interface RouteRelation {
  id: number;
  mode: "bus" | "trolleybus";
  ref: string;
  name: string;
  from: string;
  to: string;
  network: string;
  operator: string;
  roundtrip: boolean;
  openingHours: string;
  /** Whether the relation follows the public transport schema, where one relation is one direction. */
  oneDirection: boolean;
  masterId: number | null;
  masterRef: string;
  masterName: string;
  /** Ids of all routes of the master, also those outside the file. */
  masterRoutes: number[];
  stops: RouteStop[];
  ways: RouteWay[];
  /** Members that are neither a stop nor part of the main path. */
  otherMembers: number;
}

/** Joins what two files know of the same relations: members as in `later`, shapes and places from either. */
export function mergeRelations(earlier: readonly RouteRelation[], later: readonly RouteRelation[]): RouteRelation[] {
  const merged = new Map(earlier.map((relation) => [relation.id, relation]));
  for (const relation of later) {
    const known = merged.get(relation.id);
    merged.set(relation.id, known ? mergeRelation(known, relation) : relation);
  }
  return [...merged.values()].sort((a, b) => a.id - b.id);
}

function mergeRelation(earlier: RouteRelation, later: RouteRelation): RouteRelation {
  const stops = new Map(earlier.stops.map((stop) => [`${stop.type}${stop.id}`, stop]));
  const ways = new Map(earlier.ways.map((way) => [way.id, way.shape]));
  const master = later.masterId === null ? earlier : later;
  return {
    ...later,
    masterId: master.masterId,
    masterRef: master.masterRef,
    masterName: master.masterName,
    masterRoutes: master.masterRoutes,
    stops: later.stops.map((stop) => {
      const known = stops.get(`${stop.type}${stop.id}`);
      return {
        ...stop,
        place: fuller(stop.place, known?.place ?? null),
        platform: stop.platform ?? known?.platform ?? null,
      };
    }),
    ways: later.ways.map((way) => {
      const known = ways.get(way.id) ?? null;
      return { ...way, shape: way.shape?.whole || !known || (way.shape && !known.whole) ? way.shape : known };
    }),
  };
}

function fuller(place: StopPlace | null, known: StopPlace | null): StopPlace | null {
  if (!place || !known) return place ?? known;
  return {
    ...place,
    name: place.name || known.name,
    nameEn: place.nameEn || known.nameEn,
    road: place.road || known.road,
  };
}
