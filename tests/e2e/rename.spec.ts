import { writeFile } from "node:fs/promises";
import { expect, type Page, test } from "@playwright/test";
import { readPackage } from "../../app/transit/announcements/packages/read-package.server";
import { nextMonday } from "./next-monday";
import { expectRefused, expectSaid } from "./said";
import { signIn } from "./sign-in";

const newName = "图书馆新馆";

/** The key of a stop that the demo city's line with a file calls at. */
async function stopOfCircular(page: Page): Promise<string> {
  await page.goto("/line/line-management?lineName=环1");
  await page.getByRole("link", { name: "环1路", exact: true }).click();
  const stop = page.locator("tr[data-station-serial]").filter({ hasText: "图书馆" }).getByRole("link").first();
  return /[0-9a-f]{32}/.exec((await stop.getAttribute("href"))!)![0];
}

test("a stop is renamed from the package's draft to the bus: nothing goes on before the voice says the new name and somebody has listened", async ({
  page,
}) => {
  page.setDefaultTimeout(20_000);
  await signIn(page, "admin");
  const staUuid = await stopOfCircular(page);
  const monday = nextMonday();

  await page.goto("/line/change-package/new");
  await page.getByRole("textbox", { name: "名称", exact: true }).fill("图书馆更名");
  await page.getByLabel("生效日期").fill(monday);
  const organisation = page.getByLabel("所属机构");
  await organisation.selectOption(await organisation.locator("option", { hasText: "二车队" }).getAttribute("value"));
  await page.getByRole("button", { name: "保存", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("图书馆更名");
  const at = page.url().split("?")[0]!;
  await page.goto(`${at}/station?key=${staUuid}`);
  await page.getByRole("textbox", { name: "站点名称" }).fill(newName);
  await page.getByRole("button", { name: "放入变更包" }).click();
  await page.goto(at);
  const lacking = page.locator("section", { has: page.getByRole("heading", { name: "还缺什么" }) });
  await expect(lacking).toContainText("段语音到那一天说的不是站名");

  // The old name is still what the clip says: no file of that day is made.
  await page.getByRole("button", { name: "生成缺少的线路文件" }).click();
  await expectRefused(page, "没有生成");
  await page.getByRole("button", { name: /^朗读这 \d+ 个站名/ }).click();
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole("main")).toContainText("回到", { timeout: 1000 });
  }).toPass({ timeout: 60_000 });
  await page.goto(at);
  await expect(lacking).not.toContainText("说的不是站名");
  await page.getByRole("link", { name: "确认", exact: true }).click();
  await page.getByRole("button", { name: /确认/ }).click();
  await page.goto(at);
  await page.getByRole("button", { name: "生成缺少的线路文件" }).click();
  await expectSaid(page, "生成了 1 份线路文件");

  // Nobody has heard it: it does not go out.
  await page.getByRole("button", { name: "下发到车辆" }).click();
  await expectRefused(page, "还没有人听过");
  await page.goto(at);
  await page.getByRole("link", { name: "试听", exact: true }).click();
  const listen = page.url();
  const sound = await page.request.get((await page.locator("audio").first().getAttribute("src"))!);
  expect([sound.status(), sound.headers()["content-type"]]).toEqual([200, "audio/mpeg"]);
  await page.getByRole("button", { name: "记下我听过了" }).click();
  await expectRefused(page, "请写明不听的原因");
  await page.getByLabel(/没有全部听的原因/).fill("只改了一个站名，听过这一站");
  await page.getByRole("button", { name: "记下我听过了" }).click();
  await expectSaid(page, "已记下");
  await page.goto(at);
  await page.getByRole("button", { name: "下发到车辆" }).click();
  await expectSaid(page, /开始下发到 \d+ 辆车/);

  // What vehicles are given says the new name.
  const fileUuid = /[0-9a-f]{32}/.exec(listen)![0];
  await page.goto(`/voice/file-management/${fileUuid}`);
  const made = page.getByRole("link", { name: "下载", exact: true }).first();
  if (!(await made.isVisible())) await page.getByRole("button", { name: "制作下载包" }).first().click();
  const sent = await page.request.get((await made.getAttribute("href"))!);
  const path = test.info().outputPath("line-file.zip");
  await writeFile(path, await sent.body());
  expect(JSON.stringify(await readPackage(path))).toContain(newName);

  // The demo city goes on without it.
  await page.goto(`${at}/take-back`);
  await page.getByRole("textbox", { name: /原因/ }).fill("试验结束");
  await page.getByRole("button", { name: "撤回" }).click();
  await expectSaid(page, "撤回");
});
