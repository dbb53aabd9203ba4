import { expect, test, type Page } from "@playwright/test";
import { signIn } from "./sign-in";

/** Keeps code from coming until it is let go. */
async function hold(page: Page, name: RegExp): Promise<() => void> {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(name, async (route) => {
    await held;
    await route.continue();
  });
  return letGo;
}

const form = "/station/station-management/new";

test("what is typed before the code that keeps it has come is kept, and is not written over by what was kept before", async ({
  page,
}) => {
  await signIn(page, "admin");
  await page.goto(form, { waitUntil: "networkidle" });
  const [name, remark] = [page.getByLabel("站点名称"), page.getByLabel("备注")];
  await name.fill("昨天写的站名");
  await remark.fill("昨天写的备注");
  const letGo = await hold(page, /typed\.client/);
  await page.goto(form);
  await name.fill("刚刚写的站名");
  letGo();
  await expect(remark).toHaveValue("昨天写的备注");
  await expect(name).toHaveValue("刚刚写的站名");
  await page.goto(form);
  await expect(name).toHaveValue("刚刚写的站名");
  await expect(remark).toHaveValue("昨天写的备注");
});

test("what is typed before the code that keeps it has come is there again on a page that kept nothing before", async ({
  page,
}) => {
  await signIn(page, "admin");
  const letGo = await hold(page, /typed\.client/);
  await page.goto(form);
  await page.getByLabel("站点名称").fill("第一次写的站名");
  letGo();
  await page.waitForLoadState("networkidle");
  await page.goto(form);
  await expect(page.getByLabel("站点名称")).toHaveValue("第一次写的站名");
});

test("what was typed into a search box before its code has come is looked for", async ({ page }) => {
  await signIn(page, "admin");
  const letGo = await hold(page, /finder\.client/);
  await page.goto("/system/role/new");
  await page.getByText("指定机构", { exact: true }).first().click();
  await page.getByRole("searchbox", { name: "查找指定机构" }).fill("公司");
  const asked = page.waitForRequest((request) => request.method() === "POST");
  letGo();
  await asked;
});
