import { writeFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { expectNobody, goBack, returningBrowser, seePersons } from "./back-after-sign-out";
import { signIn } from "./sign-in";

for (const javaScript of [false, true])
  // Under the second name the browser has no secure context, and so takes no order to clear what it keeps.
  for (const host of ["127.0.0.1", "bus.example"])
    test(`going back after the sign-out shows nobody (${host}, JavaScript ${javaScript ? "on" : "off"})`, async ({}, info) => {
      const context = await returningBrowser(info, javaScript, host);
      const page = await context.newPage();
      const name = await seePersons(page);
      await page.getByRole("banner").getByText("设置").click();
      await page.getByRole("button", { name: "退出登录" }).click();
      await expect(page).toHaveURL(/\/login$/);
      await expectNobody(page, name, 2);
      await context.browser()?.close();
    });

test("going back after the session has ended elsewhere shows nobody", async ({ request }, info) => {
  const context = await returningBrowser(info, true);
  const page = await context.newPage();
  const name = await seePersons(page);
  await page.goto("/line/line-management");
  const cookie = (await context.cookies()).map((one) => `${one.name}=${one.value}`).join("; ");
  await request.post("/sign-out", { headers: { cookie, "sec-fetch-site": "same-origin" } });
  await expectNobody(page, name, 2);
  await context.browser()?.close();
});

for (const javaScript of [false, true])
  test(`what was typed is there when its person comes back (JavaScript ${javaScript ? "on" : "off"})`, async ({}, info) => {
    const context = await returningBrowser(info, javaScript);
    const page = await context.newPage();
    await seePersons(page);
    await page.goto("/station/station-management/new");
    await page.locator("[name=staName]").fill("还没有保存");
    await page.goto("/line/line-management");
    await goBack(page);
    await expect(page.locator("[name=staName]")).toHaveValue("还没有保存");
    await context.browser()?.close();
  });

test("an upload after the sign-out leads to the login and not into nothing", async ({ page }, info) => {
  const file = info.outputPath("roads.osm");
  writeFileSync(file, Buffer.alloc(60_000_000, "a"));
  await signIn(page);
  await page.goto("/map/data-down-load/import");
  await page.locator("input[type=file]").setInputFiles(file);
  await page.context().clearCookies();
  await page.getByRole("button", { name: "上传并读取" }).click();
  await expect(page.getByLabel("密码")).toBeVisible();
});
