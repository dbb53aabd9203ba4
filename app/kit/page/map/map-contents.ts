import type { MapDot } from "./dot-marks";
import type { MapRoad, MapStation } from "./line-drawing";
import { boxAround, boxOf } from "~/transit/geo/lng-lat";
import type { Box, LngLat } from "~/transit/geo/lng-lat";
import type { Viewport } from "~/transit/geo/project";
import type { MapShape } from "~/transit/geo/shape";
import { boxOfShape } from "~/transit/geo/shape-geometry";

export interface MapStroke {
  path: readonly LngLat[];
  colour: string;
  /** Pixels. */
  width: number;
}

export interface SvgMapProps {
  title: string;
  description?: string;
  width?: number;
  height?: number;
  /** What to show; by default all that is drawn, or else the neighbourhood of nothing: pass it when all may be empty. */
  bounds?: Box | null;
  roads?: readonly MapRoad[];
  path?: readonly LngLat[];
  otherPath?: readonly LngLat[];
  breaks?: readonly (readonly LngLat[])[];
  doubtful?: readonly (readonly LngLat[])[];
  stations?: readonly MapStation[];
  /** Serials of stations to emphasise. */
  highlights?: readonly number[];
  labels?: boolean;
  spacing?: boolean;
  marker?: LngLat | null;
  /** Fills its parent, with empty margins where the shapes differ, instead of being as large as it is drawn. */
  fill?: boolean;
  rectangle?: Box | null;
  shapes?: readonly MapShape[];
  /** Lines in colours of their own, the first lowest. */
  strokes?: readonly MapStroke[];
  dots?: readonly MapDot[];
}

export function boundsOf({
  path = [],
  otherPath = [],
  stations = [],
  breaks = [],
  shapes = [],
  strokes = [],
  marker,
  rectangle,
}: SvgMapProps): Box {
  const stops = stations.map((one): LngLat => [one.lng, one.lat]);
  const points = boxOf([
    ...path,
    ...otherPath,
    ...breaks.flat(),
    ...strokes.flatMap((one) => one.path),
    ...stops,
    ...(marker ? [marker] : []),
  ]);
  return (
    boxAround([points, rectangle, ...shapes.map(({ shape }) => boxOfShape(shape))].filter((box) => box != null)) ??
    NOWHERE
  );
}

const NOWHERE: Box = { minLng: 116.33, minLat: 39.84, maxLng: 116.43, maxLat: 39.9 };

export function describe({ stations = [], breaks = [], shapes = [] }: SvgMapProps, view: Viewport): string {
  const extent = `范围约${((view.metresPerPixel * view.width) / 1000).toFixed(1)}乘${((view.metresPerPixel * view.height) / 1000).toFixed(1)}公里，上北下南。`;
  const [first, last] = [stations[0], stations.at(-1)];
  const named = shapes.flatMap(({ label }) => label ?? []);
  if (named.length > 0)
    return `图上有${named.slice(0, 20).join("、")}${named.length > 20 ? `等${named.length}处` : ""}。${extent}`;
  if (!first || !last) return extent;
  return `共${stations.length}站，从${first.staName}到${last.staName}。${breaks.length > 0 ? `有${breaks.length}处未接通道路。` : ""}${extent}`;
}
