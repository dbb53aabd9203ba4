import { z } from "zod";
import { type Axis, degreeExamples } from "~/transit/geo/degrees";

/** Degrees as they are kept, to six decimals. */
export const toMillionths = (degrees: number) => Number(degrees.toFixed(6));

const axes = z.registry<{ axis: Axis }>();

/** A longitude or a latitude; a form's may be typed as degrees and minutes, a call's is a number. */
export const lngOf = (what: string) =>
  z
    .number({ error: `请输入${what}，例如 ${degreeExamples.lng}` })
    .overwrite(toMillionths)
    .min(-180, "经度在 -180 到 180 之间")
    .max(180, "经度在 -180 到 180 之间")
    .register(axes, { axis: "lng" });
export const latOf = (what: string) =>
  z
    .number({ error: `请输入${what}，例如 ${degreeExamples.lat}` })
    .overwrite(toMillionths)
    .min(-90, "纬度在 -90 到 90 之间")
    .max(90, "纬度在 -90 到 90 之间，经纬度可能填反了")
    .register(axes, { axis: "lat" });
export const lng = lngOf("经度");
export const lat = latOf("纬度");

/** Whether a rule is that of a longitude or a latitude. */
export function axisOf(rule: z.core.$ZodType): Axis | undefined {
  const { def } = (rule as z.core.$ZodTypes)._zod;
  return "innerType" in def ? axisOf(def.innerType) : axes.get(rule)?.axis;
}

/** A point takes both its numbers; half of one is refused at the half that lacks. */
export function wholePoint(
  { lng: east, lat: north }: { lng?: number | null; lat?: number | null },
  context: z.core.$RefinementCtx,
) {
  const [lacksEast, lacksNorth] = [(east ?? null) === null, (north ?? null) === null];
  if (lacksEast === lacksNorth) return;
  context.addIssue({
    code: "custom",
    path: [lacksEast ? "lng" : "lat"],
    message: "请同时填写经度和纬度，或都留空",
  });
}

/** Why a point cannot be where something stands here: nobody measured it, or a number was pasted twice. */
export function placeFault({ lng: east, lat: north }: { lng?: number | null; lat?: number | null }) {
  if (east === 0 && north === 0) return "坐标是 0,0，请填写实际位置";
  return typeof east === "number" && east === north ? "经度和纬度是同一个数，请核对" : undefined;
}

export function plausiblePoint(point: { lng?: number | null; lat?: number | null }, context: z.core.$RefinementCtx) {
  const message = placeFault(point);
  if (message) context.addIssue({ code: "custom", path: ["lng"], message });
}
