import { sql } from "kysely";
import { expect, it, vi } from "vitest";
import { depotRoom } from "~/domains/depots/room";
import { db, inTransaction } from "~/kit/data/db/pool.server";
import { newReads, sharingReads } from "~/kit/data/db/shared-reads.server";
import { sqlState } from "~/kit/data/db/failures";
import { visitorWith } from "../../../../tests/kit/accounts";
import { visitor } from "../../../../tests/kit/visit";

vi.hoisted(() => (process.env.PAGE_TIMEOUT_MS = "400"));

const { may, url } = depotRoom;
const sleepSql = sql`select pg_sleep(1.2)`;
const stateOf = (work: Promise<unknown>) => work.then(() => "", sqlState);

it("a page whose statement takes longer than pages have says so with 503, and the next one comes", async () => {
  const person = await visitorWith(may.read);
  const quick = await person.get(url);
  expect([quick.status, quick.headers.get("server-timing")]).toEqual([
    200,
    expect.stringMatching(/^page;dur=[\d.]+, db;dur=[\d.]+;desc="\d+ statements"$/),
  ]);
  expect((await visitor().get("/login")).headers.get("server-timing")).toBeNull();
  let late: Response | undefined;
  await inTransaction(async (trx) => {
    await sql`lock table depot in access exclusive mode`.execute(trx);
    // The visitor's own `get` waits until no transaction is open.
    late = await person.send(url);
  });
  expect([late!.status, late!.headers.get("retry-after"), await late!.text()]).toEqual([
    503,
    expect.stringMatching(/^\d+$/),
    expect.stringContaining("在规定的时间内没有查完"),
  ]);
  expect((await person.get(url)).status).toBe(200);
});

it("a statement of a page is cancelled after that time, others and those of its transactions are not", async () => {
  const page = <T>(work: () => Promise<T>) => sharingReads(newReads(), work);
  const [late, other, inside] = await Promise.all([
    stateOf(page(() => sleepSql.execute(db()))),
    stateOf(sleepSql.execute(db())),
    stateOf(page(() => inTransaction((trx) => sleepSql.execute(trx)))),
  ]);
  expect([late, other, inside]).toEqual(["57014", "", ""]);
});
