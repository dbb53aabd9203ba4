import { errorOf, type Field, fieldValue, fieldValues } from "~/kit/page/forms/field";
import { NumberField, RadioField, TextareaField } from "~/kit/page/forms/fields";
import { Island } from "~/kit/page/islands/island";
import type { MapRoad } from "./line-drawing";
import { growBox } from "~/transit/geo/lng-lat";
import styles from "./map.module.css";
import type { MapSettings } from "./map-settings";
import { shapeKinds, type MapShape, type ShapeKind, kindOf, type Shape, shapeOf } from "~/transit/geo/shape";
import { shapeLimits } from "~/transit/geo/shape-faults";
import { boxOfShape } from "~/transit/geo/shape-geometry";
import { shapeWords } from "./shape-words";
import type { ShapePickerProps } from "./shape-picker.island";
import { SvgMap } from "./svg-map";
import { opened, readLines } from "~/transit/geo/coordinate-lines";
import { flatten } from "~/transit/geo/project";

interface Props {
  /** A point a line; all that an outline needs. */
  coords: Field;
  /** Given together, where a person chooses the kind. */
  choice?: ShapeFields;
  label?: string;
  hint?: string;
  settings: MapSettings;
  /** For the picture without JavaScript: the roads around. */
  roads?: readonly MapRoad[];
  /** What stands behind, in the picture and on the live map. */
  around?: MapShape[];
  height?: number;
}

/** An area as inputs (kind, coordinates, centre, radius, width) and a map that shows and, with JavaScript, draws it. */
export function ShapeField({
  coords,
  choice,
  label = "边界坐标",
  hint,
  settings,
  roads,
  around = [],
  height = 440,
}: Props) {
  const fixed: ShapeKind = "polygon";
  const names = choice
    ? {
        shape: choice.shape.name,
        coords: coords.name,
        lng: choice.lng.name,
        lat: choice.lat.name,
        radius: choice.radius.name,
        width: choice.width.name,
      }
    : { coords: coords.name };
  const props: ShapePickerProps = { names, kind: fixed, around, mapSettings: settings, height };
  const shape = shapeShown(coords, choice);
  const faulty = [coords, ...Object.values(choice ?? {})].some((field) => errorOf(field));
  const shapes: MapShape[] = [
    ...around,
    ...(shape ? [{ shape, corners: true, colour: faulty ? "#d92d20" : undefined }] : []),
  ];
  const [east, north] = settings.centre;
  const bounds =
    shapes.length > 0
      ? growBox(boxOfShape(shape ?? around[0]!.shape), 30)
      : growBox({ minLng: east, minLat: north, maxLng: east, maxLat: north }, 3000);
  return (
    <div className={styles.shape}>
      {choice && (
        <RadioField
          field={choice.shape}
          label="形状"
          choices={shapeKinds.map(({ value, label }) => ({ value: String(value), label }))}
          wide
        />
      )}
      <div className={styles.shapeInputs}>
        <div className={choice && styles.forPoints}>
          <TextareaField
            field={plain(coords)}
            label={label}
            rows={choice ? 7 : 6}
            wide
            hint={hint ?? <PointsHint choice={choice !== undefined} />}
            placeholder={"116.380000,39.870000\n116.381000,39.870000"}
          />
        </div>
        {choice && (
          <>
            <div className={styles.forCircle}>
              <NumberField field={choice.lng} label="圆心经度" unit="°" />
              <NumberField field={choice.lat} label="圆心纬度" unit="°" />
              <NumberField
                field={choice.radius}
                label="半径"
                unit="米"
                hint={`${shapeLimits.radius[0]} 到 ${shapeLimits.radius[1]} 米`}
              />
            </div>
            <div className={styles.forCorridor}>
              <NumberField
                field={choice.width}
                label="宽度"
                unit="米"
                hint={`${shapeLimits.width[0]} 到 ${shapeLimits.width[1]} 米`}
              />
            </div>
          </>
        )}
      </div>
      <Island name="shapePicker" props={props} when="visible">
        <div className={styles.picture} style={{ height }}>
          <SvgMap
            fill
            title={shape ? `所填区域：${shapeWords(shape)}` : "尚未填写区域"}
            width={960}
            height={height}
            bounds={bounds}
            roads={roads}
            shapes={shapes}
          />
        </div>
      </Island>
    </div>
  );
}

function PointsHint({ choice }: { choice: boolean }) {
  if (!choice)
    return (
      <>
        每行一个“经度,纬度”，沿边界依次填写，{shapeLimits.corners[0]} 到 {shapeLimits.corners[1]} 个点；也可在地图上画
      </>
    );
  return (
    <>
      每行一个“经度,纬度”。<span className={styles.ofRectangle}>矩形填两个对角；</span>
      <span className={styles.ofPolygon}>
        多边形沿边界依次填 {shapeLimits.corners[0]} 到 {shapeLimits.corners[1]} 个顶点；
      </span>
      <span className={styles.ofCorridor}>走廊沿中线依次填 2 个点以上；</span>也可在地图上画
    </>
  );
}

/** A field's facts; never required, because which inputs are depends on the kind. */
function plain({ id, name, errors, initialValue }: Field): Field {
  return { id, name, errors, initialValue };
}

/** The inputs of an area whose kind a person chooses. */
interface ShapeFields {
  shape: Field;
  lng: Field;
  lat: Field;
  radius: Field;
  width: Field;
}

/** What the inputs hold when the page is made, finished or not. */
function shapeShown(coords: Field, choice: ShapeFields | undefined): Shape | null {
  const number = (field: Field | undefined) => {
    const text = field && fieldValue(field)?.trim();
    return text ? Number(text) : null;
  };
  const read = readLines(fieldValue(coords) ?? "");
  const points = "points" in read ? opened(read.points) : [];
  const shape = choice ? Number(fieldValues(choice.shape)[0] ?? 3) : 3;
  if (!kindOf(shape)) return null;
  return shapeOf({
    shape,
    coords: flatten(points),
    lng: number(choice?.lng),
    lat: number(choice?.lat),
    radius: number(choice?.radius),
    width: number(choice?.width) ?? 30,
  });
}
