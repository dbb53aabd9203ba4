import { fieldValue } from "~/kit/page/forms/field";
import type { Field } from "~/kit/page/forms/field";
import { NumberField } from "~/kit/page/forms/fields";
import { Island } from "~/kit/page/islands/island";
import type { BoxPickerProps } from "./box-picker.island";
import type { MapRoad } from "./line-drawing";
import { readDegrees } from "~/transit/geo/degrees";
import { growBox, isLngLat } from "~/transit/geo/lng-lat";
import type { Box } from "~/transit/geo/lng-lat";
import styles from "./map.module.css";
import type { MapSettings } from "./map-settings";
import { SvgMap } from "./svg-map";

interface Props {
  minLng: Field;
  minLat: Field;
  maxLng: Field;
  maxLat: Field;
  settings: MapSettings;
  /** For the picture without JavaScript. */
  roads?: readonly MapRoad[];
  height?: number;
}

/** West, south, east and north as four inputs, and a map that shows and, with JavaScript, sets the rectangle. */
export function BoxField({ minLng, minLat, maxLng, maxLat, settings, roads, height = 360 }: Props) {
  const props: BoxPickerProps = {
    minLngName: minLng.name,
    minLatName: minLat.name,
    maxLngName: maxLng.name,
    maxLatName: maxLat.name,
    mapSettings: settings,
    height,
  };
  const box = boxOfFields(minLng, minLat, maxLng, maxLat);
  const [east, north] = settings.centre;
  const bounds = box ?? growBox({ minLng: east, minLat: north, maxLng: east, maxLat: north }, 5000);
  return (
    <>
      <div className={styles.sides}>
        <NumberField field={minLng} label="最小经度" unit="°" />
        <NumberField field={minLat} label="最小纬度" unit="°" />
        <NumberField field={maxLng} label="最大经度" unit="°" />
        <NumberField field={maxLat} label="最大纬度" unit="°" />
      </div>
      <div className={styles.field}>
        <Island name="boxPicker" props={props} when="visible">
          <div className={styles.picture} style={{ height }}>
            <SvgMap
              fill
              title={box ? "所选范围" : "尚未选择范围"}
              width={960}
              height={height}
              bounds={bounds}
              roads={roads}
              rectangle={box}
            />
          </div>
        </Island>
      </div>
    </>
  );
}

function boxOfFields(...fields: [Field, Field, Field, Field]): Box | null {
  const [minLng, minLat, maxLng, maxLat] = fields.map(
    (field, at) => readDegrees(fieldValue(field) ?? "", at % 2 ? "lat" : "lng") ?? NaN,
  ) as [number, number, number, number];
  const sound = isLngLat(minLng, minLat) && isLngLat(maxLng, maxLat) && minLng < maxLng && minLat < maxLat;
  return sound ? { minLng, minLat, maxLng, maxLat } : null;
}
