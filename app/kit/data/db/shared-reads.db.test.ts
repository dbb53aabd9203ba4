import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { db, inTransaction } from "./pool.server";
import { newReads, sharingReads } from "./shared-reads.server";

/** A number that the database makes up anew at each asking; a column of its own tells one question from another. */
const made = async (of = "one") =>
  (await sql<{ number: string; of: string }>`select clock_timestamp()::text as number, ${of}::text as of`.execute(db()))
    .rows[0]!;

it("the same question of one request is asked once, and each gets rows of its own", async () => {
  await sharingReads(newReads(), async () => {
    const [one, same, other] = await Promise.all([made(), made(), made("other")]);
    expect(same).toEqual(one);
    expect(same).not.toBe(one);
    expect(other.number).not.toBe(one.number);
    expect((await made()).number).toBe(one.number);
  });
  expect((await made()).number).not.toBe((await made()).number);
});

it("how many statements went out is told, and how long one of them at least was on its way", async () => {
  const reads = newReads();
  const nap = (ms: number) => sql`select pg_sleep(${ms / 1000})`.execute(db());
  await sharingReads(reads, () => Promise.all([nap(200), nap(201), nap(200)]));
  expect(reads.statements).toBe(2);
  expect(reads.waitedMs).toBeGreaterThan(190);
  expect(reads.waitedMs).toBeLessThan(380);
});

it("is asked anew after a while, after a change and in a transaction", async () => {
  await sharingReads(newReads(), async () => {
    const { number } = await made();
    expect(
      (
        await inTransaction(
          async (trx) =>
            (await sql<{ number: string }>`select clock_timestamp()::text as number, ${"one"}::text as of`.execute(trx))
              .rows[0]!,
        )
      ).number,
    ).not.toBe(number);
    const second = await made();
    expect(second.number).not.toBe(number);
    await sql`update parameter set updated_at = updated_at where false`.execute(db());
    const third = await made();
    expect(third.number).not.toBe(second.number);
    await sleep(300);
    expect((await made()).number).not.toBe(third.number);
  });
});

it("one request gets nothing of another, and a question that failed is asked anew later", async () => {
  const [one, other] = await Promise.all([sharingReads(newReads(), made), sharingReads(newReads(), made)]);
  expect(one!.number).not.toBe(other!.number);
  await sharingReads(newReads(), async () => {
    const wrong = () => sql`select 1 / 0 as no`.execute(db());
    await expect(Promise.all([wrong(), wrong()])).rejects.toThrow("division by zero");
    await sleep(300);
    await expect(wrong()).rejects.toThrow("division by zero");
  });
});
