import type { MapRoad, MapStation } from "~/kit/page/map/line-drawing";
import type { LngLat } from "~/transit/geo/lng-lat";
import { SvgMap } from "~/kit/page/map/svg-map";
import styles from "./compare.module.css";

interface ComparedMapProps {
  title: string;
  roads: MapRoad[];
  stations: MapStation[];
  common: LngLat[][];
  onlyLeft: LngLat[][];
  onlyRight: LngLat[][];
}

const colours = { common: "#5c6670", left: "#c2410c", right: "#1d4ed8" };

/** Two paths on one map: what they share thin, the rest in the colour of its side; stations that differ by the numbers of the table. */
export function ComparedMap({ title, roads, stations, common, onlyLeft, onlyRight }: ComparedMapProps) {
  const strokes = [
    ...common.map((path) => ({ path, colour: colours.common, width: 2.5 })),
    ...onlyLeft.map((path) => ({ path, colour: colours.left, width: 5 })),
    ...onlyRight.map((path) => ({ path, colour: colours.right, width: 5 })),
  ];
  if (strokes.length + stations.length === 0) return <p className="quiet">两边都没有路径。</p>;
  return (
    <figure style={{ margin: 0 }}>
      <SvgMap title={title} width={640} height={520} roads={roads} strokes={strokes} stations={stations} />
      <ul className={styles.legend}>
        <li className={styles.left}>
          <i />
          只有左边走
        </li>
        <li className={styles.right}>
          <i />
          只有右边走
        </li>
        <li style={{ "--thick": "3px" } as React.CSSProperties}>
          <i />
          两边相同
        </li>
        {stations.length > 0 && <li>图上的数字是表中不同的站点</li>}
      </ul>
    </figure>
  );
}
