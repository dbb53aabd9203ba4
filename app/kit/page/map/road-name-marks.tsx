import { type placeRoadNames, ROAD_NAME_SIZE } from "./road-names";
import { HALO, ROAD_NAME } from "./road-style";

export function RoadNameMarks({ names }: { names: ReturnType<typeof placeRoadNames> }) {
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
