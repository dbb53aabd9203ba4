import type { Viewport } from "~/transit/geo/project";
import { overlap, type Rect, textWidth } from "./labels";
import { scaleBarRects } from "./map-furniture";
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

const size = 12;

/** Dots with a nose where they are headed; a label where no other one stands, those of dots on top first. */
export function DotMarks({ dots, view }: { dots: readonly MapDot[]; view: Viewport }) {
  const marks = [...dots]
    .sort((a, b) => Number(a.online) - Number(b.online))
    .map((dot) => ({ ...dot, at: view.project([dot.lng, dot.lat]).map((value) => Math.round(value * 10) / 10) }));
  const labelled = labelsThatFit(marks, view);
  return (
    <g fontSize={size} fontWeight={600} textAnchor="middle">
      {marks.map(({ key, at: [x, y], label, title, online, azimuth }) => (
        <g
          key={key}
          transform={`translate(${x} ${y})`}
          fill={online ? LINE : OTHER_LINE}
          stroke={HALO}
          strokeWidth={1.5}
        >
          <title>{title}</title>
          {azimuth === null ? <circle r={5} /> : <path d="M0-9L5.5 5.5h-11z" transform={`rotate(${azimuth})`} />}
          {labelled.has(key) && (
            <text y={-11} fill={INK} strokeWidth={3} paintOrder="stroke">
              {label}
            </text>
          )}
        </g>
      ))}
    </g>
  );
}

function labelsThatFit(marks: readonly { key: string; label: string; at: number[] }[], view: Viewport): Set<string> {
  const taken: Rect[] = scaleBarRects(view);
  const labelled = new Set<string>();
  for (const { key, label, at } of [...marks].reverse()) {
    const [x, y] = at as [number, number];
    const half = textWidth(label, size) / 2 + 2;
    const rect: Rect = [x - half, y - 24, x + half, y - 9];
    if (taken.some((other) => overlap(rect, other))) continue;
    taken.push(rect);
    labelled.add(key);
  }
  return labelled;
}
