import { z } from "zod";
import { code, keysToDelete, lat, lng, recordKey, requiredText, text, version } from "~/kit/page/forms/rules";
import { changesOf } from "~/kit/page/http/changes";

export { directionName, type DirectionView } from "./directions";

/** Where a parameter is read: by name for the running of the system, by spCode for operations. */
export const parameterScopes = [
  { value: "sys", label: "系统参数" },
  { value: "ops", label: "运营参数" },
] as const;

export const parameterTypes = [
  { value: "text", label: "文本" },
  { value: "number", label: "数字" },
  { value: "boolean", label: "布尔" },
  { value: "coordinate", label: "坐标" },
  { value: "time", label: "时间" },
] as const;

export type ParameterType = (typeof parameterTypes)[number]["value"];

/** The label of one of the two lists above. */
export const wordOf = (choices: readonly { value: string; label: string }[], value: string) =>
  choices.find((choice) => choice.value === value)?.label ?? value;

const scope = z.enum(["sys", "ops"], { error: "请选择参数范围：sys（系统参数）或 ops（运营参数）" });
const paramType = z.enum(["text", "number", "boolean", "coordinate", "time"], { error: "请从列表中选择参数类型" });
export const paramName = code("参数名称", 64).regex(/^[A-Za-z0-9_.-]+$/, "只能用字母、数字、下划线、点和减号");
export const paramValue = z.string({ error: "请输入参数值" }).max(500, "最多 500 个字");
const bound = z.number({ error: "请输入数字" });

export const parameter = z.object({
  scope,
  paramName,
  title: requiredText("参数说明", 64),
  paramType: paramType.default("text"),
  paramValue,
  minimum: bound.nullish(),
  maximum: bound.nullish(),
  productCode: text(64).nullish(),
  mavenProject: text(64).nullish(),
  remark: text(255).nullish(),
});

const inOrder = ({ minimum, maximum }: { minimum?: number | null; maximum?: number | null }) =>
  (minimum ?? -Infinity) <= (maximum ?? Infinity);
const orderError = { path: ["maximum"], message: "最大值不能小于最小值" };

/** What the page sends: a coordinate as two numbers or none, and nothing typed as an empty value. */
export const ParameterForm = parameter
  .extend({
    paramValue: paramValue.default(""),
    lng: lng.nullish(),
    lat: lat.nullish(),
    version,
    reason: text(255).nullish(),
  })
  .refine(inOrder, orderError)
  .superRefine(({ paramType, lng, lat }, context) => {
    const [one, other] = [lng ?? null, lat ?? null];
    if (paramType === "coordinate" && (one === null) !== (other === null))
      context.addIssue({
        code: "custom",
        path: [one === null ? "lng" : "lat"],
        message: "请同时填写经度和纬度，或都留空",
      });
  });

/** What may be changed of many at once. */
export const ParameterBulk = changesOf(parameter.pick({ productCode: true, mavenProject: true, remark: true }));
export const ParameterDelete = keysToDelete("paramId", "参数");
export type ParameterValues = z.output<typeof parameter> & { paramId?: string };

/** The form's values as the record's: a coordinate in one. */
export function valuesOf({
  lng,
  lat,
  ...values
}: Omit<z.output<typeof ParameterForm>, "version" | "reason">): ParameterValues {
  const place = (lng ?? null) === null ? "" : `${lng},${lat}`;
  return { ...values, paramValue: values.paramType === "coordinate" ? place : values.paramValue };
}

/** Without a scope the name must be free in both. */
export const ParamNameCheck = z.object({ paramName, scope: scope.optional(), paramId: recordKey.optional() });

export const ParameterFilters = z.object({
  keyword: z.string().trim().max(64).optional(),
  scope: scope.optional(),
  paramType: paramType.optional(),
  productCode: z.string().trim().max(64).optional(),
});
export type ParameterFilters = z.output<typeof ParameterFilters>;

export const ParameterRow = z.object({
  paramId: z.string(),
  scope: z.string(),
  paramName: z.string(),
  paramValue: z.string(),
  /** The same under the names of scope ops; null in scope sys. */
  spCode: z.string().nullable(),
  spValue: z.string().nullable(),
  title: z.string(),
  paramType: z.string(),
  minimum: z.number().nullable(),
  maximum: z.number().nullable(),
  productCode: z.string().nullable(),
  mavenProject: z.string().nullable(),
  remark: z.string().nullable(),
  version: z.number(),
  /** UTC, ISO 8601. */
  updatedAt: z.string(),
});
export type ParameterRow = z.output<typeof ParameterRow>;
