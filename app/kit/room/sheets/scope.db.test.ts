import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { organisationsInScope } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import type { SheetCell } from "~/kit/page/sheets/sheet";
import "~/rooms";
import "~/sheets.server";
import { asRows, checkedImport, exported, faultsOf, judged, kindsOf, superViewer } from "./drive.sample";
import { listSheets, requireSheet } from "./sheet-registry";

let clerk: Viewer;
let own: string;
let foreign: string;
beforeAll(async () => {
  const found = await sql<{ userId: string; orgCode: string }>`
    select user_id, org_code from app_user join organisation using (org_id) where user_account = 'clerk'`.execute(db());
  const { userId, orgCode } = found.rows[0]!;
  own = orgCode;
  const orgScope = await organisationsInScope(userId);
  clerk = { ...superViewer, userId, isSuper: false, orgScope };
  const others = await sql<{ orgCode: string }>`
    select org_code from organisation where org_id <> all(${orgScope}) and org_pid is not null and deleted_at is null limit 1`.execute(
    db(),
  );
  foreign = others.rows[0]!.orgCode;
});

async function beyond(templateCode: string) {
  const sheet = requireSheet(templateCode);
  const [header, ...all] = await exported(sheet);
  const mine = new Set((await exported(sheet, clerk)).slice(1).map(([code]) => code));
  return { sheet, header: header!, rows: all.filter(([code]) => !mine.has(code!)) };
}

describe.each(listSheets().map((sheet) => [sheet.title, sheet] as const))("of %s a clerk", (_title, sheet) => {
  it("exports what they see, and the same read again changes nothing", async () => {
    const cells = await exported(sheet, clerk);
    const rows = await judged(sheet, asRows(cells), clerk);
    expect(faultsOf(rows)).toEqual([]);
    expect(kindsOf(rows)).toEqual(cells.length > 1 ? { same: cells.length - 1 } : {});
  });
});

describe.each(["parking", "person", "organisation", "user"])("of %s beyond their fleet a clerk", (templateCode) => {
  it("changes no record and learns nothing of it", async () => {
    const { sheet, rows } = await beyond(templateCode);
    expect(rows.length).toBeGreaterThan(0);
    const [code, name] = sheet.columns;
    const cells: SheetCell[][] = [[code!.header, name!.header], ...rows.map(([is]) => [is!, "改名"])];
    const found = await judged(sheet, asRows(cells), clerk);
    expect(kindsOf(found)).toEqual({ wrong: rows.length });
    for (const [at, row] of found.entries()) {
      expect(row.errors).toEqual([{ name: code!.name, message: expect.stringContaining("范围以外") }]);
      expect(row).toMatchObject({ key: null, version: null, fields: null, before: null });
      const told = JSON.stringify({ ...row, cells: null, code: null, claims: null });
      for (const cell of rows[at]!.slice(1))
        if (typeof cell === "string" && cell.length > 3) expect(told).not.toContain(cell);
    }
  });

  it("is refused by the verbs too, row by row, should a good row turn out to be another's", async () => {
    const { sheet } = await beyond(templateCode);
    const key = await keyBeyond(sheet.templateCode);
    const driven = await checkedImport(sheet, asRows([[sheet.columns[0]!.header], ["Q1"]]), clerk);
    await sql`delete from sheet_row where import_id = ${driven.row.importId}`.execute(db());
    await sql`insert into sheet_row (import_id, row_number, place, kind, code, record_key, version, fields, before)
      values (${driven.row.importId}, 2, 1, 'changed', 'Q1', ${key.key}, ${key.version}, ${JSON.stringify({ [sheet.columns[1]!.name]: "改名" })}::jsonb, '{}')`.execute(
      db(),
    );
    await driven.write();
    expect(await driven.count()).toMatchObject({ altered: 0, refused: 1 });
  });
});

it("creates nothing in another's fleet and moves nothing there, and the good rows beside are taken", async () => {
  const sheet = requireSheet("parking");
  const header = ["场站编号", "场站名称", "所属机构"];
  const driven = await checkedImport(sheet, asRows([header, ["Q1", "外", foreign], ["Q2", "内", own]]), clerk);
  expect(faultsOf(driven.rows)).toEqual([
    { row: 2, code: "Q1", name: "orgId", message: `没有编号或名称为“${foreign}”的机构，或不在您的机构范围内` },
  ]);
  await driven.write();
  expect(await driven.count()).toMatchObject({ created: 1, refused: 0 });
  const moved = await judged(sheet, asRows([header, ["Q2", "内", foreign]]), clerk);
  expect(faultsOf(moved)).toMatchObject([{ name: "orgId" }]);
  await driven.undo();
});

it("names no person of another's fleet for a user", async () => {
  const { rows } = await beyond("person");
  const found = await judged(
    requireSheet("user"),
    asRows([
      ["账号", "姓名", "所属机构", "关联人员"],
      ["new.user", "新用户", own, rows[0]![0]!],
    ]),
    clerk,
  );
  expect(faultsOf(found)).toEqual([
    {
      row: 2,
      code: "new.user",
      name: "personUuid",
      message: `没有编号或名称为“${String(rows[0]![0])}”的关联人员，或不在您的机构范围内`,
    },
  ]);
});

it("places new organisations below their own, also below new ones of the same file, and none at the top", async () => {
  const sheet = requireSheet("organisation");
  const header = ["机构编号", "机构名称", "上级机构"];
  const driven = await checkedImport(
    sheet,
    asRows([header, ["Q3", "下下级", "Q2"], ["Q2", "下级", own], ["Q4", "顶级", null], ["Q5", "外", foreign]]),
    clerk,
  );
  const faults = faultsOf(driven.rows).map(({ code, name }) => `${code} ${name}`);
  expect(faults.sort()).toEqual(["Q4 orgPid", "Q5 orgPid"]);
  await driven.write({ parcel: 1 });
  expect(await driven.count()).toMatchObject({ created: 2, refused: 0 });
});

const places: Record<string, [table: string, key: string]> = {
  parking: ["depot", "parkingUuid"],
  person: ["person", "personUuid"],
  organisation: ["organisation", "orgId"],
  user: ["appUser", "userId"],
};

async function keyBeyond(templateCode: string): Promise<{ key: string; version: number }> {
  const [table, key] = places[templateCode]!;
  const found = await sql<{ key: string; version: number }>`
    select ${sql.ref(key)} as key, version from ${sql.table(table)} where deleted_at is null and coalesce(org_id <> all(${clerk.orgScope as string[]}), true) limit 1`.execute(
    db(),
  );
  return found.rows[0]!;
}
