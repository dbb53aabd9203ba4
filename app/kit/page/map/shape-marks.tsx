import { overlap, shortLabel, textWidth } from "./labels";
import type { Rect } from "./labels";
import { pathData } from "./path-data";
import { flatten } from "~/transit/geo/project";
import type { Viewport } from "~/transit/geo/project";
import { HALO, INK, LINE } from "./road-style";
import { listedPoints } from "~/transit/geo/shape";
import type { MapShape } from "~/transit/geo/shape";
import { boxOfShape, centreOf, outlineOf, shapeArea } from "~/transit/geo/shape-geometry";

interface Props {
  shapes: readonly MapShape[];
  view: Viewport;
  reserved: readonly Rect[];
}

/** Areas on a server-drawn map: the large ones below, each with its name where there is room, as a dot where it would be no larger. */
export function ShapeMarks({ shapes, view, reserved }: Props) {
  const drawn = [...shapes].sort((a, b) => shapeArea(b.shape) - shapeArea(a.shape)).map((one) => placed(one, view));
  const taken = [...reserved];
  return (
    <>
      {drawn.map(({ one, data, x, y, tiny }, index) => {
        const colour = one.colour ?? LINE;
        const mark = tiny ? (
          <circle cx={x} cy={y} r={5} fill={colour} stroke={HALO} strokeWidth={1.5} />
        ) : (
          <g transform={`scale(${1 / SCALE})`} strokeLinejoin="round">
            <path
              d={data}
              fill={one.frame ? "none" : colour}
              fillOpacity={0.2}
              fillRule="nonzero"
              stroke={HALO}
              strokeWidth={4.5 * SCALE}
              strokeOpacity={0.8}
            />
            <path
              d={data}
              fill="none"
              stroke={colour}
              strokeWidth={2.5 * SCALE}
              strokeDasharray={one.frame ? `${7 * SCALE} ${5 * SCALE}` : undefined}
            />
          </g>
        );
        if (!one.href) return <g key={index}>{mark}</g>;
        return (
          <a key={index} href={one.href} aria-label={one.label}>
            <title>{one.label}</title>
            {mark}
          </a>
        );
      })}
      {drawn
        .filter(({ one }) => one.corners)
        .map(({ one }, index) => (
          <Corners key={index} one={one} view={view} />
        ))}
      <g
        fontSize={SIZE}
        fontWeight={600}
        fill={INK}
        stroke={HALO}
        strokeWidth={3.5}
        strokeLinejoin="round"
        paintOrder="stroke"
        textAnchor="middle"
        pointerEvents="none"
      >
        {drawn.map(({ one, x, y, tiny }, index) => {
          if (!one.label) return null;
          const below = tiny ? 18 : 5;
          const label = shortLabel(one.label);
          const half = textWidth(label, SIZE) / 2;
          const rect: Rect = [x - half, y + below - SIZE, x + half, y + below + 3];
          if (
            x < half ||
            x > view.width - half ||
            y < SIZE ||
            y > view.height - SIZE ||
            taken.some((other) => overlap(rect, other))
          )
            return null;
          taken.push(rect);
          return (
            <text key={index} x={x} y={y + below}>
              {label}
            </text>
          );
        })}
      </g>
    </>
  );
}

const SCALE = 4;
const SIZE = 13;
/** A shape of fewer pixels across is drawn as a dot. */
const TINY = 7;
/** More corners than this stand too close to be told apart. */
const NUMBERED = 40;

function placed(one: MapShape, view: Viewport) {
  const outline = outlineOf(one.shape);
  const line = view.project(flatten([...outline, ...outline.slice(0, 1)]));
  const [x, y] = view.project(centreOf(one.shape)).map(Math.round) as [number, number];
  const { minLng, minLat, maxLng, maxLat } = boxOfShape(one.shape);
  const [left, bottom, right, top] = view.project([minLng, minLat, maxLng, maxLat]) as [number, number, number, number];
  return { one, data: `${pathData([line], SCALE)}z`, x, y, tiny: Math.max(right - left, bottom - top) < TINY };
}

/** The corners in the order they are listed, so that a message can name one. */
function Corners({ one, view }: { one: MapShape; view: Viewport }) {
  const points = listedPoints(one.shape);
  const flat = view.project(flatten(points));
  const numbered = points.length <= NUMBERED;
  return (
    <g fontSize={10.5} textAnchor="middle" fill={INK} stroke={one.colour ?? LINE} strokeWidth={1.5}>
      {points.map((_, i) => (
        <g key={i} transform={`translate(${Math.round(flat[2 * i]!)} ${Math.round(flat[2 * i + 1]!)})`}>
          <circle r={numbered ? 8 : 3.5} fill={HALO} />
          {numbered && (
            <text y={3.8} stroke="none">
              {i + 1}
            </text>
          )}
        </g>
      ))}
    </g>
  );
}
