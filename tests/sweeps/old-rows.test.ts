import { sql } from "kysely";
import { expect, it } from "vitest";
import { oldSteps } from "~/domains/issue-tasks/queries.server";
import { oldFileBatches } from "~/domains/line-files/queries.server";
import { oldMatchBatches } from "~/domains/path-checks/queries.server";
import { dropOldRows } from "~/kit/data/db/old-rows.server";
import { db } from "~/kit/data/db/pool.server";

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
