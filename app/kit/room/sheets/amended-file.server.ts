import { existsSync } from "node:fs";
import { readdir, rename, rm, utimes } from "node:fs/promises";
import path from "node:path";
import { workFolder } from "~/kit/data/files/disk.server";
import { localPath, withLocalFile } from "~/kit/data/files/files.server";
import { digestOf } from "~/kit/ground/digest.server";
import { limitConcurrency } from "~/kit/ground/limit-concurrency";
import { problem } from "~/kit/ground/problem";
import { amendSheet, type RowFault } from "~/kit/page/sheets/amend-sheet.server";
import { SheetFileError } from "~/kit/page/sheets/sheet";
import { sheetRowLimits } from "./check-file.server";
import type { SheetImport } from "./import-row";
import type { Sheet } from "./sheet";
import { markOfFaults, streamFaults } from "./sheet-rows.server";

const enter = limitConcurrency(2, Infinity, () => new Error("nobody is refused here"));
const making = new Map<string, Promise<string>>();

/** Where the person's own file lies with what is wrong with each row in one more column: made once for as long as that is the same, also for who asks meanwhile or has gone away; a day after it was last asked for it is swept. */
export async function findAmended(sheet: Sheet, row: SheetImport): Promise<string> {
  const { fileKey, preview, importId } = row;
  const { match, sheet: name } = preview ?? {};
  if (!fileKey || !match) throw problem.missing("上传的文件");
  const mark = [fileKey, name, match.row, match.columns, await markOfFaults(importId)];
  const own = `amended-${importId}-`;
  const file = `${own}${digestOf(mark)}`;
  const known = making.get(file);
  if (known) return known;
  const to = path.join(workFolder(), file);
  if (existsSync(to)) return utimes(to, new Date(), new Date()).then(() => to);
  const made = make(sheet, row, to).finally(() => making.delete(file));
  making.set(file, made);
  const done = await made;
  for (const other of await readdir(workFolder()))
    if (other.startsWith(own) && other !== file) await rm(path.join(workFolder(), other), { force: true });
  return done;
}

async function make(sheet: Sheet, row: SheetImport, to: string): Promise<string> {
  const leave = await enter();
  const match = row.preview!.match!;
  try {
    const out = await localPath();
    const errors = await faultsByRow(sheet, row);
    const amendment = { sheet: row.preview!.sheet, headerRow: match.row, errors };
    await withLocalFile(row.fileKey!, (from) =>
      amendSheet({ path: from, name: row.fileName }, amendment, out, { limits: sheetRowLimits }),
    );
    await rename(out, to);
    return to;
  } catch (error) {
    throw error instanceof SheetFileError ? problem.field("", error.message) : error;
  } finally {
    leave();
  }
}

async function faultsByRow(sheet: Sheet, { importId, preview }: SheetImport): Promise<Map<number, RowFault>> {
  const headers = new Map(sheet.columns.map(({ name, header }) => [name, header]));
  const faults = new Map<number, RowFault>();
  for await (const rows of streamFaults(importId))
    for (const { row, errors, message } of rows) {
      const said = errors?.map((one) => (one.name ? `${headers.get(one.name)}：${one.message}` : one.message));
      const columns = errors?.flatMap(({ name }) => preview!.match!.columns[name] ?? []) ?? [];
      faults.set(row, { columns, text: said?.join("；") || (message ?? "") });
    }
  return faults;
}
