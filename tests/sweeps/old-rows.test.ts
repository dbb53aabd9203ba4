import { sql } from "kysely";
import { expect, it } from "vitest";
import { oldSteps } from "~/domains/issue-tasks/queries.server";
import { oldFileBatches } from "~/domains/line-files/queries.server";
import { oldMatchBatches } from "~/domains/path-checks/queries.server";
import { oldSecurityEvents } from "~/kit/data/access/security-events.server";
import { dropOldRows } from "~/kit/data/db/old-rows.server";
import { db } from "~/kit/data/db/pool.server";
import { oldImportFiles, oldUnwrittenRows } from "~/kit/page/import-flow/old-imports.server";

const now = new Date("2026-11-15");
const count = async (text: string) =>
  (await sql<{ kept: string[] }>`${sql.raw(text)}`.execute(db())).rows.flatMap(({ kept }) => kept);

it("runs that have ended are dropped after their months, those that go on stay", async () => {
  for (const [place, [state, finished]] of (
    [
      ["done", "2025-10-31T23:00:00Z"],
      ["cancelled", "2025-10-01"],
      ["done", "2025-11-01T00:00:00Z"],
      ["running", null],
    ] as const
  ).entries()) {
    await sql`insert into match_batch (batch_id, state, created_at, created_by, created_by_name, finished_at)
      values (md5('old' || ${place}::int), ${state}, '2025-01-01', 'test', ${`${place}`}, ${finished}::timestamptz)`.execute(
      db(),
    );
    await sql`insert into line_file_batch (batch_uuid, scope, state, total, created_by, created_by_name, created_at, finished_at)
      values (md5('old' || ${place}::int), 'all', ${state}, 1, 'test', ${`${place}`}, '2025-01-01', ${finished}::timestamptz)`.execute(
      db(),
    );
  }
  expect([await dropOldRows(oldMatchBatches, now), await dropOldRows(oldFileBatches, now)]).toEqual([2, 2]);
  for (const table of ["match_batch", "line_file_batch"])
    expect(
      await count(`select array_agg(created_by_name order by 1) as kept from ${table} where created_by = 'test'`),
    ).toEqual(["2", "3"]);
});

it("steps of deliveries are dropped after their months, not those of one that is still to come", async () => {
  const { rows } = await sql<{
    open: string;
  }>`select detail_uuid as open from issue_detail where state < 2 limit 1`.execute(db());
  const open = rows[0]?.open;
  expect(open).toBeDefined();
  for (const [detail, at, actor] of [
    ["0".repeat(32), "2024-10-31T23:00:00Z", "old"],
    ["0".repeat(32), "2024-11-01T00:00:00Z", "new"],
    [open!, "2024-01-01", "open"],
  ])
    await sql`insert into issue_detail_log (detail_uuid, at, to_state, reason, actor) values (${detail}, ${at}::timestamptz, 0, 'test', ${actor})`.execute(
      db(),
    );
  expect(await dropOldRows(oldSteps, now)).toBe(1);
  expect(await count("select array_agg(actor order by 1) as kept from issue_detail_log where reason = 'test'")).toEqual(
    ["new", "open"],
  );
});

it("security events go after their months, and no younger one than half a year for anybody", async () => {
  for (const at of ["2023-10-31T23:00:00Z", "2023-11-01T00:00:00Z", new Date().toISOString()])
    await sql`insert into security_event (at, kind, detail) values (${at}::timestamptz, 'login', ${`test ${at.slice(0, 10)}`})`.execute(
      db(),
    );
  expect(await dropOldRows(oldSecurityEvents, now)).toBe(1);
  expect(
    await count("select array_agg(detail order by at) as kept from security_event where detail like 'test %'"),
  ).toEqual(["test 2023-11-01", `test ${new Date().toISOString().slice(0, 10)}`]);
  const inYears = new Date(Date.now() + 100 * 366 * 86_400_000);
  await expect(dropOldRows(oldSecurityEvents, inYears)).rejects.toThrow("180 days");
  await expect(sql`update security_event set detail = '' where at < '2024-01-01'`.execute(db())).rejects.toThrow(
    "never changed",
  );
  await expect(sql`truncate security_event`.execute(db())).rejects.toThrow("never changed");
});

it("files of imports go after their months and what nobody confirmed is given up, what was brought in stays", async () => {
  for (const [name, at, state] of [
    ["done", "2025-10-31T23:00:00Z", "done"],
    ["preview", "2025-10-31T23:00:00Z", "preview"],
    ["applying", "2025-10-31T23:00:00Z", "applying"],
    ["new", "2025-11-01T00:00:00Z", "preview"],
  ]) {
    await sql`insert into stored_file (file_key, file_name, size_bytes, content_type) values (${`old/${name}`}, ${name}, 1, 'text/csv')`.execute(
      db(),
    );
    await sql`insert into import_batch (import_id, door, kind, template_code, file_name, file_key, state, preview, created_at, created_by, created_by_name, confirmed_at)
      values (md5(${name}), 'sheet', 'import', 'G002', ${name}, ${`old/${name}`}, ${state}, '{}', ${at}::timestamptz, 'old', 'old', ${state === "preview" ? null : at}::timestamptz)`.execute(
      db(),
    );
    await sql`insert into sheet_row (import_id, row_number, place, kind, code) values (md5(${name}), 1, 1, 'new', ${name})`.execute(
      db(),
    );
  }
  expect([await dropOldRows(oldImportFiles, now), await dropOldRows(oldUnwrittenRows, now)]).toEqual([2, 1]);
  expect(
    await count(
      "select array_agg(file_name || ' ' || state || ' ' || coalesce(file_key, '-') order by file_name) as kept from import_batch where created_by = 'old'",
    ),
  ).toEqual(["applying applying old/applying", "done done -", "new preview old/new", "preview cancelled -"]);
  expect(
    await count(
      "select array_agg(code order by code) as kept from sheet_row join import_batch using (import_id) where created_by = 'old'",
    ),
  ).toEqual(["applying", "done", "new"]);
});
