import { expect, test } from "@playwright/test";
import { passwords } from "../kit/passwords";
import { complaints } from "./complaints";
import { signIn } from "./sign-in";

const tellCapitals = (input: Element, modifierCapsLock: boolean) =>
  input.dispatchEvent(new KeyboardEvent("keyup", { modifierCapsLock }));

test("a password is shown on demand, capitals are told, and neither keeps it from being sealed", async ({ page }) => {
  const seen = complaints(page);
  let sent = "";
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/login")) sent = request.postData() ?? "";
  });
  await page.goto("/login");
  const password = page.getByLabel("密码");
  const show = page.getByRole("button", { name: "显示" });
  await password.fill(passwords.demo);
  await show.click();
  await expect(password).toHaveAttribute("type", "text");
  await expect(password).toBeFocused();
  await page.getByRole("button", { name: "隐藏" }).click();
  await expect(password).toHaveAttribute("type", "password");
  await password.evaluate(tellCapitals, true);
  await expect(page.getByText("大写锁定已打开")).toBeVisible();
  await password.evaluate(tellCapitals, false);
  await expect(page.getByText("大写锁定已打开")).toHaveCount(0);
  await show.click();
  await page.getByLabel("账号").fill("planner");
  await page.getByRole("button", { name: "登录" }).click();
  await expect(page.getByRole("banner")).toContainText("好，");
  expect([sent.includes("keyId="), sent.includes(passwords.demo)]).toEqual([true, false]);
  expect(seen).toEqual([]);
});

test("a password that is shown is not among what is kept of a form", async ({ page }) => {
  await signIn(page);
  await page.goto("/modify-password", { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "显示" }).first().click();
  await page.getByLabel("原密码").fill("Kan-De-Jian-5521");
  const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage }));
  expect(kept).not.toContain("Kan-De-Jian");
});
