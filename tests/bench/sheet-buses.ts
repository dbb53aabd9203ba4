import { createWriteStream } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { SheetCell } from "~/kit/page/sheets/sheet";
import { writeBook } from "~/kit/page/sheets/write-book.server";
import { styles } from "~/kit/page/sheets/write-styles";
import { csvLine } from "~/kit/page/tables/csv";
import { wordOf } from "~/kit/page/sheets/template";

/** One row in twenty is wrong, in twelve ways by turns. */
const oneIn = 20;
const kinds = 12;
/** The places of rows in the file that are wrong: the header is the first. */
export const wrongRows = (count: number) =>
  Array.from({ length: count }, (_, at) => at).flatMap((at) => (kindOf(at) < 0 ? [] : [at + 2]));
const kindOf = (at: number) => (at % oneIn === 7 ? Math.floor(at / oneIn) % kinds : -1);

export const busHeaders =
  "自编号,车牌号,车牌颜色,车辆识别代码,发动机/电机号,型号,所属机构,车辆状态,能源类型,核载人数,座位数,空调车,总里程,车辆来源,供应商,登记日期,出厂日期,下次年检,备注".split(
    ",",
  );
const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ";

/** A model and an organisation that the rows name. */
export interface Named {
  model: string;
  org: string;
}

export function busCells(at: number, { model, org }: Named): SheetCell[] {
  const wrong = kindOf(at);
  const either = <T>(kind: number, bad: T, good: T) => (wrong === kind ? bad : good);
  const number = String(at).padStart(6, "0");
  const plate = `川${letters[at % 10]}${letters[Math.floor(at / 10) % 24]}${String(Math.floor(at / 240)).padStart(4, "0")}`;
  return [
    either(0, null, `Z${number}`),
    either(1, "京A", plate),
    either(2, "紫", "黄"),
    null,
    `E${number}`,
    either(3, "没有", model),
    either(4, "没有", org),
    "正常",
    null,
    either(5, 999, 70),
    either(6, 80, 30),
    either(7, "也许", "是"),
    either(8, -1, at % 9999),
    "购买",
    "某厂",
    either<SheetCell>(9, "2020-13-01", day("2020-01-02")),
    day(either(10, "2021-01-01", "2019-12-31")),
    day("2026-12-31"),
    either(11, "长".repeat(300), "备注"),
  ];
}

const day = (text: string) => new Date(`${text}T00:00:00Z`);

/** Writes so many buses into a folder, as a workbook of two sheets and as text; answers the paths. */
export async function writeBuses(
  folder: string,
  count: number,
  named: Named,
): Promise<Record<"workbook" | "text", string>> {
  const paths = { workbook: path.join(folder, "buses.xlsx"), text: path.join(folder, "buses.csv") };
  const columns = busHeaders.map((header) => ({
    width: 14,
    style: header.includes("日期") || header === "下次年检" ? styles.date : styles.plain,
  }));
  const rows = function* () {
    yield { cells: busHeaders, styles: busHeaders.map(() => styles.header) };
    for (let at = 0; at < count; at++) yield { cells: busCells(at, named) };
  };
  const notes = { name: "说明", columns: [{ width: 40, style: styles.text }], rows: [{ cells: ["第二张工作表"] }] };
  await pipeline(
    Readable.from(writeBook([{ name: "车辆", columns, rows: rows() }, notes])),
    createWriteStream(paths.workbook),
  );
  await pipeline(Readable.from(csvOf(rows())), createWriteStream(paths.text));
  return paths;
}

function* csvOf(rows: Iterable<{ cells: SheetCell[] }>): Generator<string> {
  let lines = "\ufeff";
  for (const { cells } of rows) {
    lines += csvLine(cells.map(wordOf));
    if (lines.length < 2 ** 16) continue;
    yield lines;
    lines = "";
  }
  yield lines;
}
