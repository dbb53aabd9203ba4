import { Island } from "~/kit/page/islands/island";
import type { MapRoad } from "./line-drawing";
import { growBox } from "~/transit/geo/lng-lat";
import type { LngLat } from "~/transit/geo/lng-lat";
import styles from "./map.module.css";
import type { MapSettings } from "./map-settings";
import type { MapShape } from "~/transit/geo/shape";
import { boxOfShapes } from "~/transit/geo/shape-geometry";
import type { ShapesMapProps } from "./shapes-map.island";
import { SvgMap } from "./svg-map";

interface Props {
  title: string;
  settings: MapSettings;
  shapes: MapShape[];
  marker?: LngLat | null;
  /** For the picture without JavaScript. */
  roads?: readonly MapRoad[];
  height?: number;
}

/** Areas to look at: a picture, and with JavaScript a live map in its place; an area with an `href` leads there. */
export function ShapesMap({ title, settings, shapes, marker, roads, height = 380 }: Props) {
  const props: ShapesMapProps = { title, mapSettings: settings, shapes, marker: marker ?? null, height };
  return (
    <Island name="shapesMap" props={props} when="visible">
      <div className={styles.picture} style={{ height }}>
        <SvgMap
          fill
          title={title}
          width={960}
          height={height}
          bounds={boxOfShapes(shapes, marker) ?? aroundCentre(settings)}
          roads={roads}
          shapes={shapes}
          marker={marker}
        />
      </div>
    </Island>
  );
}

function aroundCentre({ centre: [lng, lat] }: MapSettings) {
  return growBox({ minLng: lng, minLat: lat, maxLng: lng, maxLat: lat }, 3000);
}
