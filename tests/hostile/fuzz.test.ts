import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { passwords } from "../kit/database";
import { openFuzz } from "../fuzz/fuzz";
import { isLongRun } from "../kit/long-run";
import { measured } from "../kit/real-data";
import { endStarted, start, type StartedServer } from "../kit/started";

describe.runIf(isLongRun)("a fuzz", () => {
  let program: StartedServer;
  beforeAll(async () => {
    program = await start();
  });
  afterAll(endStarted);

  const complaints: string[] = [];
  let opened: ReturnType<typeof openFuzz> | undefined;
  /** Both tests send on what was read once. */
  const open = () =>
    (opened ??= openFuzz({
      url: program.url,
      password: passwords.admin,
      places: [process.cwd(), process.env.DATA_DIR!],
      seed: 73,
      complain: (fault) => complaints.push(fault),
    }));

  /** Shares of what `npm run faults -- fuzz` sends, always the same. */
  const share = 680;

  it("requests of a fuzz are all answered, in words and in time, and leave no error in the log", async () => {
    const run = await open();
    await run.some(1, share);
    const { requests, calls, forms } = run.outcome();
    expect(complaints.join("\n")).toBe("");
    expect(program.output().match(/^\{"level":[56]0.*/gm)).toBe(null);
    expect(requests).toBeGreaterThan(share);
    measured("a fuzz", requests, calls, forms);
    expect(calls.met / calls.all).toBeGreaterThan(0.97);
    expect(calls.accepted / calls.all).toBeGreaterThan(0.7);
    expect(forms.met).toBeGreaterThan(100);
  }, 600_000);

  it("what a fuzz is refused has changed no record", async () => {
    const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name in ('version', 'deleted_at') group by 1 having count(*) = 2`.execute(
      db(),
    );
    const names = tables.rows.map(({ name }) => name);
    expect(names.length).toBeGreaterThan(15);
    const parts = names.map(
      (name) => sql`select ${name} as name, count(*), sum(version), count(deleted_at) from ${sql.table(name)}`,
    );
    const state = async () => JSON.stringify((await sql`${sql.join(parts, sql` union all `)}`.execute(db())).rows);
    await (await open()).some(601, 750, state);
    expect(complaints.join("\n")).toBe("");
  }, 600_000);
});
