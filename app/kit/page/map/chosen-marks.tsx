import type { Box } from "~/transit/geo/lng-lat";
import type { Viewport } from "~/transit/geo/project";
import { HALO, HIGHLIGHT, LINE } from "./road-style";

export function Rectangle({ box, view }: { box: Box; view: Viewport }) {
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

export function Pin({ at }: { at: number[] }) {
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
