import { z } from "zod";
import { lat, lng, oneOf, toMillionths } from "~/kit/page/forms/rules";
import { asCoords, opened, readLines } from "~/transit/geo/coordinate-lines";
import { shapeKinds, shapeOf } from "~/transit/geo/shape";
import type { ShapeColumns } from "~/transit/geo/shape";
import { centreOf, outlineOf } from "~/transit/geo/shape-geometry";

/** Coordinates as a form's text area sends them, a point a line, or as a stored list of numbers, which is what a page of both sides of a stale save sends; come out flat. */
export const coordsText = z
  .union([z.string().max(20_000, "坐标太多，最多 200 个点"), z.array(z.coerce.number()).max(1000)])
  .transform((typed, context) => {
    if (typeof typed !== "string") return typed;
    const read = readLines(typed);
    if ("points" in read) return asCoords(opened(read.points));
    context.addIssue({ code: "custom", message: read.fault });
    return z.NEVER;
  });

/** Coordinates as a call sends them: `[[116.38, 39.87], ...]`; come out flat. */
export const coordsPairs = z
  .array(z.tuple([lng, lat], { error: "每个点应为 [经度, 纬度]" }), { error: "请给出坐标数组 [[经度, 纬度], …]" })
  .max(1000, "最多 200 个点")
  .transform((points) => asCoords(opened(points)));

const metres = (label: string) => z.number({ error: `请输入${label}，单位米` }).int(`${label}请填整米数`);

/** The columns of a shape but its coordinates, which a form and a call send differently. */
export const shapeRules = {
  shape: oneOf(shapeKinds),
  lng: lng.nullish(),
  lat: lat.nullish(),
  radius: metres("半径").nullish(),
  width: metres("宽度").nullish(),
};

/** Sound columns as they are stored: only what this kind has, a rectangle's four corners, and the middle. */
export function storedShape(columns: ShapeColumns) {
  const shape = shapeOf(columns)!;
  const [east, north] = centreOf(shape).map(toMillionths) as [number, number];
  return {
    shape: columns.shape,
    lng: east,
    lat: north,
    radius: shape.kind === "circle" ? shape.radius : null,
    coords: shape.kind === "circle" ? null : asCoords(shape.kind === "corridor" ? shape.path : shape.ring),
    width: shape.kind === "corridor" ? shape.width : null,
  };
}

/** The area as GeoJSON: always a polygon, round parts in short steps. */
export const GeoArea = z.object({
  type: z.literal("Polygon"),
  coordinates: z.array(z.array(z.tuple([z.number(), z.number()]))),
});
export type GeoArea = z.output<typeof GeoArea>;

export function geoArea(columns: ShapeColumns): GeoArea | null {
  const shape = shapeOf(columns);
  if (!shape) return null;
  const ring = outlineOf(shape).map(([east, north]): [number, number] => [toMillionths(east), toMillionths(north)]);
  return { type: "Polygon", coordinates: [[...ring, ring[0]!]] };
}
