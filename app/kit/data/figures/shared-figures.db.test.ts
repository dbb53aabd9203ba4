import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { sql } from "kysely";
import { db, inTransaction, joinTransaction } from "~/kit/data/db/pool.server";
import { BusyProblem } from "~/kit/ground/problem";
import { endFigures, figuresChanged, notingAge, orPending, sharedFigures } from "./shared-figures.server";

const all = { orgScope: "all" } as const;
let name = 0;

vi.hoisted(() => (process.env.FIGURES_SECONDS = "60"));

/** The clock by which figures grow old stands still but for what a test lets pass. */
let now = Date.now();
beforeEach(() => void vi.spyOn(Date, "now").mockImplementation(() => now));
afterEach(() => vi.restoreAllMocks());
const pass = (ms: number) => void (now += ms);

/** Figures that count how often they were made, each making as long as asked. */
function counted(takes = async () => undefined as unknown) {
  let made = 0;
  const figures = sharedFigures(`test ${++name}`, async (_viewer, _of?: string) => {
    await takes();
    return ++made;
  });
  return { figures, made: () => made };
}

it("are made once for all who see the same, and apart for who sees others or asks for others", async () => {
  const { figures } = counted();
  expect(await Promise.all([figures(all), figures(all)])).toEqual([1, 1]);
  expect(await figures({ orgScope: ["a"] })).toBe(2);
  expect(await figures(all, "b")).toBe(3);
  expect(await figures(all)).toBe(1);
});

it("are made anew once somebody has changed something or they are a minute old, but for no more than a twentieth of the time", async () => {
  const { figures } = counted(() => sleep(40));
  expect(await figures(all)).toBe(1);
  pass(700);
  figuresChanged();
  pass(50);
  expect(await figures(all)).toBe(1);
  pass(30_000);
  expect(await figures(all)).toBe(2);
  pass(59_000);
  expect(await figures(all)).toBe(2);
  pass(2000);
  expect(await figures(all)).toBe(3);
});

it("are the last ones while long ones are made anew, and say how old they are", async () => {
  const { figures, made } = counted(() => sleep(320));
  await figures(all);
  pass(3_600_000);
  const { value, madeAt } = await notingAge(() => figures(all));
  expect([value, now - madeAt!.getTime()]).toEqual([1, 3_600_000]);
  await vi.waitFor(() => expect(made()).toBe(2));
  await vi.waitFor(async () => expect(await figures(all)).toBe(2));
});

it("that take longer than a person waits are told to be on their way, and are there later", async () => {
  const { figures } = counted(() => sleep(3400));
  const first = figures(all);
  await expect(first).rejects.toThrow(BusyProblem);
  expect(await orPending(figures(all))).toBe(1);
}, 10_000);

it("that others have waited for long enough nobody waits for again", async () => {
  const { figures } = counted(() => sleep(500));
  const first = figures(all);
  pass(3000);
  const began = performance.now();
  expect(await orPending(figures(all))).toBeUndefined();
  expect(performance.now() - began).toBeLessThan(300);
  expect(await first).toBe(1);
});

it("that cannot be made are not asked for again and again, and keep what was made before", async () => {
  let fails = true;
  let tries = 0;
  const figures = sharedFigures(`test ${++name}`, async () => {
    tries++;
    await sleep(20);
    if (fails) throw new Error("no");
    return "made";
  });
  await expect(figures(all)).rejects.toThrow("no");
  await expect(figures(all)).rejects.toThrow(BusyProblem);
  expect(tries).toBe(1);
  fails = false;
  pass(30_000);
  expect(await figures(all)).toBe("made");
  fails = true;
  pass(120_000);
  expect([await figures(all), tries]).toEqual(["made", 3]);
});

it("change nothing, may take longer than a page's statements, and in a transaction are those that it sees", async () => {
  const limit = sharedFigures(`test ${++name}`, async () => {
    const { rows } = await sql<{ limit: string; only: string }>`
      select current_setting('statement_timeout') as limit, current_setting('transaction_read_only') as only`.execute(
      db(),
    );
    return rows[0];
  });
  expect(await limit(all)).toEqual({ limit: "2min", only: "on" });
  const { figures } = counted();
  await figures(all);
  expect(await inTransaction((trx) => joinTransaction(trx, () => figures(all)))).toBe(2);
});

it("are broken off by a stop", async () => {
  const long = sharedFigures(`test ${++name}`, () => sql`select pg_sleep(60)`.execute(db()));
  const began = performance.now();
  const failed = long(all).then(
    () => "made",
    (error: unknown) => String(error),
  );
  await sleep(500);
  await endFigures();
  expect(await failed).toMatch(/canceling statement/);
  expect(performance.now() - began).toBeLessThan(2500);
});
