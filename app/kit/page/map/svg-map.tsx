import { useId } from "react";
import { chevronsAlong, sampled } from "./arrows";
import { DotMarks, type MapDot } from "./dot-marks";
import type { MapRoad, MapStation } from "./line-drawing";
import { boxAround, boxOf } from "~/transit/geo/lng-lat";
import type { Box, LngLat } from "~/transit/geo/lng-lat";
import { NorthArrow, ScaleBar, scaleBarRects } from "./map-furniture";
import { pathData } from "./path-data";
import { fitViewport, flatten } from "~/transit/geo/project";
import type { Viewport } from "~/transit/geo/project";
import { drawRoads } from "./road-drawing";
import { ROAD_NAME_SIZE, placeRoadNames } from "./road-names";
import {
  BREAK,
  CASING,
  DOUBTFUL,
  GROUND,
  HALO,
  HIGHLIGHT,
  LINE,
  OTHER_LINE,
  ROAD_NAME,
  roadStrokes,
} from "./road-style";
import { clipLine, simplifyLine } from "~/transit/geo/simplify";
import type { FlatLine } from "~/transit/geo/simplify";
import type { MapShape } from "~/transit/geo/shape";
import { boxOfShape } from "~/transit/geo/shape-geometry";
import { ShapeMarks } from "./shape-marks";
import { drawStations } from "./station-drawing";
import { StationMarks } from "./station-marks";

export interface MapStroke {
  path: readonly LngLat[];
  colour: string;
  /** Pixels. */
  width: number;
}

export interface SvgMapProps {
  /** What the picture is of, for those who do not see it. */
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

/** A map drawn on the server: roads, one direction of a line, its stations; WGS84, plain SVG of some 40 kB at most. */
export function SvgMap(props: SvgMapProps) {
  const {
    title,
    description,
    width = 720,
    height = 480,
    path = [],
    otherPath = [],
    breaks = [],
    doubtful = [],
    stations = [],
    shapes = [],
    strokes = [],
  } = props;
  const id = `m${useId().replace(/\W/g, "")}`;
  const view = fitViewport(props.bounds ?? boundsOf(props), width, height, 40);
  const roads = drawRoads(props.roads ?? [], view, SCALE, ROAD_BUDGET);
  const line = trace(path, view);
  const soft = line.flatMap((part) => sampled(part, 8));
  const drawn = drawStations(stations, view, {
    highlights: new Set(props.highlights),
    labels: props.labels ?? true,
    spacing: props.spacing ?? false,
    line: soft,
    reserved: scaleBarRects(view),
  });
  const roadNames = (props.labels ?? true) ? placeRoadNames(props.roads ?? [], view, drawn.taken, soft) : [];
  const lineData = pathData(line, SCALE);
  return (
    <svg
      role={shapes.some((one) => one.href) ? "group" : "img"}
      aria-labelledby={`${id}t ${id}d`}
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      style={{
        display: "block",
        ...(props.fill ? { width: "100%", height: "100%" } : { maxWidth: "100%", height: "auto" }),
      }}
    >
      <title id={`${id}t`}>{title}</title>
      <desc id={`${id}d`}>{description ?? describe(props, view)}</desc>
      <rect width={width} height={height} fill={GROUND} />
      <g transform={`scale(${1 / SCALE})`} fill="none" strokeLinecap="round" strokeLinejoin="round">
        <defs>
          {roads.map((road) => (
            <path key={road.rank} id={`${id}r${road.rank}`} d={road.data} />
          ))}
          <path id={`${id}l`} d={lineData} />
        </defs>
        {(["casing", "fill"] as const).map((layer) =>
          roads.map(({ rank }) => {
            const stroke = roadStrokes(rank, view.zoom)[layer];
            return (
              stroke && (
                <use
                  key={layer + rank}
                  href={`#${id}r${rank}`}
                  stroke={stroke.color}
                  strokeWidth={Math.round(stroke.width * SCALE)}
                />
              )
            );
          }),
        )}
        {otherPath.length > 1 && (
          <path
            d={pathData(trace(otherPath, view), SCALE)}
            stroke={OTHER_LINE}
            strokeWidth={3 * SCALE}
            strokeDasharray={`${1 * SCALE} ${6 * SCALE}`}
          />
        )}
        {strokes.map(({ path: points, colour, width: wide }, nth) => (
          <path key={nth} d={pathData(trace(points, view), SCALE)} stroke={colour} strokeWidth={wide * SCALE} />
        ))}
        {lineData && <use href={`#${id}l`} stroke={HALO} strokeWidth={9 * SCALE} />}
        {lineData && <use href={`#${id}l`} stroke={CASING} strokeWidth={6.5 * SCALE} />}
        {lineData && <use href={`#${id}l`} stroke={LINE} strokeWidth={5 * SCALE} />}
        {doubtful.length > 0 && (
          <path
            d={pathData(
              doubtful.flatMap((one) => trace(one, view)),
              SCALE,
            )}
            stroke={DOUBTFUL}
            strokeWidth={5 * SCALE}
          />
        )}
        <path
          d={pathData(
            line.flatMap((part) => chevronsAlong(part, 64, 3)),
            SCALE,
          )}
          stroke={HALO}
          strokeWidth={1.8 * SCALE}
        />
        <path
          d={pathData(
            breaks.flatMap((one) => trace(one, view)),
            SCALE,
          )}
          stroke={BREAK}
          strokeWidth={4 * SCALE}
          strokeDasharray={`${8 * SCALE} ${7 * SCALE}`}
        />
      </g>
      <g
        fontSize={ROAD_NAME_SIZE}
        fill={ROAD_NAME}
        stroke={HALO}
        strokeWidth={3}
        strokeLinejoin="round"
        paintOrder="stroke"
        textAnchor="middle"
      >
        {roadNames.map(({ text, x, y, angle }) => (
          <text key={text} dy=".35em" transform={`translate(${x} ${y})rotate(${angle})`}>
            {text}
          </text>
        ))}
      </g>
      {shapes.length > 0 && <ShapeMarks shapes={shapes} view={view} reserved={scaleBarRects(view)} />}
      {props.rectangle && <Rectangle box={props.rectangle} view={view} />}
      <StationMarks stations={drawn.stations} spacings={drawn.spacings} highlights={props.highlights ?? []} />
      {props.dots && <DotMarks dots={props.dots} view={view} />}
      {props.marker && <Pin at={view.project(props.marker)} />}
      <ScaleBar view={view} />
      <NorthArrow view={view} />
    </svg>
  );
}

/** Path data counts in quarters of a pixel. */
const SCALE = 4;
const ROAD_BUDGET = 24_000;
const NOWHERE: Box = { minLng: 116.33, minLat: 39.84, maxLng: 116.43, maxLat: 39.9 };

function boundsOf({
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

function trace(points: readonly LngLat[], view: Viewport): FlatLine[] {
  if (points.length < 2) return [];
  const frame: [number, number, number, number] = [-8, -8, view.width + 8, view.height + 8];
  return clipLine(simplifyLine(view.project(flatten(points)), 0.5), frame);
}

function describe({ stations = [], breaks = [], shapes = [] }: SvgMapProps, view: Viewport): string {
  const extent = `范围约${((view.metresPerPixel * view.width) / 1000).toFixed(1)}乘${((view.metresPerPixel * view.height) / 1000).toFixed(1)}公里，上北下南。`;
  const [first, last] = [stations[0], stations.at(-1)];
  const named = shapes.flatMap(({ label }) => label ?? []);
  if (named.length > 0)
    return `图上有${named.slice(0, 20).join("、")}${named.length > 20 ? `等${named.length}处` : ""}。${extent}`;
  if (!first || !last) return extent;
  return `共${stations.length}站，从${first.staName}到${last.staName}。${breaks.length > 0 ? `有${breaks.length}处未接通道路。` : ""}${extent}`;
}

function Rectangle({ box, view }: { box: Box; view: Viewport }) {
  const [left, bottom, right, top] = view.project([box.minLng, box.minLat, box.maxLng, box.maxLat]).map(Math.round) as [
    number,
    number,
    number,
    number,
  ];
  return (
    <rect
      x={left}
      y={top}
      width={right - left}
      height={bottom - top}
      fill={LINE}
      fillOpacity={0.12}
      stroke={LINE}
      strokeWidth={2}
    />
  );
}

function Pin({ at }: { at: number[] }) {
  const [x, y] = at.map((value) => Math.round(value * 10) / 10) as [number, number];
  return (
    <g transform={`translate(${x} ${y})`}>
      <path
        d="M0 0C-3-8-10-11-10-19a10 10 0 0 1 20 0C10-11 3-8 0 0z"
        fill={HIGHLIGHT}
        stroke={HALO}
        strokeWidth={1.5}
      />
      <circle cy={-19} r={4} fill={HALO} />
    </g>
  );
}
