import type { Browser, Page } from "playwright";
import { fleetNames } from "../../app/seed/demo-fleet";
import { passwords } from "../kit/database";
import { inBrowser } from "./browser";
import { atLeast, atMost, type Figure } from "./figure";
import { changedLastMonth, unchangedBuses } from "./jobs-data";
import { choose, type Desk, goTo, openDesk, press } from "./jobs-desk";
import { startProgram } from "./program";
import type { Stage } from "./stage";

/** How many pages a person loads, without JavaScript, for jobs of every week. */
export async function* jobFigures(stage: Stage): AsyncGenerator<Figure> {
  const databaseUrl = await stage.city("jobs");
  const env = stage.environment(databaseUrl);
  let program = await startProgram(env, stage.logFile);
  try {
    const line = await changedLastMonth(databaseUrl);
    const numbers = await unchangedBuses(databaseUrl);
    yield* inBrowser(async function* (browser) {
      const jobs: [string, number, (desk: Desk) => Promise<void>][] = [
        ["an organisation, a role and two users", 10, addPeople],
        ["ten buses to another line from Monday", 4, (desk) => moveBuses(desk, numbers)],
        ["a new bus with device, line and driver found by name", 6, addBus],
        ["who changed a line last month", 2, (desk) => findChange(desk, line)],
        ["what expires this month", 1, findExpiring],
      ];
      for (const [name, most, job] of jobs) {
        const desk = await openDesk(browser, program.url, passwords.admin);
        await job(desk);
        yield atMost(name, desk.loads(), most, "page loads");
        await desk.close();
      }
      await addShortcuts(browser, program.url);
      await program.stop();
      program = await startProgram(env, stage.logFile);
      const desk = await openDesk(browser, program.url, passwords.admin);
      yield atLeast("six shortcuts, out, in again, restart", await shortcutsOn(desk.page), 6, "still there");
      await desk.close();
    });
  } finally {
    await program.stop();
  }
}

async function addPeople({ page }: Desk): Promise<void> {
  await goTo(page, "/org/organization");
  await press(page, "新增");
  await page.fill("[name=orgCode]", "BENCH-1");
  await page.fill("[name=orgName]", "新城车队");
  await choose(page, "orgPid", "滨江");
  await press(page, "保存");
  await goTo(page, "/system/role");
  await press(page, "新增");
  await page.fill("[name=roleName]", "新城调度");
  await choose(page, "copyFrom", "");
  await press(page, "保存");
  await press(page, "新增用户");
  for (const account of ["xincheng1", "xincheng2"]) {
    await page.fill("[name=userAccount]", account);
    await page.fill("[name=userName]", account === "xincheng1" ? "甲" : "乙");
    await choose(page, "orgId", "新城车队");
    await press(page, "保存并生成密码");
    if (account === "xincheng1") await press(page, "已记下，再新增一个");
  }
  await page.getByText("一次性密码").waitFor();
}

async function moveBuses({ page }: Desk, numbers: readonly string[]): Promise<void> {
  await goTo(page, "/bus/bus-management");
  for (const number of numbers) {
    const row = page.locator("main tr", { has: page.getByRole("link", { name: number, exact: true }) });
    await row.locator("[name=ids]").check();
  }
  await press(page, "批量修改");
  await page.getByLabel("修改所属线路").check();
  await choose(page, "lineUuid", "88路|2路");
  await page.fill("[name=lineFrom]", nextMonday());
  await press(page, `修改 ${numbers.length} 条`);
  await page.getByText("条车辆").first().waitFor();
}

async function addBus({ page }: Desk): Promise<void> {
  await goTo(page, "/bus/bus-management");
  await press(page, "新增");
  await page.fill("[name=busSelfCode]", "9001");
  await page.fill("[name=plateNum]", "京A·D9001");
  await choose(page, "plateColor", "绿");
  await choose(page, "modelUuid", fleetNames.busModels.electric);
  await choose(page, "orgId", "一车队");
  await choose(page, "lineUuid", "1路");
  await choose(page, "fixedDriver", fleetNames.persons.first);
  await press(page, "保存");
  await press(page, "绑定设备");
  await choose(page, "devUuid", fleetNames.devices.unbound);
  await press(page, "绑定");
  await page.getByText(`已将设备 ${fleetNames.devices.unbound} 绑定到车辆 9001`).waitFor();
}

async function findChange({ page }: Desk, { lineName, by, from, to }: Awaited<ReturnType<typeof changedLastMonth>>) {
  await goTo(page, "/log/change-audit");
  await page.fill("[name=keyword]", lineName);
  await page.fill("main [name=from]", from);
  await page.fill("main [name=to]", to);
  await press(page, "查找");
  await page.locator("main td", { hasText: by }).first().waitFor();
}

async function findExpiring({ page }: Desk): Promise<void> {
  await page.locator('a[href*="expire="]').last().click();
  await page.locator("main table").getByText(fleetNames.buses.dueSoon, { exact: true }).waitFor();
}

/** Six shortcuts in one session while another of the same person is open, which ends later. */
async function addShortcuts(browser: Browser, url: string): Promise<void> {
  const mine = await openDesk(browser, url, passwords.admin);
  const other = await openDesk(browser, url, passwords.admin);
  await mine.page.goto(`${url}/personal-settings`);
  const open = mine.page.locator("#shortcuts [name=path]:not(:checked)");
  for (let nth = 0; nth < 6; nth++) await open.first().check();
  await press(mine.page, "保存快捷菜单");
  const signOut = mine.page.locator('form[action="/sign-out"] button').first();
  await mine.page.locator("details", { has: signOut }).locator("summary").first().click();
  await signOut.click();
  await mine.close();
  await other.page.reload();
  await other.close();
}

const shortcutsOn = (page: Page) => page.locator('ul[data-order="/shortcuts"] > li').count();

function nextMonday(): string {
  const now = new Date();
  const days = (8 - now.getDay()) % 7 || 7;
  return new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10);
}
