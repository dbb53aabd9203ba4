import { z } from "zod";
import { date, recordKey, text, version, whole } from "~/kit/page/forms/rules";
import { VersionHead } from "../version-replies";
import { ofVariant } from "../version-schema";
import type { RunningParams } from "./running-params";

export const paramFields: {
  name: Exclude<keyof RunningParams, "startDirection">;
  label: string;
  short: string;
  unit: string;
  least: number;
  most: number;
}[] = [
  { name: "extendMinutes", label: "延长运营时间", short: "延长", unit: "分钟", least: 0, most: 1440 },
  { name: "standbyMinutes", label: "待发时间", short: "待发", unit: "分钟", least: 0, most: 240 },
  { name: "speedLimit", label: "限速", short: "限速", unit: "公里/时", least: 5, most: 120 },
  { name: "dwellSeconds", label: "停站时间", short: "停站", unit: "秒", least: 0, most: 600 },
  { name: "departAllowFast", label: "允许提前发车", short: "提前发车", unit: "分钟", least: 0, most: 60 },
  { name: "departAllowSlow", label: "允许延后发车", short: "延后发车", unit: "分钟", least: 0, most: 60 },
  { name: "planSendEarly", label: "计划提前下发", short: "提前下发", unit: "分钟", least: 0, most: 240 },
];

export const paramLabels: Record<string, string> = {
  startDirection: "首发方向",
  ...Object.fromEntries(paramFields.map(({ name, label }) => [name, label])),
};

/** What takes effect where neither version nor line says otherwise; the direction is that of parameter S013. */
export const usualParams = { departAllowFast: 2, departAllowSlow: 3, planSendEarly: 15 } as const;

const bounds = Object.fromEntries(
  paramFields.map(({ name, least, most }) => [name, whole(least, most).nullish()]),
) as Record<(typeof paramFields)[number]["name"], z.ZodOptional<z.ZodNullable<z.ZodNumber>>>;
const params = z.object({
  startDirection: z.coerce
    .number({ error: "请从列表中选择" })
    .refine((value) => value === 1 || value === 2, "首发方向应为 1（上行）或 2（下行）")
    .nullish(),
  ...bounds,
});

/** A form's fields; one left empty is decided a step up. */
export const ParamForm = params.extend({ version, reason: text(255).nullish() });
export type ParamValues = z.output<typeof params>;

export const LineParamSave = params.extend({ lineUuid: recordKey, version });
export const VariantParamSave = ofVariant({ ...params.shape, version, reason: text(255).optional() });
export const VariantParamsOfLine = z.object({ mainUuid: recordKey, asOf: date.optional() });

const values = {
  startDirection: z.number().nullable(),
  ...Object.fromEntries(paramFields.map(({ name }) => [name, z.number().nullable()])),
} as Record<keyof RunningParams, z.ZodNullable<z.ZodNumber>>;
export const LineParams = z.object({
  lineUuid: z.string(),
  lineName: z.string(),
  ...values,
  effective: z.object(values),
  version: z.number(),
});
export type LineParams = z.output<typeof LineParams>;

export const VariantParams = VersionHead.extend({ ...values, effective: z.object(values) });
export type VariantParams = z.output<typeof VariantParams>;
