import type { LngLat } from "~/transit/geo/lng-lat";

/** A station as maps draw it, WGS84; `distance` is metres from the first station, `spacing` from the one before. */
export interface MapStation {
  serial: number;
  staName: string;
  lng: number;
  lat: number;
  distance?: number | null;
  spacing?: number | null;
}

/** What the `lineMap` island fetches: one direction of a line, WGS84. */
export interface LineDrawing {
  path: LngLat[];
  stations: MapStation[];
  /** Stretches where no road connects, drawn red. */
  breaks: LngLat[][];
  /** Stretches that a match is not sure of, drawn amber. */
  doubtful?: LngLat[][];
  /** The opposite direction, drawn faint. */
  otherPath?: LngLat[];
}

/** A road as maps draw it: flat [lng, lat, ...] degrees; a stored road edge is one. */
export interface MapRoad {
  coords: ArrayLike<number>;
  roadClass: string;
  roadName?: string | null;
}

/** "620米" or "1.24公里". */
export function metresText(metres: number): string {
  return metres < 1000 ? `${Math.round(metres)}米` : `${(metres / 1000).toFixed(metres < 9995 ? 2 : 1)}公里`;
}

/** The largest 1, 2 or 5 times a power of ten that is not more. */
export function roundLength(metres: number): number {
  const power = 10 ** Math.floor(Math.log10(metres));
  return [5, 2, 1].find((factor) => factor * power <= metres)! * power;
}
