import type { Rect } from "./labels";
import { roundLength } from "./line-drawing";
import type { Viewport } from "~/transit/geo/project";
import { GROUND, HALO, INK } from "./road-style";

/** Where scale bar and north arrow stand, for labels to keep away. */
export function scaleBarRects({ width, height }: Viewport): Rect[] {
  return [
    [8, height - 34, 150, height],
    [width - 40, 0, width, 52],
  ];
}

export function ScaleBar({ view }: { view: Viewport }) {
  const metres = roundLength(120 * view.metresPerPixel);
  const length = Math.round(metres / view.metresPerPixel);
  return (
    <g transform={`translate(14 ${view.height - 12})`} aria-hidden="true">
      <path d={`M0-6V0H${length}V-6`} fill="none" stroke={HALO} strokeWidth={5} />
      <path d={`M0-6V0H${length}V-6`} fill="none" stroke={INK} strokeWidth={2} />
      <text x={4} y={-7} fontSize={12} fill={INK} stroke={HALO} strokeWidth={3} paintOrder="stroke">
        {metres < 1000 ? `${metres}米` : `${metres / 1000}公里`}
      </text>
    </g>
  );
}

export function NorthArrow({ view }: { view: Viewport }) {
  return (
    <g transform={`translate(${view.width - 22} 14)`} aria-hidden="true">
      <path d="M0-6L7 12 0 8-7 12z" fill={INK} stroke={HALO} strokeWidth={1.5} />
      <text y={27} fontSize={12} textAnchor="middle" fill={INK} stroke={HALO} strokeWidth={3} paintOrder="stroke">
        北
      </text>
    </g>
  );
}

/** As far as roads are drawn, also past the picture's edge. */
export function Ground({ view: { width, height }, beyond }: { view: Viewport; beyond: number }) {
  const [x, y] = [width * beyond, height * beyond];
  return <rect x={-x} y={-y} width={width + 2 * x} height={height + 2 * y} fill={GROUND} />;
}
