/** How much a road matters on a map, from 0 (motorway) to 6 (lanes); roads to drive a bus on come before footways. */
export function roadRank(roadClass: string): number {
  const rank = RANKS[roadClass.replace(/_link$/, "")];
  return typeof rank === "number" ? rank : 6;
}

/** The least important rank still drawn at a web map zoom (256 pixel tiles). */
export function lastRankAt(zoom: number): number {
  if (zoom >= 15) return 6;
  if (zoom >= 13) return 5;
  if (zoom >= 12) return 4;
  if (zoom >= 10) return 3;
  if (zoom >= 8) return 2;
  return zoom >= 6 ? 1 : 0;
}

/** The same in a picture, which is no tile among others: of a region also the roads that its lines drive on. */
export function lastRankInPicture(zoom: number): number {
  const last = lastRankAt(zoom);
  return zoom >= 8 && last < 4 ? last + 1 : last;
}

/** The `highway` values drawn at this zoom, for a query to fetch no more; null means all of them. */
export function roadClassesAt(zoom: number, last = lastRankAt(zoom)): string[] | null {
  if (last >= 6) return null;
  return Object.keys(RANKS)
    .filter((name) => RANKS[name]! <= last)
    .flatMap((name) => (LINKED.has(name) ? [name, `${name}_link`] : [name]));
}

const RANKS: Record<string, number> = {
  motorway: 0,
  trunk: 1,
  primary: 2,
  secondary: 3,
  busway: 3,
  bus_guideway: 3,
  tertiary: 4,
  unclassified: 5,
  residential: 5,
  road: 5,
};

const LINKED = new Set(["motorway", "trunk", "primary", "secondary", "tertiary"]);
