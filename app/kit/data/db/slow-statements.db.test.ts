import { sql } from "kysely";
import { expect, it, vi } from "vitest";
import { log } from "~/kit/ground/log.server";
import { underNumber } from "~/kit/ground/work-number.server";
import { db, inTransaction } from "./pool.server";

it("a slow statement stands in the log under the number of who asked, without the values of records", async () => {
  const warn = vi.spyOn(log, "warn").mockImplementation(() => undefined);
  const slow = sql`select pg_sleep(1.05), ${"张三的密码"}::text`;
  await underNumber("request 4711", () => inTransaction((trx) => slow.execute(trx)));
  await underNumber("request 4712", () => sql`select pg_sleep(0.1)`.execute(db()));
  const told = warn.mock.calls.filter(([, message]) => message === "a slow statement").map(([fields]) => fields);
  warn.mockRestore();
  expect(told).toEqual([{ ms: expect.any(Number), requestId: "request 4711", sql: "select pg_sleep(1.05), $1::text" }]);
  expect((told[0] as unknown as { ms: number }).ms).toBeGreaterThanOrEqual(1000);
});
