import { createReadStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { attachment } from "~/kit/data/files/attachment.server";
import { localPath, withLocalFile } from "~/kit/data/files/files.server";
import { page } from "~/kit/page/http/page.server";
import { problem } from "~/kit/ground/problem";
import { amendSheet, type RowFault } from "~/kit/page/sheets/amend-sheet.server";
import { SheetFileError } from "~/kit/page/sheets/sheet";
import { sheetRowLimits } from "~/kit/room/sheets/check-file.server";
import { streamFaults } from "~/kit/room/sheets/sheet-rows.server";
import { requireImport } from "../load-import.server";
import { may } from "../policy";

/** The person's own file, with what is wrong with each row in one more column. */
export const loader = page(may.read, async ({ viewer, params, request }) => {
  const { row, sheet } = await requireImport(viewer, params.importId!);
  const { match } = row.preview ?? {};
  if (!row.fileKey || !match) throw problem.missing("上传的文件");
  const headers = new Map(sheet.columns.map(({ name, header }) => [name, header]));
  const errors = new Map<number, RowFault>();
  for await (const rows of streamFaults(row.importId))
    for (const { row: number, errors: found, message } of rows) {
      const said = found?.map((one) => (one.name ? `${headers.get(one.name)}：${one.message}` : one.message));
      const columns = found?.flatMap(({ name }) => match.columns[name] ?? []) ?? [];
      errors.set(number, { columns, text: said?.join("；") || (message ?? "") });
    }
  const out = await localPath();
  const { signal } = request;
  const amendment = { sheet: row.preview!.sheet, headerRow: match.row, errors };
  await withLocalFile(row.fileKey, (path) =>
    amendSheet({ path, name: row.fileName }, amendment, out, { limits: sheetRowLimits, signal }),
  ).catch((error: unknown) => {
    throw error instanceof SheetFileError ? problem.field("", error.message) : error;
  });
  const { size } = await stat(out);
  const stream = createReadStream(out).once("close", () => void rm(out, { force: true }));
  const name = row.fileName.replace(/(\.\w+)?$/, "（导入结果）$1");
  return attachment(stream, { name, contentType: "application/octet-stream", size });
});
