import { sql } from "kysely";
import { expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { account, enter, visitorWith } from "../../tests/kit/accounts";
import { visitor } from "../../tests/kit/visit";

it("an unknown path is a page with status 404, in the frame; for strangers it is the login", async () => {
  const person = await visitorWith("station.read");
  for (const path of [
    "/no/such/page",
    "/station",
    "/station/station-management/x/y/z",
    "/%E4%B8%AD%E6%96%87",
    "/..%2f..%2fetc/passwd",
  ]) {
    const page = await person.get(path);
    expect([path, page.status, page.$("h1").text()]).toEqual([path, 404, "页面不存在"]);
    expect(page.$('nav[aria-label="主菜单"] a').length).toBeGreaterThan(0);
  }
  expect((await visitor().get("/no/such/page")).location).toBe("/login?to=%2Fno%2Fsuch%2Fpage");
});

it("a page without permission is /401 with status 401, naming the page", async () => {
  const answer = await (await visitorWith()).get("/line/line-management?page=3");
  expect([answer.status, answer.location]).toEqual([303, "/401?from=%2Fline%2Fline-management"]);
  const page = await answer.follow();
  expect([page.status, page.text]).toEqual([401, expect.stringContaining("您没有查看 /line/line-management 的权限")]);
  const foreign = await (await visitorWith()).get(`/401?from=${encodeURIComponent("https://evil.example")}`);
  expect(foreign.text).not.toContain("evil");
});

it("our own fault is a page with status 500 and a reference number, without a word of the cause", async () => {
  const person = await visitorWith("station.read");
  await sql`alter table station rename to station_away`.execute(db());
  try {
    const page = await person.get("/station/station-management");
    expect([page.status, page.$("h1").text()]).toEqual([500, "系统出错了"]);
    expect(page.$("code").text()).toMatch(/^[0-9a-f-]{36}$/);
    expect(page.html).not.toMatch(/relation|station_away|does not exist|at .*\.js/);
    const call = await person.call("/api/sta/v1.0/pageList", { pageNum: 1, pageSize: 1 });
    expect(call).toMatchObject({
      status: 200,
      success: false,
      code: 500,
      data: null,
      ref: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(JSON.stringify(call)).not.toMatch(/relation|station/);
  } finally {
    await sql`alter table station_away rename to station`.execute(db());
  }
});

it("a person whose roles cannot be read gets one button, which signs out", async () => {
  const person = await enter(await account());
  await sql`alter table role rename to role_away`.execute(db());
  let page;
  try {
    page = await person.get("/homepage");
    expect([page.status, page.text]).toEqual([
      500,
      expect.stringMatching(/系统错误，请重新登录（错误信息：[0-9a-f-]{36}）/),
    ]);
    expect(page.$("form, a.button").length).toBe(1);
    const out = await page.submit({}, { form: "form" });
    expect([out.status, out.location, person.token]).toEqual([303, "/login", undefined]);
  } finally {
    await sql`alter table role_away rename to role`.execute(db());
  }
});
