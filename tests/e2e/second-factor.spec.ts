import { expect, test } from "@playwright/test";
import { TOTP } from "otpauth";
import { passwords } from "../kit/passwords";
import { arrive } from "./arrive";
import { signIn } from "./sign-in";

test("a second factor is turned on, asked at the login and turned off again", async ({ page }) => {
  await signIn(page, "nobody");
  await page.getByRole("banner").getByText("设置").click();
  await page.getByRole("link", { name: "两步验证" }).click();
  await expect(page.getByRole("img", { name: "供验证器扫描的二维码" })).toBeVisible();
  const secret = (await page.locator("main code").innerText()).replace(/\s/g, "");
  const codeIn = (seconds: number) => new TOTP({ secret }).generate({ timestamp: Date.now() + seconds * 1000 });
  await page.getByLabel("动态码").fill(codeIn(0));
  await page.getByLabel("密码").fill(passwords.demo);
  await page.getByRole("button", { name: "开启两步验证" }).click();
  await arrive(page, page.getByRole("link", { name: "已保存好，继续" }));
  const [recovery = ""] = await page.getByRole("main").getByRole("listitem").allInnerTexts();
  await page.getByRole("link", { name: "已保存好，继续" }).click();
  await expect(page.getByRole("main")).toContainText("剩余恢复码");

  await page.getByRole("banner").getByText("设置").click();
  await page.getByRole("button", { name: "退出登录" }).click();
  await page.getByLabel("账号").fill("nobody");
  await page.getByLabel("密码").fill(passwords.demo);
  await page.getByRole("button", { name: "登录" }).click();
  await expect(page).toHaveURL(/\/login\/code$/);
  await page.getByLabel("动态码").fill(codeIn(30));
  await page.getByRole("button", { name: "登录" }).click();
  await expect(page.getByRole("banner")).toContainText("好，");

  await page.goto("/second-factor/off");
  await page.getByLabel("密码").fill(passwords.demo);
  await page.getByLabel("动态码").fill(recovery);
  await page.getByRole("button", { name: "关闭两步验证" }).click();
  await expect(page.getByRole("main")).toContainText("已关闭两步验证");
});
