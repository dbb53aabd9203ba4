import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { keepOnlineHours } from "~/domains/monitor/online-hours.server";
import { db } from "~/kit/data/db/pool.server";
import { keepLogMonths } from "~/kit/data/logs/months.server";
import { account, enter, visitorWith } from "../../tests/kit/accounts";
import { logSome } from "../../tests/spec/logged";
import type { Visitor } from "../../tests/kit/visit";

const cardsOf = async (by: Visitor) => {
  const page = await by.get("/homepage");
  const cards = page.$("section:contains(今日运行) li").get();
  return cards.map((card) => ({
    text: page.$(card).clone().find("svg").remove().end().text(),
    href: page.$(card).find("a").attr("href")!,
    chart: page.$(card).find("svg").attr("aria-label") ?? "",
    bars: page.$(card).find("svg g").length,
  }));
};

beforeAll(async () => {
  // What the making of the demo city has left to do, or was doing when this copy of it was made.
  await sql`delete from pgboss.job where state <= 'active'`.execute(db());
  await keepLogMonths();
  await sql`insert into bus_position (bus_uuid, dev_uuid, reported_at, lng, lat)
    select bus_uuid, (select dev_uuid from device limit 1), now(), 116.38, 39.87 from bus where bus_self_code in ('1001', '1002')
    on conflict (bus_uuid) do update set reported_at = now()`.execute(db());
  await keepOnlineHours();
  await logSome();
});

it("says the day in figures to administrators, each with a chart and the way to its screen", async () => {
  const admin = await visitorWith("log.read", "bus-monitor.read");
  const [logins, errors, jobs, buses, ...more] = await cardsOf(admin);
  expect(more).toEqual([]);
  expect(logins!.text).toMatch(/^今日登录\d+ 次成功，失败 1 次最近 7 天$/);
  expect(logins!.chart).toMatch(/其中 1$/);
  expect(errors!.text).toMatch(/^今日出错1 次，共 4 次访问最近 7 天$/);
  expect(jobs!.text).toMatch(/^系统任务0 个正在运行，今日失败 1 个最近 7 天$/);
  expect(buses!.text).toMatch(/^在线车辆2 辆，共 \d+ 辆最近 24 小时$/);
  expect(buses!.chart).toMatch(/ 2 辆$/);
  expect([logins, errors, jobs, buses].map((card) => card!.bars)).toEqual([7, 7, 7, 24]);
  for (const { href } of [logins, errors, jobs, buses] as { href: string }[])
    expect([href, (await admin.get(href)).status]).toEqual([href, 200]);
});

it("says only what the person may read, of their own organisations", async () => {
  expect(await cardsOf(await visitorWith())).toEqual([]);
  expect((await cardsOf(await visitorWith("bus-monitor.read"))).map(({ href }) => href)).toEqual(["/bus/bus-monitor"]);
  const nowhere = await enter(await account({ dataScope: "own", permissions: ["bus-monitor.read", "log.read"] }));
  const shown = (await cardsOf(nowhere)).map(({ text }) => /\d+/.exec(text)?.[0]);
  expect(shown).toEqual(["0", "0", "0", "0"]);
});
