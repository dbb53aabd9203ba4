import { expect, type Page, test } from "@playwright/test";
import { isLongRun } from "../kit/long-run";
import { arrive } from "./arrive";
import { counted } from "./counted";
import { nextMonday } from "./next-monday";
import { expectSaid } from "./said";
import { signIn } from "./sign-in";

test.skip(!isLongRun, "a long walk: npm run test:long");

const stations = 15;

test("a new line of 15 stations, from nothing to published, without JavaScript", async ({ page }) => {
  test.setTimeout(240_000);
  await signIn(page, "admin");
  const names = [...(await namesOn(page, "4路")), ...(await namesOn(page, "1路"))].slice(0, stations);
  const { act, sum } = counted(page);
  const main = page.getByRole("main");
  const name = `数步${Date.now() % 100_000}路`;

  await act(page.goto("/line/line-management"));
  await act(page.getByRole("link", { name: "新增", exact: false }).first().click());
  await act(page.getByLabel("线路名称").fill(name));
  const organisation = page.getByLabel("所属机构");
  const team = await organisation.locator("option", { hasText: "一车队" }).first().getAttribute("value");
  await act(organisation.selectOption(team));
  await act(page.getByRole("button", { name: "保存", exact: true }).click());
  await act(page.getByRole("link", { name: "编辑站点" }).first().click());

  const before = await sum();
  await act(page.getByRole("textbox", { name: "添加站点" }).fill(names.join("\n")));
  await act(page.getByRole("button", { name: "查找" }).click());
  await arrive(page, page.getByRole("button", { name: "加入勾选的站点" }));
  const undecided = page.locator('tr:has-text("请勾选") + tr').getByRole("checkbox");
  for (const box of await undecided.all()) await act(box.check());
  await act(page.getByRole("button", { name: "加入勾选的站点" }).click());
  await expect(page.locator("tr[data-station-serial]")).toHaveCount(stations);
  const after = await sum();

  await act(page.getByRole("button", { name: "保存到草稿" }).click());
  await expectSaid(page, /15 站已保存到草稿/);
  await act(page.getByRole("link", { name: "匹配路径" }).first().click());
  await act(page.getByRole("button", { name: "采用新路径" }).click());
  await expectSaid(page, "采用匹配的路径");
  await act(page.getByRole("link", { name: "使草稿生效" }).first().click());
  await act(page.getByLabel("生效日期").fill(nextMonday()));
  await act(page.getByRole("button", { name: "查看影响" }).click());
  await act(page.getByRole("button", { name: "使草稿生效" }).click());
  await expect(main).toContainText(`按 ${nextMonday()} 的线网显示`);
  await expect(page.locator("tr[data-station-serial]")).toHaveCount(stations);

  const whole = await sum();
  const adding = { actions: after.actions - before.actions, loads: after.loads - before.loads };
  console.error(
    `新线路 15 站：${whole.actions} 次操作，${whole.loads} 次加载，服务器 ${whole.seconds.toFixed(2)} 秒；其中加站 ${adding.actions} 次操作，${adding.loads} 次加载`,
  );
  expect(adding.actions).toBeLessThanOrEqual(stations);
  expect(adding.loads).toBeLessThanOrEqual(3);
  expect(whole.actions).toBeLessThanOrEqual(20);
  expect(whole.loads).toBeLessThanOrEqual(15);
  expect(whole.seconds).toBeLessThanOrEqual(30);
});

async function namesOn(page: Page, line: string): Promise<string[]> {
  await page.goto("/line/line-management");
  await page.getByRole("link", { name: line, exact: true }).click();
  await arrive(page, page.getByRole("heading", { level: 1, name: line }));
  const links = page.locator("tr[data-station-serial] td:nth-child(2) a");
  return (await links.allInnerTexts()).map((text) => text.trim());
}
