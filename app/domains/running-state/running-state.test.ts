import pg from "pg";
import { expect, it } from "vitest";
import { pool } from "~/kit/data/db/pool.server";
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

it("is not shown to who may not see it", async () => {
  const person = await visitorWith("station.read");
  expect((await person.get(url)).status).not.toBe(200);
});
