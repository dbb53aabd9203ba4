import type { TripService } from "~/transit/gtfs/trip-service";
import type { LineSign } from "~/transit/line-files/shape";
import type { LngLat } from "~/transit/geo/lng-lat";
import type { PathBreak } from "./path";
import type { RouteRelation, RouteStop } from "./route-relation";

/** Bus lines and stations of one file, or of several merged ones; the same input gives the same output. OSM files give it, and files of lines and GTFS feeds, which have no relations. */
export interface BusNetwork {
  /** What the lines were made of: keep them with a draft, merge them with a later file's, and build again. */
  relations: RouteRelation[];
  lines: ImportedLine[];
  stations: ImportedStation[];
  problems: ImportProblem[];
  /** Relations left out by reason, for `relationSkipLabel`. */
  skipped: Record<string, number>;
}

export interface ImportProblem {
  /** `relation/123`, `node/123` or `way/123`, as in openstreetmap.org addresses. */
  ref: string;
  text: string;
}

export interface ImportedLine {
  /** Where it comes from; left out: OSM. A line of another source is never given a second name beside a stored one; one of a table that is stored already gets a draft. */
  origin?: "file" | "gtfs" | "table";
  /** `osm:<route_master id>`, else `osm:<network>/<ref>`; find a stored line by it, else by one of `relationIds`. */
  key: string;
  relationIds: number[];
  ref: string;
  lineName: string;
  /** 1 up and down, 2 circular. */
  lineType: 1 | 2;
  mode: "bus" | "trolleybus";
  network: string;
  operator: string;
  /** Between departures, as people write it; OSM files have none. */
  interval?: string;
  /** The fare, in words. */
  price?: string;
  sign?: LineSign;
  /** The primary one first. */
  variants: ImportedVariant[];
  /** Some of its stations, ways or directions are not in the file. */
  draft: boolean;
}

export interface ImportedVariant {
  /** Stable: `osm:<lowest relation id>`. */
  key: string;
  name: string;
  /** 1 primary, 2 secondary. */
  sortType: 1 | 2;
  directions: ImportedDirection[];
}

export interface ImportedDirection {
  /** 1 up (and circular), 2 down. */
  direction: 1 | 2;
  relationId: number;
  from: string;
  to: string;
  /** In order of travel, also those outside the file. */
  stations: ImportedStop[];
  path: LngLat[];
  breaks: PathBreak[];
  hours: { first: string; last: string } | null;
  /** Left out: the file has no timetable, and that of the line stays. */
  services?: TripService[];
  completeness: { stationsInFile: number; stationsTotal: number; waysInFile: number; waysTotal: number; text: string };
  draft: boolean;
}

export interface ImportedStop {
  /** Key of the station. */
  key: string;
  inFile: boolean;
  onRequest: boolean;
  /** Seconds from the first station, and seconds standing there; OSM files have none. */
  duration?: number;
  dwell?: number;
  /** What a table says of the call besides, by the specification's names. */
  call?: Readonly<Record<string, unknown>>;
  boarding: RouteStop["boarding"];
}

export interface ImportedStation {
  /** Also its `staSelfCode` where it has no number: `OSM` and the node's id, `OSMW` and the way's, `GTFS` and the stop's. */
  key: string;
  /** The number that the file gives it. */
  code?: string;
  /** A stored station that it was recognised as, by its number or by its name and place; it stays as it is. */
  known?: { staUuid: string; staName: string; lng: number; lat: number; by: "number" | "place" };
  staName: string;
  nameEn: string;
  lng: number;
  lat: number;
  road: string;
  /** False where the name was made up by rule. */
  named: boolean;
  /** Keys of the lines that call here. */
  lines: string[];
}
