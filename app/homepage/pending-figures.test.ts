import { sql } from "kysely";
import { expect, it, vi } from "vitest";
import { inTransaction } from "~/kit/data/db/pool.server";
import { load } from "cheerio";
import { demoVisitor } from "../../tests/kit/accounts";

vi.hoisted(() => (process.env.FIGURES_SECONDS = "60"));

it("the homepage comes without figures that take long, says so, and has them later", async () => {
  const person = await demoVisitor("admin");
  let early: Response | undefined;
  await inTransaction(async (trx) => {
    await sql`lock table reported_file, bus_position in access exclusive mode`.execute(trx);
    // The visitor's own `get` waits until no transaction is open.
    early = await person.send("/homepage", { headers: { accept: "text/html" } });
  });
  const page = load(await early!.text());
  expect([early!.status, page("section:contains(待办与到期)").text()]).toEqual([
    200,
    expect.stringContaining("还有 1 项数据量大，正在统计"),
  ]);
  const day = page("section:contains(今日运行)").text();
  expect(day).toContain("还有 1 个数字数据量大，正在统计");
  expect([day.includes("今日登录"), day.includes("在线车辆")]).toEqual([true, false]);
  await vi.waitFor(async () => expect((await person.get("/homepage")).text).not.toContain("正在统计"), 5000);
});
