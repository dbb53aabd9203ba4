import { sql } from "kysely";
import { expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import "~/rooms";
import "~/sheets.server";
import { exported, faultsOf, judged, kindsOf, throughFile } from "./drive.sample";
import { asMeant } from "./read-rows";
import { requireSheet } from "./sheet-registry";

const odd = ["#N/A", "'#N/A", "'=1", "''+1", "=1+1", "#DIV/0!", "'好"];

it.each(["csv", "xlsx"] as const)("texts that spreadsheets take for something else come back from %s", async (kind) => {
  const sheet = requireSheet("post");
  for (const [at, remark] of odd.entries())
    await sql`update post set remark = ${remark} where post_uuid = (select post_uuid from post order by post_code offset ${at} limit 1)`.execute(
      db(),
    );
  const rows = await throughFile(await exported(sheet), kind);
  const read = await judged(
    sheet,
    rows.map((row) => asMeant(row, kind === "csv")),
  );
  expect(faultsOf(read)).toEqual([]);
  expect(kindsOf(read)).toEqual({ same: rows.length - 1 });
});

it.each([
  ["bus", sql`update depot set deleted_at = now() where parking_uuid = (select min(parking_uuid) from bus)`],
  ["lineBus", sql`update line set deleted_at = now() where line_uuid = (select min(line_uuid) from bus_line)`],
])("an export of %s with a reference to a deleted record is imported as it was", async (code, remove) => {
  const sheet = requireSheet(code);
  expect((await remove.execute(db())).numAffectedRows).toBe(1n);
  const rows = await throughFile(await exported(sheet), "csv");
  const read = await judged(sheet, rows);
  expect(faultsOf(read)).toEqual([]);
  expect(kindsOf(read)).toEqual({ same: rows.length - 1 });
});
