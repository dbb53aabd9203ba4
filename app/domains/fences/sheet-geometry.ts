import { asCoords, opened } from "~/transit/geo/coordinate-lines";
import type { LngLat } from "~/transit/geo/lng-lat";
import { kindOf, pointsOf } from "~/transit/geo/shape";
import type { FenceRow } from "./room";

/** A fence's corners or path as WKT; a circle has none. */
export function writeGeometry({ shape, coords }: Pick<FenceRow, "shape" | "coords">): string | null {
  const points = pointsOf(coords ?? []);
  if (points.length === 0) return null;
  const list = (all: readonly LngLat[]) => all.map(([lng, lat]) => `${lng} ${lat}`).join(", ");
  return kindOf(shape) === "corridor" ? `LINESTRING(${list(points)})` : `POLYGON((${list([...points, points[0]!])}))`;
}

/** WKT or GeoJSON as coordinates in turn; any other text as it is, for the rule of lines of coordinates to judge. */
export function readGeometry(text: string): number[] | string {
  const points = readWkt(text) ?? readGeoJson(text);
  return points ? asCoords(opened(points)) : text.replace(/[;；]/g, "\n");
}

function readWkt(text: string): LngLat[] | undefined {
  const [, list] =
    /^\s*(?:POLYGON\s*\(\s*\(([^()]*)\)\s*\)|LINESTRING\s*\(([^()]*)\))\s*$/i
      .exec(text)
      ?.filter((one) => one !== undefined) ?? [];
  return list === undefined
    ? undefined
    : soundPoints(list.split(",").map((pair) => pair.trim().split(/\s+/).map(Number)));
}

function readGeoJson(text: string): LngLat[] | undefined {
  if (!text.trimStart().startsWith("{")) return undefined;
  try {
    const { type, coordinates, geometry } = JSON.parse(text) as Record<string, unknown>;
    if (type === "Feature") return readGeoJson(JSON.stringify(geometry));
    const found = type === "Polygon" ? (coordinates as unknown[])[0] : type === "LineString" ? coordinates : undefined;
    return Array.isArray(found) ? soundPoints(found) : undefined;
  } catch {
    return undefined;
  }
}

function soundPoints(points: readonly unknown[]): LngLat[] | undefined {
  const isPoint = (one: unknown): one is LngLat =>
    Array.isArray(one) &&
    one.length >= 2 &&
    one.slice(0, 2).every((part) => typeof part === "number" && Number.isFinite(part));
  return points.every(isPoint) ? points.map(([lng, lat]): LngLat => [lng, lat]) : undefined;
}
