import { buffer } from "node:stream/consumers";
import { openPromise } from "yauzl";
import { readSheet } from "./read-sheet.server";
import type { SheetCell } from "./sheet";
import { sampleFile } from "./sheet.sample";
import type { SheetTemplate } from "./template";

type File = ReturnType<typeof sampleFile>;

export const fileOf = async (name: string, bytes: AsyncIterable<Uint8Array>): Promise<File> =>
  sampleFile(name, await buffer(bytes));

export async function cellsOf(file: File, sheet?: string): Promise<SheetCell[][]> {
  const rows: SheetCell[][] = [];
  for await (const { row, cells } of readSheet(file, { sheet })) rows[row - 1] = cells;
  return Array.from(rows, (cells) => cells ?? []);
}

export async function partsOf({ path }: File): Promise<Record<string, string>> {
  const zip = await openPromise(path, { lazyEntries: true });
  const parts: Record<string, string> = {};
  for await (const entry of zip.eachEntry())
    parts[entry.fileName] = (await buffer(await zip.openReadStreamPromise(entry))).toString();
  return parts;
}

export async function* given(rows: Iterable<SheetCell[]>): AsyncGenerator<SheetCell[]> {
  yield* rows;
}

export const longList = Array.from({ length: 50_000 }, (_, at) => `第 ${at + 1} 项, “甲”`);
const levels = ["一级", "二级, 甲", "=三级", '<四级> & "五"'];

export const stations: SheetTemplate = {
  title: "站点[资料]：*/全部",
  columns: [
    { header: "编号", required: true, remark: "站点的编号。", example: "0012", width: 16, kind: "text" },
    { header: "站级", required: true, remark: "", example: "一级", width: 12, kind: "choice", choices: levels },
    { header: "候车亭", required: false, remark: "有无。", example: true, width: 10, kind: "check" },
    { header: "经度", required: false, remark: "六位小数。", example: 116.397428, width: 14, kind: "number" },
    {
      header: "启用日期",
      required: false,
      remark: "<当天> 起 & 有效",
      width: 14,
      kind: "date",
      example: new Date("2026-03-01"),
    },
    { header: "机构", required: false, remark: "", example: null, width: 20, kind: "choice", choices: longList },
    { header: "次级", required: false, remark: "", example: "=三级", width: 12, kind: "choice", choices: levels },
  ],
  rules: ["按编号找到已有的站点。", "=空白的单元格不改动。"],
};
