import { sql } from "kysely";
import pg from "pg";
import { expect, it } from "vitest";
import { db, pool } from "~/kit/data/db/pool.server";
import { endLogs } from "~/kit/data/logs/buffer.server";
import { noteRequest } from "~/kit/data/logs/request-log.server";
import { forgetSlowStatements, keepSlowStatements } from "~/kit/data/logs/slow-statements.server";
import { newKey } from "~/kit/ground/key";
import { underNumber } from "~/kit/ground/work-number.server";
import { visitorWith } from "../../../tests/kit/accounts";
import type { Answer } from "../../../tests/kit/visit";

const url = "/system/running-state";

/** The cells of one of its tables, row by row. */
const rowsOf = (page: Answer, caption: string) =>
  page
    .$(`table:has(caption:contains("${caption}")) tbody tr`)
    .map((_, row) => [
      page
        .$(row)
        .find("td")
        .map((_, cell) => page.$(cell).text())
        .get(),
    ])
    .get();

it("says what the doctor says, what runs, and how much of what is kept for how long", async () => {
  const person = await visitorWith("running-state.read");
  const page = await person.get(url);
  expect(page.status).toBe(200);
  const found = rowsOf(page, "检查");
  expect(found.find(([, words]) => words?.startsWith("PostgreSQL"))?.[0]).toBe("正常");
  // What is wrong stands first.
  const marks = found.map(([mark]) => ["有问题", "注意", "正常"].indexOf(mark!));
  expect(marks).toEqual([...marks].sort());
  const kept = rowsOf(page, "资料占多少");
  expect(kept.find(([what]) => what === "车辆位置")?.[3]).toBe("30 天（REPORT_KEEP_DAYS）");
  expect(kept.find(([what]) => what === "修改历史")?.[3]).toBe("一直保留");
  expect(kept.every(([, bytes]) => /^\d+(\.\d)? [kMG]B$/.test(bytes!))).toBe(true);
  expect(kept.find(([what]) => what === "修改历史")?.[2]).toMatch(/^[\d,]+$/);
});

it("names what is wrong in the database", async () => {
  const person = await visitorWith("running-state.read");
  const before = rowsOf(await person.get(url), "运行中").length;
  const other = new pg.Client({
    connectionString: process.env.DATABASE_URL,
    application_name: "bus-back-office told",
  });
  await other.connect();
  const page = await person.get(url);
  await other.end();
  expect(rowsOf(page, "运行中").length).toBe(before + 1);
  await pool().query("create table spoilt (a int); create index spoilt_a on spoilt (a)");
  await pool()
    .query("update pg_index set indisvalid = false where indexrelid = 'spoilt_a'::regclass")
    .then(
      async () => {
        const [first] = rowsOf(await person.get(url), "检查");
        expect(first).toEqual(["有问题", "索引没有建完：spoilt_a"]);
      },
      // Only a superuser may spoil an index that way.
      (error: { code?: string }) => expect(error.code).toBe("42501"),
    );
});

it("shows which functions and statements took long, and by which number they are found in the log", async () => {
  const person = await visitorWith("running-state.read");
  const before = await person.get(url);
  expect([rowsOf(before, "慢的功能"), rowsOf(before, "慢的语句")]).toEqual([[], []]);
  expect(before.text).toContain("没有用时 1 秒以上的页面和接口");
  keepSlowStatements();
  const slow = sql`select pg_sleep(1.05), ${"不该显示的内容"}::text`;
  const [requestId, began] = [newKey(), Date.now()];
  await underNumber(requestId, () => slow.execute(db()));
  for (const [at, ms] of [
    [began, 1300],
    [began - 6 * 86_400_000, 2500],
    [began - 8 * 86_400_000, 9000],
    [began, 900],
  ] as const)
    noteRequest({ at, ms, method: "GET", path: "/x", status: 200, requestId }, "很慢的功能", true);
  await endLogs();
  const after = await person.get(url);
  expect(rowsOf(after, "慢的功能")).toEqual([
    ["很慢的功能", "2", "2.5 秒", "4 秒", expect.any(String), ` ${requestId}`],
  ]);
  const [statement] = rowsOf(after, "慢的语句");
  expect(statement![0]).toBe("select pg_sleep(1.05), $1::text");
  expect(statement![5]).toBe(`很慢的功能 ${requestId}`);
  expect(after.text).not.toContain("不该显示的内容");
  await pool().query("update slow_statement set at = at - interval '8 days'");
  expect(rowsOf(await person.get(url), "慢的语句")).toEqual([]);
  expect(await forgetSlowStatements()).toBe(1);
});

it("is not shown to who may not see it", async () => {
  const person = await visitorWith("station.read");
  expect((await person.get(url)).status).not.toBe(200);
});
