import type { LngLat } from "./lng-lat";

/** The share (0 to 1) of a segment from (ax, ay) by (dx, dy) at which it is nearest to the origin; any flat unit, allocates nothing. */
export function nearestShare(ax: number, ay: number, dx: number, dy: number): number {
  const squared = dx * dx + dy * dy;
  return squared > 0 ? Math.max(0, Math.min(1, -(ax * dx + ay * dy) / squared)) : 0;
}

/** How far a point lies from a segment, in the flat unit of both. */
export function distanceToSegment(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
  const [dx, dy] = [bx - ax, by - ay];
  const share = nearestShare(ax - x, ay - y, dx, dy);
  return Math.hypot(ax - x + share * dx, ay - y + share * dy);
}

/** The place at a share (0 to 1) of the straight way from one place to another, in degrees. */
export function interpolate(a: LngLat, b: LngLat, share: number): [lng: number, lat: number] {
  return [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])];
}
