import type { LngLat } from "~/transit/geo/lng-lat";

/** Things by cells of 0.002 degree, which are at least 100 m wide up to 60 degrees north or south. */
export class Grid<T> {
  private readonly cells = new Map<number, T[]>();

  add(cell: number, thing: T): void {
    const things = this.cells.get(cell);
    if (things && things.length < maxPerCell) things.push(thing);
    if (things) return;
    this.cells.set(cell, [thing]);
  }

  at(cell: number): readonly T[] {
    return this.cells.get(cell) ?? [];
  }
}

const maxPerCell = 200;
const cellsPerDegree = 500;
const cellsPerRow = 1_000_000;

/** The cells of the rectangle between two positions and `around` more on each side; none for absurdly long segments. */
export function cellsBetween(a: LngLat, b: LngLat, around: number): number[] {
  const first = (axis: 0 | 1) => Math.floor(Math.min(a[axis], b[axis]) * cellsPerDegree) - around;
  const last = (axis: 0 | 1) => Math.floor(Math.max(a[axis], b[axis]) * cellsPerDegree) + around;
  const [west, south, east, north] = [first(0), first(1), last(0), last(1)];
  const cells: number[] = [];
  if ((east - west) * (north - south) > 10_000) return cells;
  for (let y = south; y <= north; y += 1) for (let x = west; x <= east; x += 1) cells.push(y * cellsPerRow + x);
  return cells;
}
