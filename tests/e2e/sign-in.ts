import { expect, type Page } from "@playwright/test";
import { passwords } from "../kit/passwords";

/** Signs in as one of the demo city's people through the login page. */
export async function signIn(
  page: Page,
  userAccount: "admin" | "planner" | "clerk" | "viewer" | "nobody" = "planner",
): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("账号").fill(userAccount);
  await page.getByLabel("密码").fill(userAccount === "admin" ? passwords.admin : passwords.demo);
  await page.getByRole("button", { name: "登录" }).click();
  await expect(page.getByRole("banner")).toContainText("好，");
  await page.waitForLoadState();
}
