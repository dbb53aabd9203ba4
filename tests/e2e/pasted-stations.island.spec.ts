import { expect, type Page, test } from "@playwright/test";
import { expectSaid } from "./said";
import { signIn } from "./sign-in";

/** Another station with the name of the one that the first line of the demo city calls at third. */
async function addTwin(page: Page, staSelfCode: string): Promise<string[]> {
  await page.goto("/line/line-management?lineName=1%E8%B7%AF");
  await page.locator("tbody").getByRole("link", { name: "1路", exact: true }).click();
  const rows = page.locator("tr[data-station-serial] td:nth-child(2) a");
  const names = (await rows.allInnerTexts()).slice(0, 4);
  await rows.nth(2).click();
  const [lng, lat] = /(\d+\.\d{6}), (\d+\.\d{6})/.exec(await page.getByRole("main").innerText())!.slice(1);
  await page.goto("/station/station-management/new");
  await page.getByLabel("站点编号").fill(staSelfCode);
  await page.getByLabel("站点名称").fill(names[2]!);
  await page.getByLabel("经度").fill(String(Number(lng) + 0.0001));
  await page.getByLabel("纬度").fill(lat!);
  await page.getByRole("button", { name: "保存", exact: true }).click();
  await expectSaid(page, "已保存站点");
  return names;
}

async function newLine(page: Page): Promise<void> {
  await page.goto("/line/line-management/new");
  await page.getByLabel("线路名称").fill(`粘贴${Date.now() % 100_000}路`);
  const organisation = page.getByLabel("所属机构");
  const team = await organisation.locator("option", { hasText: "一车队" }).first().getAttribute("value");
  await organisation.selectOption(team);
  await page.getByRole("button", { name: "保存", exact: true }).click();
  await page.getByRole("link", { name: "编辑站点" }).first().click();
}

test("a pasted name of two stations waits in its row, is moved and chosen by keys, and saved there", async ({
  page,
}) => {
  await signIn(page, "admin");
  const code = `TWIN-E2E`;
  const names = await addTwin(page, code);
  await newLine(page);
  await page.getByRole("textbox", { name: "添加站点" }).fill(names.join("\n"));
  await page.getByRole("button", { name: "查找" }).press("Enter");
  await page.getByRole("button", { name: "加入勾选的站点" }).press("Enter");
  const grid = page.locator(".mrt-table, table").locator("tr[data-station-serial]");
  await expect(grid).toHaveCount(4);
  await expect(page.getByRole("button", { name: /^拖动/ }).first()).toBeAttached();
  const choice = page.getByRole("combobox", { name: `第 3 站 ${names[2]!} 是哪个站点` });
  await expect(choice).toBeFocused();
  await page.getByRole("button", { name: `上移 第 3 站 ${names[2]!}` }).press("Enter");
  await page.getByRole("button", { name: `下移 第 2 站 ${names[2]!}` }).press("Enter");
  await choice.focus();
  await page.keyboard.type(names[2]!);
  await choice.selectOption({ label: await choice.locator("option", { hasText: code }).innerText() });
  await page.getByRole("button", { name: `移除 第 4 站 ${names[3]!}` }).press("Enter");
  await expect(page.getByRole("navigation", { name: "方向" })).toContainText("上行（3 站");
  await page.getByRole("button", { name: "保存到草稿" }).press("Enter");
  await expectSaid(page, "上行 3 站已保存到草稿");
  await expect(page.locator("tr[data-station-serial]").nth(2)).toContainText(code);
});
