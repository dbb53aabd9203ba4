import { useId } from "react";
import { chevronsAlong, sampled } from "./arrows";
import { DotMarks } from "./dot-marks";
import { boundsOf, describe, type SvgMapProps } from "./map-contents";
import type { LngLat, Box } from "~/transit/geo/lng-lat";
import { Ground, NorthArrow, ScaleBar, scaleBarRects } from "./map-furniture";
import { pathData } from "./path-data";
import { fitViewport, flatten, type Viewport } from "~/transit/geo/project";
import { beyondFrame, drawRoads } from "./road-drawing";
import { placeRoadNames, ROAD_NAME_SIZE } from "./road-names";
import { BREAK, CASING, DOUBTFUL, HALO, LINE, OTHER_LINE, roadStrokes, HIGHLIGHT, ROAD_NAME, INK } from "./road-style";
import { clipLine, simplifyLine, type FlatLine } from "~/transit/geo/simplify";
import { ShapeMarks } from "./shape-marks";
import {
  drawStations,
  CIRCLE,
  DOT,
  NAME_SIZE,
  SPACING_SIZE,
  type DrawnStation,
  type DrawnText,
} from "./station-drawing";

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
  const beyond = props.fill ? beyondFrame : 0;
  const roads = drawRoads(props.roads ?? [], view, SCALE, ROAD_BUDGET, beyond);
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
      data-map-picture=""
      role={shapes.some((one) => one.href) ? "group" : "img"}
      aria-labelledby={`${id}t ${id}d`}
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      style={{
        display: "block",
        ...(props.fill ? { width: "100%", height: "100%", overflow: "visible" } : { maxWidth: "100%", height: "auto" }),
      }}
    >
      <title id={`${id}t`}>{title}</title>
      <desc id={`${id}d`}>{description ?? describe(props, view)}</desc>
      <Ground view={view} beyond={beyond} />
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
      <RoadNameMarks names={roadNames} />
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
const ROAD_BUDGET = 23_000;

function trace(points: readonly LngLat[], view: Viewport): FlatLine[] {
  if (points.length < 2) return [];
  const frame: [number, number, number, number] = [-8, -8, view.width + 8, view.height + 8];
  return clipLine(simplifyLine(view.project(flatten(points)), 0.5), frame);
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

function RoadNameMarks({ names }: { names: ReturnType<typeof placeRoadNames> }) {
  return (
    <g
      fontSize={ROAD_NAME_SIZE}
      fill={ROAD_NAME}
      stroke={HALO}
      strokeWidth={3}
      strokeLinejoin="round"
      paintOrder="stroke"
      textAnchor="middle"
    >
      {names.map(({ text, x, y, angle }) => (
        <text key={text} dy=".35em" transform={`translate(${x} ${y})rotate(${angle})`}>
          {text}
        </text>
      ))}
    </g>
  );
}

interface StationMarksProps {
  stations: readonly DrawnStation[];
  spacings: readonly DrawnText[];
  highlights: readonly number[];
}

/** Circles with serials, names and spacings; each circle tells its station's name when pointed at. */
function StationMarks({ stations, spacings, highlights }: StationMarksProps) {
  const ends = new Set([stations[0], stations.at(-1)]);
  const chosen = new Set(highlights);
  const colour = (one: DrawnStation) => (chosen.has(one.station.serial) ? HIGHLIGHT : LINE);
  const dots = stations.filter((one) => !one.full);
  const circles = stations.filter((one) => one.full);
  return (
    <>
      <g strokeWidth={2}>
        {dots.map((one) => (
          <circle
            key={one.station.serial}
            cx={one.x}
            cy={one.y}
            r={DOT}
            fill={HALO}
            stroke={colour(one)}
            data-station-serial={one.station.serial}
          >
            <title>{`${one.station.serial} ${one.station.staName}`}</title>
          </circle>
        ))}
      </g>
      <g strokeWidth={2} fontSize={10.5} fontWeight={600} textAnchor="middle">
        {circles.map((one) => {
          const filled = ends.has(one) || chosen.has(one.station.serial);
          return (
            <g
              key={one.station.serial}
              transform={`translate(${one.x} ${one.y})`}
              data-station-serial={one.station.serial}
            >
              <title>{`${one.station.serial} ${one.station.staName}`}</title>
              <circle r={CIRCLE} fill={filled ? colour(one) : HALO} stroke={filled ? HALO : colour(one)} />
              <text y={3.8} fill={filled ? HALO : INK}>
                {one.station.serial}
              </text>
            </g>
          );
        })}
      </g>
      <g
        fontSize={SPACING_SIZE}
        fill="#52606d"
        stroke={HALO}
        strokeWidth={3}
        strokeLinejoin="round"
        paintOrder="stroke"
      >
        {spacings.map((one) => (
          <text key={`${one.x},${one.y}`} x={one.x} y={one.y} textAnchor={one.anchor}>
            {one.text}
          </text>
        ))}
      </g>
      <g fontSize={NAME_SIZE} fill={INK} stroke={HALO} strokeWidth={3.5} strokeLinejoin="round" paintOrder="stroke">
        {stations.map(
          (one) =>
            one.label && (
              <text
                key={one.station.serial}
                x={one.label.x}
                y={one.label.y}
                textAnchor={one.label.anchor}
                fontWeight={one.emphasis ? 600 : undefined}
              >
                {one.station.staName}
              </text>
            ),
        )}
      </g>
    </>
  );
}
