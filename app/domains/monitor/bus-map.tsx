import { Island } from "~/kit/page/islands/island";
import type { MapDot } from "~/kit/page/map/dot-marks";
import type { Box } from "~/transit/geo/lng-lat";
import type { MapRoad } from "~/kit/page/map/line-drawing";
import type { MapSettings } from "~/kit/page/map/map-settings";
import { SvgMap } from "~/kit/page/map/svg-map";
import type { BusMapProps } from "./bus-map.island";
import styles from "./monitor.module.css";

interface Props {
  settings: MapSettings;
  marks: MapDot[];
  box: Box;
  roads: readonly MapRoad[];
  query: string;
  /** Between two looks; 0 stands still. */
  seconds: number;
}

export function BusMap({ settings, marks, box, roads, query, seconds }: Props) {
  const title = "车辆位置";
  const props: BusMapProps = { title, settings, box, url: `/bus/bus-monitor/positions?${query}`, seconds };
  return (
    <Island name="busMap" props={props} when="visible">
      <div className={styles.picture}>
        <SvgMap
          fill
          title={title}
          description={
            marks.length > 0
              ? `图上有 ${marks.length} 辆车，其中 ${marks.filter(({ online }) => online).length} 辆在线。`
              : "一天内没有车辆上报位置。"
          }
          width={640}
          height={520}
          bounds={box}
          roads={roads}
          dots={marks}
        />
      </div>
    </Island>
  );
}
