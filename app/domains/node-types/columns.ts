import { z } from "zod";
import { date } from "~/kit/page/forms/rules";
import { type ExtraColumn, extraColumns, type NodeExtra } from "~/transit/announcements/node-extra";

export const columnKinds = {
  number: "数字",
  text: "文本",
  choice: "枚举",
  date: "日期",
  time: "时间",
  check: "布尔",
} as const;
type ColumnKind = keyof typeof columnKinds;

export interface NodeColumn {
  columnCode: ExtraColumn;
  columnName: string;
  dataType: ColumnKind;
  unit?: string;
  /** Of a number its values, of a text its length. */
  min?: number;
  max?: number;
  options?: readonly string[];
}

const known: readonly Omit<NodeColumn, "columnName">[] = [
  { columnCode: "limitValue", dataType: "number", unit: "公里/时", min: 5, max: 120 },
  { columnCode: "zoneLength", dataType: "number", unit: "米", min: 10, max: 20_000 },
  { columnCode: "warnDistance", dataType: "number", unit: "米", min: 10, max: 500 },
  { columnCode: "crossName", dataType: "text", max: 64 },
  { columnCode: "turn", dataType: "choice", options: ["左转", "右转", "直行", "掉头"] },
  { columnCode: "hasSignal", dataType: "check" },
  {
    columnCode: "cause",
    dataType: "choice",
    options: ["学校", "事故多发", "急弯", "陡坡", "施工", "其他"],
  },
  { columnCode: "noticeNo", dataType: "text", max: 64 },
  { columnCode: "beginDate", dataType: "date" },
  { columnCode: "endDate", dataType: "date" },
  { columnCode: "beginTime", dataType: "time" },
  { columnCode: "endTime", dataType: "time" },
  { columnCode: "customer", dataType: "text", max: 64 },
  { columnCode: "repeat", dataType: "number", unit: "次", min: 1, max: 5 },
];

/** What nodes may carry beside what every node has. */
export const nodeColumns: readonly NodeColumn[] = known.map((column) => ({
  ...column,
  columnName: extraColumns[column.columnCode],
}));

export const findColumn = (code: string) => nodeColumns.find(({ columnCode }) => columnCode === code);

/** Why a column does not take a value as it was typed; undefined where it does. */
export function columnFault(
  { columnName, dataType, unit = "", min, max, options }: NodeColumn,
  value: string,
): string | undefined {
  switch (dataType) {
    case "number": {
      const fits = /^\d{1,6}$/.test(value) && Number(value) >= min! && Number(value) <= max!;
      return fits ? undefined : `${columnName}是 ${min} 到 ${max} 的整数${unit && `（${unit}）`}`;
    }
    case "text":
      return value.length <= max! ? undefined : `${columnName}最多 ${max} 个字`;
    case "choice":
      return options!.includes(value) ? undefined : `${columnName}只能是：${options!.join("、")}`;
    case "date":
      return date.safeParse(value).success ? undefined : `${columnName}应为日期，例如 2026-05-01`;
    case "time":
      return /^([01]\d|2[0-3]):[0-5]\d$/.test(value) ? undefined : `${columnName}应为时间，例如 08:30`;
    case "check":
      return value === "是" || value === "否" ? undefined : `${columnName}只能是“是”或“否”`;
  }
}

interface TypeColumn {
  columnCode: string;
  required: boolean;
  defaultValue: string | null;
}

/** A node's own values as its type's columns take them: defaults put in, what is wrong by column. */
export function checkExtra(columns: readonly TypeColumn[], given: Readonly<Record<string, string | null | undefined>>) {
  const extra: NodeExtra = {};
  const faults: { columnCode: string; message: string }[] = [];
  for (const { columnCode, required, defaultValue } of columns) {
    const column = findColumn(columnCode)!;
    const value = (given[columnCode] ?? defaultValue ?? "").trim();
    const message = value === "" ? (required ? `请填写${column.columnName}` : undefined) : columnFault(column, value);
    if (message) faults.push({ columnCode, message });
    else if (value !== "") extra[column.columnCode] = value;
  }
  for (const code of Object.keys(given).filter((one) => !columns.some(({ columnCode }) => columnCode === one)))
    faults.push({ columnCode: code, message: `这个节点类型没有列 ${code}` });
  for (const [begin, end, what] of periods)
    if (extra[begin] && extra[end] && extra[begin] > extra[end])
      faults.push({ columnCode: end, message: `结束${what}不能早于开始${what}` });
  return { extra, faults };
}

const periods = [
  ["beginDate", "endDate", "日期"],
  ["beginTime", "endTime", "时间"],
] as const;

const Column = z.object({
  columnCode: z.string({ error: "请选择列" }).refine((code) => findColumn(code) !== undefined, "请从列表中选择列"),
  required: z.boolean().default(false),
  defaultValue: z.preprocess(
    (value) => (value === "" ? null : value),
    z.string().trim().max(64, "最多 64 个字").nullish(),
  ),
});

export const ColumnRow = z.object({
  columnCode: z.string(),
  required: z.boolean(),
  defaultValue: z.string().nullable(),
});
export type ColumnRow = z.output<typeof ColumnRow>;

export const mostColumns = nodeColumns.length;

export const Columns = z
  .array(Column)
  .max(mostColumns, `最多 ${mostColumns} 列`)
  .superRefine((columns, context) => {
    const wrong = (at: number, field: string, message: string) =>
      context.addIssue({ code: "custom", path: [at, field], message });
    columns.forEach(({ columnCode, defaultValue }, at) => {
      const column = findColumn(columnCode);
      if (!column) return;
      if (columns.findIndex((one) => one.columnCode === columnCode) < at)
        wrong(at, "columnCode", `${column.columnName}已在列表中`);
      const message = defaultValue ? columnFault(column, defaultValue) : undefined;
      if (message) wrong(at, "defaultValue", message);
    });
  });

export const columnsInWords = (columns: readonly ColumnRow[]) =>
  columns
    .map(({ columnCode, required, defaultValue }) => {
      const more = [required && "必填", defaultValue && `默认 ${defaultValue}`].filter(Boolean).join("，");
      return `${findColumn(columnCode)?.columnName ?? columnCode}${more && `（${more}）`}`;
    })
    .join("；");

/** The columns of a type as the fields of a form. */
export const fieldKinds = (columns: readonly Pick<ColumnRow, "columnCode">[]) =>
  columns.flatMap(({ columnCode }) => {
    const { columnName: label, dataType: kind, unit, options } = findColumn(columnCode) ?? {};
    return label && kind ? [{ name: columnCode, label, kind, unit, options }] : [];
  });
