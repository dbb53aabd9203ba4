import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import "~/rooms";
import "~/sheets.server";
import { asRows, checkedImport, exported, faultsOf, judged, kindsOf, superViewer, throughFile } from "./drive.sample";
import { listSheets } from "./sheet-registry";
import { day } from "../../../../tests/kit/days";

describe.each(listSheets().map((sheet) => [sheet.title, sheet] as const))("the sheet of %s", (_title, sheet) => {
  it.each(["csv", "xlsx"] as const)("exported as %s and read again changes nothing", async (kind) => {
    const cells = await exported(sheet);
    const rows = await judged(sheet, await throughFile(cells, kind));
    expect(faultsOf(rows)).toEqual([]);
    expect(kindsOf(rows)).toEqual(cells.length > 1 ? { same: cells.length - 1 } : {});
  });

  it("with one cell changed is one change in history, and taken back gives the old record", async () => {
    const cells = await exported(sheet);
    const found = await changeOneCell(cells);
    if (!found) return;
    const driven = await checkedImport(sheet, asRows(found));
    expect(kindsOf(driven.rows).changed).toBe(1);
    const before = await exported(sheet);
    await driven.write();
    const key = driven.rows.find(({ kind }) => kind === "changed")!.key!;
    expect(await historyOf(driven.row.fileName)).toEqual([{ recordKey: key, action: "update" }]);
    expect(kindsOf(await judged(sheet, asRows(found)))).toEqual({ same: cells.length - 1 });
    await driven.undo();
    expect(await exported(sheet)).toEqual(before);
    expect(await historyOf(driven.row.fileName)).toHaveLength(2);
  });

  async function changeOneCell(cells: Awaited<ReturnType<typeof exported>>) {
    const columns = await sheet.columnsFor(superViewer);
    const last = cells.at(-1)!;
    // A sheet of nothing but codes has a test of its own.
    if (cells.length === 1 || columns.every(({ name, reference }) => reference || sheet.identity.includes(name)))
      return undefined;
    for (const [at, { name, kind, reference, choices = [] }] of columns.entries()) {
      if (reference || sheet.identity.includes(name)) continue;
      const others = {
        text: ["改过的一格"],
        number: [],
        date: [day(4000)],
        check: ["是", "否"],
        choice: choices.map(({ label }) => label),
      };
      for (const other of others[kind].filter((one) => one !== last[at])) {
        const changed = [...cells.slice(0, -1), last.map((cell, place) => (place === at ? other : cell))];
        if (kindsOf(await judged(sheet, asRows(changed))).changed === 1) return changed;
      }
    }
    throw new Error(`no cell of ${sheet.templateCode} can be changed`);
  }
});

const historyOf = async (fileName: string) =>
  (
    await sql<{ recordKey: string; action: string }>`
      select record_key, action from history where reason like ${`%${fileName}%`} order by at, history_id`.execute(db())
  ).rows;
