import { z } from "zod";
import { pasted, recordKey, whole } from "~/kit/page/forms/rules";
import { FILE_CRS } from "~/transit/geo/file-crs";
import { type Columns, type StationColumn, stationColumnNames } from "./columns";

const crs = z.enum(FILE_CRS, { error: "请选择坐标系" });
/** 1 up, 2 down, or as the file's own column says row by row. */
const direction = z.enum(["1", "2", "file"], { error: "请选择方向" });

export const StartForm = z.object({
  classifySid: z.string({ error: "请选择线路" }).regex(/^[0-9a-f]{32}$/, "请选择线路"),
  versionUuid: recordKey.optional(),
  direction,
  crs,
  pasted: pasted.optional(),
});

export const columnFields = Object.fromEntries(
  stationColumnNames.map((name) => [`column_${name}`, whole(0, 255).optional()]),
) as Record<`column_${StationColumn}`, z.ZodOptional<z.ZodNumber>>;

/** As calls give them. */
export const GivenColumns = z
  .partialRecord(z.enum(stationColumnNames as [string, ...string[]]), whole(0, 255))
  .describe("每一项在第几列，从 0 起；没有给出的项文件中没有");

const asked = z.object({
  direction,
  crs,
  sheet: z.string().max(200).optional(),
  /** 0: the file names no columns. */
  headerRow: whole(0, 1000).default(0),
  /** Metres within which a station of the same name is the same. */
  near: whole(10, 2000),
  /** Begins the numbers of new stations that the file gives none; "": it must give one. */
  prefix: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9]{0,10}$/, "编号前缀最多 10 个字母或数字")
    .default(""),
});

/** What the preview page asks again: how the file is to be understood. Columns are counted from 0; left out: the file has none. */
export const ChoicesForm = asked.extend(columnFields);

export interface StationChoices extends z.output<typeof asked> {
  classifySid: string;
  /** The draft to go into; left out: the open one. */
  versionUuid?: string;
  columns: Columns;
  /** What a person chose at a row of the file: a station's key, or `new`. */
  picks: Record<string, string>;
}

export function sentChoices(
  sent: z.output<typeof ChoicesForm>,
): Omit<StationChoices, "classifySid" | "versionUuid" | "picks"> {
  const { direction, crs, sheet, headerRow, near, prefix } = sent;
  return { direction, crs, sheet, headerRow, near, prefix, columns: columnsSent(sent) };
}

export const columnsSent = (sent: Partial<Record<`column_${StationColumn}`, number>>): Columns =>
  Object.fromEntries(
    stationColumnNames.flatMap((name) =>
      sent[`column_${name}`] === undefined ? [] : [[name, sent[`column_${name}`]]],
    ),
  );

export function typedChoices({ columns, ...choices }: { columns: Columns }): Record<string, unknown> {
  return { ...choices, ...Object.fromEntries(Object.entries(columns).map(([name, at]) => [`column_${name}`, at])) };
}

export const usualChoices = { near: 200, prefix: "ZD", picks: {} } satisfies Partial<StationChoices>;

export const isLocated = ({ columns }: Pick<StationChoices, "columns">) =>
  columns.lng !== undefined || columns.lat !== undefined || columns.place !== undefined;
