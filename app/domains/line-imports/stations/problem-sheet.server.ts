import type { Readable } from "node:stream";
import type { Viewer } from "~/kit/data/access/viewer";
import type { SheetCell } from "~/kit/page/sheets/sheet";
import { sheetStream } from "~/kit/page/sheets/write-sheet.server";
import { groupBy } from "~/kit/ground/group-by";
import { problem } from "~/kit/ground/problem";
import { planStations } from "./plan.server";
import { readKept } from "./read-table.server";
import { findStationImport } from "./station-imports.server";

/** The file's own rows as a workbook, with a column that says what is wrong with each; `wrongOnly`: only those with something wrong. */
export async function problemSheet(
  viewer: Viewer,
  importId: string,
  wrongOnly: boolean,
): Promise<{ name: string; stream: Readable }> {
  const { fileKey, fileName, choices, state } = await findStationImport(viewer, importId);
  if (!fileKey || state !== "preview") throw problem.missing("上传的文件");
  const table = await readKept(fileKey, fileName, choices.sheet);
  const { problems } = await planStations(viewer, choices, table);
  const width = Math.max(0, ...table.rows.map(({ cells }) => cells.length));
  const wrong = groupBy(problems, ({ row }) => row);

  function* rows(): Generator<SheetCell[]> {
    if (choices.headerRow === 0) yield [...Array.from({ length: width }, () => null), "导入问题"];
    for (const { row, cells } of table.rows) {
      if (row < choices.headerRow || (wrongOnly && row !== choices.headerRow && !wrong.has(row))) continue;
      const said = (wrong.get(row) ?? []).map(
        ({ column, message, level }) => `${level === "error" ? "" : "提醒："}${column && `${column}：`}${message}`,
      );
      const note = row === choices.headerRow ? "导入问题" : said.join("；");
      yield [...Array.from({ length: width }, (_, at) => cells[at] ?? null), note.slice(0, 2000) || null];
    }
  }
  const widths = [...Array.from({ length: width }, () => 14), 60];
  return {
    name: `${fileName.replace(/\.\w+$/, "")}（导入问题）.xlsx`,
    stream: await sheetStream("导入问题", rows(), widths),
  };
}
