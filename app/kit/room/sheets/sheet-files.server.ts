import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, newKey } from "~/kit/data/db/pool.server";
import { workbookType } from "~/kit/ground/files/media-types";
import { today } from "~/kit/ground/time/today.server";
import type { SheetTemplate, TemplateColumn } from "~/kit/page/sheets/template";
import { tableCsv } from "~/kit/page/sheets/template-csv";
import { tableStream, templateStream } from "~/kit/page/sheets/template.server";
import type { SheetColumn } from "./column";
import { offeredCodes } from "./references.server";
import type { Sheet, Values } from "./sheet";

export interface SheetFileMade {
  name: string;
  contentType: string;
  content(): AsyncGenerator<Uint8Array>;
}

const mostOffered = 5000;

export async function templateFile(sheet: Sheet, viewer: Viewer): Promise<SheetFileMade> {
  const template = await templateOf(sheet, viewer);
  return {
    name: `${sheet.title}导入模板.xlsx`,
    contentType: workbookType,
    content: () => templateStream(template),
  };
}

/** What the list shows under these filters, every column, in the template's shape; its end is kept in the log. */
export async function exportFile(
  sheet: Sheet,
  viewer: Viewer,
  filters: Values,
  format: "xlsx" | "csv",
): Promise<SheetFileMade> {
  const template = await templateOf(sheet, viewer);
  const name = `${sheet.title} ${today()}.${format}`;
  return {
    name,
    contentType: format === "csv" ? "text/csv; charset=utf-8" : workbookType,
    content: () => logged(sheet, viewer, name, (count) => made(count)),
  };

  function made(count: (rows: number) => void): AsyncGenerator<Uint8Array> {
    const rows = (async function* () {
      for await (const some of sheet.stream(viewer, filters)) {
        count(some.length);
        yield* some;
      }
    })();
    return format === "csv" ? tableCsv({ columns: template.columns, rows }) : tableStream({ ...template, rows });
  }
}

async function templateOf(sheet: Sheet, viewer: Viewer): Promise<SheetTemplate> {
  const columns = await sheet.columnsFor(viewer);
  const { title, identity, rules } = sheet;
  const found = columns.filter(({ name }) => identity.includes(name)).map(({ header }) => `“${header}”`);
  return {
    title,
    columns: await Promise.all(columns.map((column) => templateColumn(viewer, column))),
    rules: [
      `每行一条${sheet.noun}，用${found.join("和")}认出已有的${sheet.noun}，认不出的新增。`,
      "列可以换顺序；不需要改的列可以删去，删去的列保持原样。单元格留空表示清空这一项。",
      "先检查整个文件并列出全部错误，确认之后才改动数据；导入之后可以撤销。",
      ...rules,
    ],
  };
}

async function templateColumn(viewer: Viewer, column: SheetColumn): Promise<TemplateColumn> {
  const { header, required, remark, example, width, kind, reference } = column;
  const plain = { header, required, remark, example, width };
  if (reference) {
    const offered = await offeredCodes(viewer, reference, mostOffered);
    const choices = offered.map(({ code, title }) => (code === title ? code : `${code} ${title}`));
    return choices.length > 0 ? { ...plain, kind: "choice", choices } : { ...plain, kind: "text" };
  }
  const choices = (column.offered ?? column.choices)?.map(({ label }) => label);
  return kind === "choice" ? { ...plain, kind, choices: choices ?? [] } : { ...plain, kind };
}

async function* logged(
  { templateCode }: Sheet,
  viewer: Viewer,
  fileName: string,
  make: (count: (rows: number) => void) => AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const began = Date.now();
  let [rows, whole] = [0, false];
  try {
    yield* make((more) => (rows += more));
    whole = true;
  } finally {
    await sql`
      insert into import_batch (import_id, door, kind, template_code, file_name, state, progress, error, row_count, ms, created_by, created_by_name, finished_at)
      values (${newKey()}, 'sheet', 'export', ${templateCode}, ${fileName}, ${whole ? "done" : "failed"}, 1, ${whole ? null : "没有下载完"}, ${rows}, ${Date.now() - began}, ${viewer.userId}, ${viewer.userName}, now())`.execute(
      db(),
    );
  }
}
