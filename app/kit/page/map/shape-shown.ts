import { type Field, fieldValue, fieldValues } from "~/kit/page/forms/field";
import { opened, readLines } from "~/transit/geo/coordinate-lines";
import { flatten } from "~/transit/geo/project";
import { kindOf, type Shape, shapeOf } from "~/transit/geo/shape";

/** The inputs of an area whose kind a person chooses. */
export interface ShapeFields {
  shape: Field;
  lng: Field;
  lat: Field;
  radius: Field;
  width: Field;
}

/** What the inputs hold when the page is made, finished or not. */
export function shapeShown(coords: Field, choice: ShapeFields | undefined): Shape | null {
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
