import { fieldValue } from "~/kit/page/forms/field";
import type { Field } from "~/kit/page/forms/field";
import { NumberField } from "~/kit/page/forms/fields";
import { Island } from "~/kit/page/islands/island";
import type { MapRoad } from "./line-drawing";
import { readDegrees } from "~/transit/geo/degrees";
import { growBox, isLngLat } from "~/transit/geo/lng-lat";
import type { LngLat } from "~/transit/geo/lng-lat";
import styles from "./map.module.css";
import type { MapSettings } from "./map-settings";
import type { PointPickerProps } from "./point-picker.island";
import type { MapShape } from "~/transit/geo/shape";
import { SvgMap } from "./svg-map";

interface Props {
  lng: Field;
  lat: Field;
  settings: MapSettings;
  lngLabel?: string;
  latLabel?: string;
  /** For the picture without JavaScript: the roads about half a kilometre around. */
  roads?: readonly MapRoad[];
  nearbyUrl?: string;
  height?: number;
  shapes?: MapShape[];
  /** The record as it is stored: a moved pin says how far it lies from there. */
  was?: { lng: number | null; lat: number | null } | null;
}

/** Longitude and latitude as two inputs, and a map that shows and, with JavaScript, sets them. */
export function PointField({
  lng,
  lat,
  settings,
  lngLabel = "经度",
  latLabel = "纬度",
  roads,
  nearbyUrl,
  height = 320,
  shapes = [],
  was,
}: Props) {
  const props: PointPickerProps = {
    lngName: lng.name,
    latName: lat.name,
    mapSettings: settings,
    nearbyUrl,
    height,
    shapes,
    from: was && was.lng !== null && was.lat !== null ? [was.lng, was.lat] : undefined,
  };
  const point = pointOf(lng, lat);
  const [east, north] = point ?? settings.centre;
  const bounds = growBox({ minLng: east, minLat: north, maxLng: east, maxLat: north }, point ? 400 : 3000);
  return (
    <>
      <NumberField field={lng} label={lngLabel} unit="°" />
      <NumberField field={lat} label={latLabel} unit="°" />
      <div className={styles.field}>
        <Island name="pointPicker" props={props} when="visible">
          <div className={styles.picture} style={{ height }}>
            <SvgMap
              fill
              title={point ? "所填位置" : "尚未填写位置"}
              width={960}
              height={height}
              bounds={bounds}
              roads={roads}
              marker={point}
              shapes={shapes}
            />
          </div>
        </Island>
      </div>
    </>
  );
}

function pointOf(lng: Field, lat: Field): LngLat | null {
  const [east, north] = [readDegrees(fieldValue(lng) ?? "", "lng"), readDegrees(fieldValue(lat) ?? "", "lat")];
  return east !== null && north !== null && isLngLat(east, north) ? [east, north] : null;
}
