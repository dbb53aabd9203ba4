import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { trackImport } from "~/kit/page/import-flow/running-imports.server";
import { inTransaction } from "./pool.server";
import { listenToOthers, shareDuty, tellOthers } from "./told.server";

let other: pg.Client;
let end: (() => Promise<void>) | undefined;
const heard: string[] = [];
const dutyLock = "hashtextextended('duty fences', 0)";

beforeAll(async () => {
  other = new pg.Client(process.env.DATABASE_URL);
  await other.connect();
  other.on("notification", ({ payload }) => heard.push(payload!));
  await other.query("listen bus_back_office");
});
afterAll(async () => {
  await end?.();
  await other.end();
});

it("tells nobody anything before it listens itself, as a command does not", async () => {
  await tellOthers("job", "before");
  await other.query("select 1");
  expect(heard).toEqual([]);
});

it("leaves a duty to the process that has it, and takes it when that one is gone", async () => {
  let begun = 0;
  const isElsewhere = shareDuty("fences", () => (begun += 1));
  expect(isElsewhere()).toBe(false);
  await other.query(`select pg_advisory_lock(${dutyLock})`);
  end = await listenToOthers();
  expect([isElsewhere(), begun]).toEqual([true, 0]);
  await other.query(`select pg_advisory_unlock(${dutyLock})`);
  await expect.poll(isElsewhere, { timeout: 10_000 }).toBe(false);
  expect(begun).toBe(1);
});

it("acts on what another process tells, and not on what it told itself", async () => {
  const [mine, theirs] = [new AbortController(), new AbortController()];
  const forget = [trackImport("mine", mine), trackImport("theirs", theirs)];
  await tellOthers("import-cancelled", "mine");
  await other.query("select pg_notify('bus_back_office', $1)", [
    JSON.stringify({ from: "another", subject: "import-cancelled", detail: "theirs" }),
  ]);
  await expect.poll(() => theirs.signal.aborted, { timeout: 10_000 }).toBe(true);
  expect(mine.signal.aborted).toBe(false);
  forget.forEach((one) => one());
});

it("tells what happens in a transaction when it has come about, and never what was taken back", async () => {
  heard.length = 0;
  await inTransaction(async (trx) => {
    await tellOthers("job", "taken back", trx);
    throw new Error("no");
  }).catch(() => undefined);
  await inTransaction((trx) => tellOthers("job", "kept", trx));
  await expect.poll(() => heard.length, { timeout: 10_000 }).toBe(1);
  expect(JSON.parse(heard[0]!)).toMatchObject({ subject: "job", detail: "kept" });
});

it("goes on when its connection is ended, and gives its duties away meanwhile", async () => {
  const isElsewhere = shareDuty("fences", () => undefined);
  await expect.poll(isElsewhere, { timeout: 10_000 }).toBe(false);
  await other.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'bus-back-office told' and datname = current_database()",
  );
  await expect.poll(isElsewhere, { timeout: 10_000, interval: 5 }).toBe(true);
  await expect.poll(isElsewhere, { timeout: 10_000 }).toBe(false);
});
