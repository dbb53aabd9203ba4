import { overlap, placeLabels } from "./labels";
import type { LabelWish, PlacedLabel, Rect } from "./labels";
import type { MapStation } from "./line-drawing";
import { metresText } from "./line-drawing";
import type { Viewport } from "~/transit/geo/project";

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

export interface StationDrawing {
  stations: DrawnStation[];
  spacings: DrawnText[];
  taken: Rect[];
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
  reserved: readonly Rect[];
}

/** Decides which stations get a number and where names and spacings stand; ends and highlights first, then evenly. */
export function drawStations(stations: readonly MapStation[], view: Viewport, options: StationOptions): StationDrawing {
  const drawn: DrawnStation[] = stations.map((station, i) => {
    const [x, y] = view.project([station.lng, station.lat]) as [number, number];
    const emphasis = options.highlights.has(station.serial) || i === 0 || i === stations.length - 1;
    return { station, x: round(x), y: round(y), full: false, emphasis, label: null };
  });
  const dots = drawn.flatMap((one) => [one.x, one.y]);
  const taken: Rect[] = [];
  const important = drawn.filter((one) => one.emphasis);
  const others = coarseToFine(drawn.filter((one) => !one.emphasis));
  numberThem(important, taken);
  taken.push(...options.reserved);
  if (options.labels) nameThem(important, view, taken, [...options.line, ...dots]);
  numberThem(others, taken, options.reserved);
  taken.push(...others.filter((one) => !one.full).map((one) => square(one, DOT)));
  if (options.labels)
    nameThem([...others.filter((one) => one.full), ...others.filter((one) => !one.full)], view, taken, options.line);
  const between = options.spacing ? spacingWishes(drawn, options.line) : [];
  const spacings = placeLabels(between, view, taken, options.line).flatMap((label, i) =>
    label ? [{ ...rounded(label), text: between[i]!.text }] : [],
  );
  return { stations: drawn, spacings, taken };
}

function numberThem(stations: readonly DrawnStation[], taken: Rect[], harmless: readonly Rect[] = []) {
  for (const one of stations) {
    const rect = square(one, CIRCLE);
    one.full = !taken.some((other) => overlap(rect, other) && !harmless.includes(other));
    if (one.full) taken.push(rect);
  }
}

function nameThem(stations: readonly DrawnStation[], view: Viewport, taken: Rect[], soft: readonly number[]) {
  const wishes = stations.map(({ x, y, full, emphasis, station }): LabelWish => ({
    x,
    y,
    radius: full ? CIRCLE : DOT,
    text: station.staName,
    fontSize: NAME_SIZE,
    most: emphasis ? undefined : 3,
  }));
  placeLabels(wishes, view, taken, soft).forEach((label, i) => (stations[i]!.label = label && rounded(label)));
}

/** Spacings stand half way along the line between two stations, where these are far enough apart to tell. */
function spacingWishes(drawn: readonly DrawnStation[], line: readonly number[]): LabelWish[] {
  const places = placesOnLine(drawn, line);
  return drawn.slice(1).flatMap((one, i) => {
    const before = drawn[i]!;
    const { spacing } = one.station;
    if (spacing == null || Math.hypot(one.x - before.x, one.y - before.y) < 34) return [];
    const middle = (places[i]! + places[i + 1]!) >> 1;
    const [x, y] =
      line.length > 0 ? [line[2 * middle]!, line[2 * middle + 1]!] : [(one.x + before.x) / 2, (one.y + before.y) / 2];
    return [{ x, y, radius: 8, text: metresText(spacing), fontSize: SPACING_SIZE, most: 2 }];
  });
}

/** For each station the first point of the line near it after the station before, or else the nearest. */
function placesOnLine(drawn: readonly DrawnStation[], line: readonly number[]): number[] {
  let from = 0;
  return drawn.map(({ x, y }) => {
    let best = from;
    let nearest = Infinity;
    for (let i = from; 2 * i + 1 < line.length; i++) {
      const distance = Math.hypot(line[2 * i]! - x, line[2 * i + 1]! - y);
      if (distance > nearest && nearest < 16) break;
      if (distance < nearest) [best, nearest] = [i, distance];
    }
    return (from = best);
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
      return [
        [from, middle],
        [middle + 1, to],
      ];
    });
  }
  return order;
}

function square({ x, y }: { x: number; y: number }, radius: number): Rect {
  return [x - radius, y - radius, x + radius, y + radius];
}

function rounded(label: PlacedLabel): PlacedLabel {
  return { ...label, x: round(label.x), y: round(label.y) };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
