import { distanceBetween } from "~/transit/geo/lng-lat";
import { bareName } from "../stations/match";

export interface NamedPlace {
  name: string;
  lng: number;
  lat: number;
}

/** Whether a number still means what it meant: `renamed` stands where it stood, `moved` is called as it was. */
export type Agreement = "same" | "renamed" | "moved" | "other";

/** Metres within which a station counts as standing where it stood. */
const samePlace = 200;

/** How a file's station agrees with what its number meant, as it is now or as the source last said it. */
export function agreementOf(station: NamedPlace, known: readonly NamedPlace[]): Agreement {
  const isCalledSo = known.some(({ name }) => bareName(name) === bareName(station.name));
  const isThere = known.some((one) => metresBetween(one, station) <= samePlace);
  if (isCalledSo) return isThere ? "same" : "moved";
  return isThere ? "renamed" : "other";
}

export const metresBetween = (a: Pick<NamedPlace, "lng" | "lat">, b: Pick<NamedPlace, "lng" | "lat">) =>
  distanceBetween([a.lng, a.lat], [b.lng, b.lat]);

/** Whether a number of a map stays itself: an editor's own, below zero, begin anew with each of its files. */
export const lasts = (id: string) => !/^(OSM[WR]?)?-/.test(id);
