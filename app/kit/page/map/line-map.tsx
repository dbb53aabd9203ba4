import { Island } from "~/kit/page/islands/island";
import type { Box } from "~/transit/geo/lng-lat";
import type { LineDrawing, MapRoad } from "./line-drawing";
import type { LineMapProps } from "./line-map.island";
import styles from "./map.module.css";
import type { MapSettings } from "./map-settings";
import { SvgMap } from "./svg-map";

interface Props {
  title: string;
  settings: MapSettings;
  /** Answers the same `LineDrawing` as JSON, for the live map. */
  dataUrl: string;
  drawing: LineDrawing;
  roads?: readonly MapRoad[];
  /** What the picture shows where nothing is drawn. */
  bounds?: Box;
  showSpacing?: boolean;
  highlights?: number[];
  width?: number;
  height?: number;
}

/** One direction of a line: drawn on the server, live where there is JavaScript. */
export function LineMap(given: Props) {
  const { title, settings, dataUrl, showSpacing = false, highlights = [], height = usualHeight } = given;
  const props: LineMapProps = { title, settings, dataUrl, showSpacing, highlights, height };
  const { breaks, doubtful = [] } = given.drawing;
  return (
    <div>
      <Island name="lineMap" props={props} when="visible">
        <LinePicture {...given} />
      </Island>
      <MapLegend doubtful={doubtful.length > 0} broken={breaks.length > 0 && "没有连通道路的路段"} />
    </div>
  );
}

export function MapLegend({ doubtful, broken }: { doubtful: boolean; broken: string | false }) {
  if (!doubtful && !broken) return null;
  return (
    <p className={styles.legend}>
      {doubtful && <span className={styles.doubtful}>橙色：匹配把握不大的路段</span>}
      {broken && <span className={styles.broken}>红色虚线：{broken}</span>}
    </p>
  );
}

/** The same as a picture only, for an island that draws the line in its own way. */
export function LinePicture({
  title,
  drawing,
  roads,
  bounds,
  showSpacing = false,
  highlights = [],
  width = 720,
  height = usualHeight,
}: Omit<Props, "settings" | "dataUrl">) {
  return (
    <div className={styles.picture} style={{ height }}>
      <SvgMap
        fill
        title={title}
        width={width}
        height={height}
        roads={roads}
        bounds={bounds}
        {...drawing}
        spacing={showSpacing}
        highlights={highlights}
      />
    </div>
  );
}

const usualHeight = 480;
