import { overlap, placeLabels } from "./labels";
import type { LabelWish, PlacedLabel, Rect } from "./labels";
import type { MapStation } from "./line-drawing";
import { metresText } from "./line-drawing";
import type { Viewport } from "./project";

/** A station in pixels: `full` ones get a circle with their number, the others a dot; `label` is where the name stands. */
export interface DrawnStation {
  station: MapStation;
  x: number;
  y: number;
  full: boolean;
  emphasis: boolean;
  label: PlacedLabel | null;
}

export interface DrawnText extends PlacedLabel {
  text: string;
}

export const CIRCLE = 9;
export const DOT = 3.5;
export const NAME_SIZE = 13;
export const SPACING_SIZE = 11;

export interface StationOptions {
  highlights: ReadonlySet<number>;
  labels: boolean;
  spacing: boolean;
  /** Pixels of the line, which names rather do not cover. */
  line: readonly number[];
  /** Where nothing may stand: the scale bar, the north arrow. */
  reserved: readonly Rect[];
}

/** Decides which stations get a number and where names and spacings stand; ends and highlights first, then evenly. */
export function drawStations(stations: readonly MapStation[], view: Viewport, options: StationOptions): { stations: DrawnStation[]; spacings: DrawnText[] } {
  const drawn: DrawnStation[] = stations.map((station, i) => {
    const [x, y] = view.project([station.lng, station.lat]) as [number, number];
    const emphasis = options.highlights.has(station.serial) || i === 0 || i === stations.length - 1;
    return { station, x: round(x), y: round(y), full: false, emphasis, label: null };
  });
  const inOrder = [...drawn.filter((one) => one.emphasis), ...coarseToFine(drawn.filter((one) => !one.emphasis))];
  const circles: Rect[] = [];
  for (const one of inOrder) {
    const rect = square(one, CIRCLE);
    one.full = !circles.some((other) => overlap(rect, other));
    if (one.full) circles.push(rect);
  }
  const solid = [...drawn.map((one) => square(one, one.full ? CIRCLE : DOT)), ...options.reserved];
  const byImportance = [...inOrder.filter((one) => one.full), ...inOrder.filter((one) => !one.full)];
  const names: LabelWish[] = byImportance.map((one) => ({ x: one.x, y: one.y, radius: one.full ? CIRCLE : DOT, text: one.station.staName, fontSize: NAME_SIZE }));
  const between = options.spacing ? spacingWishes(drawn) : [];
  const placed = placeLabels(options.labels ? [...names, ...between] : between, view, solid, options.line);
  if (options.labels) byImportance.forEach((one, i) => (one.label = rounded(placed[i] ?? null)));
  const spacings = between.flatMap((wish, i) => {
    const label = rounded(placed[(options.labels ? names.length : 0) + i] ?? null);
    return label ? [{ ...label, text: wish.text }] : [];
  });
  return { stations: drawn, spacings };
}

function spacingWishes(drawn: readonly DrawnStation[]): LabelWish[] {
  return drawn.slice(1).flatMap((one, i) => {
    const before = drawn[i]!;
    const { spacing } = one.station;
    if (spacing == null || Math.hypot(one.x - before.x, one.y - before.y) < 34) return [];
    return [{ x: (one.x + before.x) / 2, y: (one.y + before.y) / 2, radius: 4, text: metresText(spacing), fontSize: SPACING_SIZE }];
  });
}

/** The middle one first, then the middles of both halves, and so on. */
function coarseToFine<T>(items: readonly T[]): T[] {
  const order: T[] = [];
  let spans: [number, number][] = [[0, items.length]];
  while (spans.length > 0) {
    spans = spans.flatMap(([from, to]): [number, number][] => {
      if (from >= to) return [];
      const middle = (from + to) >> 1;
      order.push(items[middle]!);
      return [[from, middle], [middle + 1, to]];
    });
  }
  return order;
}

function square({ x, y }: { x: number; y: number }, radius: number): Rect {
  return [x - radius, y - radius, x + radius, y + radius];
}

function rounded(label: PlacedLabel | null): PlacedLabel | null {
  return label && { ...label, x: round(label.x), y: round(label.y) };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
