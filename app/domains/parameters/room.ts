import { z } from "zod";
import { code, lat, lng, rawText, wholePoint } from "~/kit/page/forms/rules";
import { field, optional, withDefault } from "~/kit/room/fields";
import { recordTable } from "~/kit/room/record-table";
import { defineRoom, permissions } from "~/kit/room/room";
import { rangeOf, shownParameter } from "./values";

/** Where a parameter is read: by name for the running of the system, by spCode for operations. */
const parameterScopes = [
  { value: "sys", label: "系统参数" },
  { value: "ops", label: "运营参数" },
];
export const parameterTypes = [
  { value: "text", label: "文本" },
  { value: "number", label: "数字" },
  { value: "boolean", label: "布尔" },
  { value: "coordinate", label: "坐标" },
  { value: "time", label: "时间" },
] as const;
export type ParameterType = (typeof parameterTypes)[number]["value"];

export const scopeRule = z.enum(["sys", "ops"], {
  error: "请选择参数范围：sys（系统参数）或 ops（运营参数）",
});
const typeRule = z.enum(
  parameterTypes.map(({ value }) => value),
  { error: "请从列表中选择参数类型" },
);
const nameRule = code("参数名称", 64).regex(/^[A-Za-z0-9_.-]+$/, "只能用字母、数字、下划线、点和减号");
const valueRule = rawText("参数值", 500);
const bound = z.number({ error: "请输入数字" });

const declared = defineRoom({
  name: "parameters",
  noun: "参数",
  title: "参数配置",
  url: "/params/param-configuration",
  key: "paramId",
  may: permissions("parameter"),
  named: "paramName",
  described: "title",
  code: "paramName",
  few: true,
  fields: {
    scope: {
      ...field.own("参数范围", scopeRule, z.string(), { hint: "系统参数按名称读取，运营参数按编码读取" }),
      kind: "choice",
      choices: parameterScopes,
      start: "ops",
    },
    paramName: {
      ...field.own("参数名称", nameRule, z.string(), {
        hint: "字母、数字、下划线、点和减号；同一范围内不重复",
      }),
      kind: "text",
    },
    title: field.name("参数说明", 64),
    paramType: {
      ...withDefault(field.own("参数类型", typeRule, z.string()), "text"),
      kind: "choice",
      choices: parameterTypes,
    },
    paramValue: field.own("参数值", valueRule, z.string()),
    minimum: { ...optional(field.own("最小值", bound, z.number())), kind: "number", hint: "空为不限" },
    maximum: { ...optional(field.own("最大值", bound, z.number())), kind: "number", hint: "空为不限" },
    /** The code of an app and the name of a module; the page offers those that there are. */
    productCode: { ...field.text("所属产品", 64), kind: "choice" },
    mavenProject: { ...field.text("所属模块", 64), kind: "choice" },
    remark: field.note("备注"),
  },
  /** Name and value under the names of scope ops; null in scope sys. */
  more: { spCode: z.string().nullable(), spValue: z.string().nullable() },
  bulk: ["productCode", "mavenProject", "remark"],
  checks: [boundsInOrder],
});
export type ParameterRow = typeof declared.row;
export type ParameterValues = typeof declared.values;

/** Called by its title, where it has one; the bin, the search and calls go by its name. */
export const parameterRoom = {
  ...declared,
  noteOf: (row: ParameterRow) => row.paramName,
  nameOf: (row: ParameterRow) => row.title || row.paramName,
};

/** What the page sends: a coordinate as two numbers or none, and nothing typed as an empty value. */
export const ParameterForm = z
  .object({
    ...parameterRoom.Form.shape,
    paramValue: valueRule.default(""),
    lng: lng.nullish(),
    lat: lat.nullish(),
  })
  .superRefine(boundsInOrder)
  .superRefine((sent, context) => {
    if (sent.paramType === "coordinate") wholePoint(sent, context);
  });

export function valuesOf({
  lng,
  lat,
  ...values
}: Omit<z.output<typeof ParameterForm>, "version" | "reason">): ParameterValues {
  const place = (lng ?? null) === null ? "" : `${lng},${lat}`;
  return { ...values, paramValue: values.paramType === "coordinate" ? place : values.paramValue };
}

export const parameterTable = recordTable<ParameterRow>(parameterRoom, {
  columns: [
    { id: "paramName", width: 140, sortable: true },
    { id: "title", width: 150, sortable: true },
    { id: "paramValue", width: 150, cell: (row) => shownParameter(row, row.paramValue) },
    { id: "scope", header: "范围", width: 90, sortable: true },
    { id: "paramType", header: "类型", width: 60, sortable: true },
    { id: "range", header: "取值范围", width: 100, hidden: true, cell: (row) => rangeOf(row) ?? "" },
    { id: "productCode", width: 100, sortable: true, hidden: true },
    { id: "mavenProject", width: 120, sortable: true, hidden: true },
    "remark",
    "updatedAt",
  ],
  keyword: "名称、说明或备注",
  filters: [
    { name: "scope", label: "范围", rule: scopeRule.optional() },
    { name: "paramType", label: "类型" },
    { name: "paramName", label: "", rule: z.string().trim().max(64).optional() },
    { name: "productCode", label: "产品", rule: z.string().trim().max(64).optional() },
    { name: "paramName", label: "", rule: z.string().trim().max(64).optional() },
  ],
  sortBy: "paramName",
});

function boundsInOrder(
  { minimum, maximum }: { minimum?: number | null; maximum?: number | null },
  context: z.core.$RefinementCtx,
) {
  if ((minimum ?? -Infinity) > (maximum ?? Infinity))
    context.addIssue({ code: "custom", path: ["maximum"], message: "最大值不能小于最小值" });
}
