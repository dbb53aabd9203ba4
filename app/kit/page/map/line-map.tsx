import { Island } from "~/kit/page/islands/island";
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
  showSpacing?: boolean;
  highlights?: number[];
  width?: number;
  height?: number;
}

/** One direction of a line: drawn on the server, live where there is JavaScript. */
export function LineMap(given: Props) {
  const { title, settings, dataUrl, showSpacing = false, highlights = [], height = usualHeight } = given;
  const props: LineMapProps = { title, settings, dataUrl, showSpacing, highlights, height };
  return (
    <Island name="lineMap" props={props} when="visible">
      <LinePicture {...given} />
    </Island>
  );
}

/** The same as a picture only, for an island that draws the line in its own way. */
export function LinePicture({
  title,
  drawing,
  roads,
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
        {...drawing}
        spacing={showSpacing}
        highlights={highlights}
      />
    </div>
  );
}

const usualHeight = 480;
