import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { sql } from "kysely";
import { db, inTransaction, joinTransaction } from "~/kit/data/db/pool.server";
import { BusyProblem } from "~/kit/ground/problem";
import { figuresChanged, notingAge, orPending, sharedFigures } from "./shared-figures.server";

const all = { orgScope: "all" } as const;
let name = 0;

vi.hoisted(() => (process.env.FIGURES_SECONDS = "60"));

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

it("are made anew once somebody has changed something, but for no more than a twentieth of the time", async () => {
  const quick = counted();
  const slow = counted(() => sleep(40));
  expect([await quick.figures(all), await slow.figures(all)]).toEqual([1, 1]);
  await sleep(300);
  figuresChanged();
  await sleep(5);
  expect([await quick.figures(all), await slow.figures(all)]).toEqual([2, 1]);
  await sleep(900);
  expect([await quick.figures(all), await slow.figures(all)]).toEqual([2, 2]);
});

it("are the last ones while long ones are made anew, and say how old they are", async () => {
  const { figures, made } = counted(() => sleep(320));
  await figures(all);
  const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 3_600_000);
  expect(await figures(all)).toBe(1);
  const { value, madeAt } = await notingAge(() => figures(all));
  expect([value, Date.now() - madeAt!.getTime() > 3_000_000]).toEqual([1, true]);
  await vi.waitFor(() => expect(made()).toBe(2));
  await sleep(20);
  expect(await figures(all)).toBe(2);
  clock.mockRestore();
});

it("that take longer than a person waits are told to be on their way, and are there later", async () => {
  const { figures } = counted(() => sleep(3400));
  const first = figures(all);
  await expect(first).rejects.toThrow(BusyProblem);
  expect(await orPending(figures(all))).toBe(1);
}, 10_000);

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
  await sleep(1200);
  expect(await figures(all)).toBe("made");
  fails = true;
  await sleep(1200);
  figuresChanged();
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
