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
export function LineMap({
  title,
  settings,
  dataUrl,
  drawing,
  roads,
  showSpacing = false,
  highlights = [],
  width = 720,
  height = 480,
}: Props) {
  const props: LineMapProps = { title, settings, dataUrl, showSpacing, highlights, height };
  return (
    <Island name="lineMap" props={props} when="visible">
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
    </Island>
  );
}
