import { HALO, HIGHLIGHT, INK, LINE } from "./road-style";
import { CIRCLE, DOT, NAME_SIZE, SPACING_SIZE } from "./station-drawing";
import type { DrawnStation, DrawnText } from "./station-drawing";

export interface StationMarksProps {
  stations: readonly DrawnStation[];
  spacings: readonly DrawnText[];
  highlights: readonly number[];
}

/** Circles with serials, names and spacings; each circle tells its station's name when pointed at. */
export function StationMarks({ stations, spacings, highlights }: StationMarksProps) {
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
