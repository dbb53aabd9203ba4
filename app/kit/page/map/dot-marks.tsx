import type { Viewport } from "~/transit/geo/project";
import { HALO, INK, LINE, OTHER_LINE } from "./road-style";

export interface MapDot {
  key: string;
  label: string;
  title: string;
  /** Pale otherwise. */
  online: boolean;
  lng: number;
  lat: number;
  /** Where it is headed, degrees clockwise from north. */
  azimuth: number | null;
}

/** More labels than these would cover each other. */
const mostLabels = 40;

/** Dots with a nose where they are headed, their labels as long as there is room. */
export function DotMarks({ dots, view }: { dots: readonly MapDot[]; view: Viewport }) {
  return (
    <g fontSize={12} fontWeight={600} textAnchor="middle">
      {[...dots]
        .sort((a, b) => Number(a.online) - Number(b.online))
        .map(({ key, lng, lat, label, title, online, azimuth }) => {
          const [x, y] = view.project([lng, lat]).map((value) => Math.round(value * 10) / 10) as [number, number];
          return (
            <g
              key={key}
              transform={`translate(${x} ${y})`}
              fill={online ? LINE : OTHER_LINE}
              stroke={HALO}
              strokeWidth={1.5}
            >
              <title>{title}</title>
              {azimuth === null ? <circle r={5} /> : <path d="M0-9L5.5 5.5h-11z" transform={`rotate(${azimuth})`} />}
              {dots.length <= mostLabels && (
                <text y={-11} fill={INK} strokeWidth={3} paintOrder="stroke">
                  {label}
                </text>
              )}
            </g>
          );
        })}
    </g>
  );
}
