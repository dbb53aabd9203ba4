import { z } from "zod";
import { type Axis, degreeExamples, readDegrees } from "~/transit/geo/degrees";
import { meaningOf, type NumberedOption } from "./numbered";

export const orDigits = <R extends z.ZodType>(rule: R) =>
  z.preprocess((value) => (typeof value === "string" && value.trim() ? Number(value) : value), rule);

/** A numbered option that a list is filtered by; one that no record has finds nothing. */
export const chosenNumber = z.preprocess(
  (value) =>
    value === "" || value === null
      ? undefined
      : typeof value === "string" && /^\s*\d+\s*$/.test(value)
        ? Number(value)
        : value,
  z
    .number({ error: "请从列表中选择" })
    .int("请从列表中选择")
    .min(0, "请从列表中选择")
    .max(32_767, "请从列表中选择")
    .optional(),
);

/** The same, with what the numbers mean. */
export const chosenFrom = (choices: readonly NumberedOption[]) => chosenNumber.meta(meaningOf(choices));

/** A number that a list is narrowed by, as a number or as digits; nothing else stands for one. */
export const askedNumber = (least: number, most: number, words: string, read: (text: string) => unknown = Number) =>
  z.preprocess(
    (value) =>
      value === "" || value === null ? undefined : typeof value === "string" && value.trim() ? read(value) : value,
    z.number({ error: words }).min(least, words).max(most, words).optional(),
  );
const askedDegrees = (axis: Axis, most: number, named: string) =>
  askedNumber(
    -most,
    most,
    `${named}在 -${most} 到 ${most} 之间，例如 ${degreeExamples[axis]}`,
    (text) => readDegrees(text, axis) ?? text,
  );
export const askedLng = askedDegrees("lng", 180, "经度");
export const askedLat = askedDegrees("lat", 90, "纬度");

/** Yes or no, that a list is narrowed by: true or false in a call, 1 or 0 in an address. */
export const yesOrNo = z.preprocess(
  (value) => (value === "" || value === null ? undefined : (said.get(value) ?? value)),
  z.boolean({ error: "请选择是或否" }).optional(),
);
const said = new Map<unknown, boolean>([
  ...["true", "1"].map((word) => [word, true] as const),
  ...["false", "0"].map((word) => [word, false] as const),
]);
