import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { cellsOf, fileOf, given, partsOf, stations } from "./template.sample";
import { tableStream, templateStream } from "./template.server";

const office = ["/usr/bin/soffice", "/usr/bin/libreoffice"].find(existsSync);
if (!office) console.error("skipped, no LibreOffice here: workbooks as it opens and saves them");

async function saved(...files: string[]): Promise<string[]> {
  const folder = path.join(path.dirname(files[0]!), "saved");
  await promisify(execFile)(office!, [
    "--headless",
    `-env:UserInstallation=file://${folder}-profile`,
    "--convert-to",
    "xlsx",
    "--outdir",
    folder,
    ...files,
  ]);
  return files.map((file) => path.join(folder, path.basename(file)));
}

it.skipIf(!office)("LibreOffice opens and saves the same cells, drop-downs and notes", async () => {
  const rows = [
    ["0012", "二级, 甲", true, 116.397428, new Date("2026-03-01"), "第 50000 项, “甲”", "=三级"],
    [" 前后 ", "两\n行", false, -0.000001, new Date("1900-01-01"), "_x000D_", "👩‍👩‍👧 <b>&amp;"],
    ["=1+1", "+86", null, 123_456_789_012, new Date("2100-12-31T23:59:58Z"), "-1", "@SUM(A1)"],
  ];
  const [template, table] = [
    await fileOf("office-template.xlsx", templateStream(stations)),
    await fileOf("office-table.xlsx", tableStream({ ...stations, rows: given(rows) })),
  ];
  const [first, second] = await saved(template.path, table.path);
  const asFile = (at: string) => ({ path: at, name: path.basename(at) });
  for (const name of ["站点 资料 ： 全部", "填写说明", "选项"])
    expect(await cellsOf(asFile(first!), name)).toEqual(await cellsOf(template, name));
  expect(await cellsOf(asFile(second!))).toEqual(await cellsOf(table));
  const parts = await partsOf(asFile(first!));
  const sheet = parts["xl/worksheets/sheet1.xml"]!;
  expect(sheet.match(/<dataValidation /g)).toHaveLength(6);
  expect(sheet).toMatch(/sqref="F2:F\d{4,}"[^>]*>\s*<formula1>'?选项'?!\$B\$2:\$B\$50001</);
  const notes = Object.entries(parts).find(([name]) => /comments\d*\.xml$/.test(name))![1];
  expect(notes.match(/<comment /g)).toHaveLength(7);
  expect(notes).toContain("站点的编号。");
});
