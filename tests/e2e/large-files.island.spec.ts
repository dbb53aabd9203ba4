import { expect, test } from "@playwright/test";
import { signIn } from "./sign-in";

const file = {
  name: "岗位.csv",
  mimeType: "text/csv",
  buffer: Buffer.from("没有的列,另一列\n".padEnd(2_250_000, "无,无\n"), "utf8"),
};

test("a large sheet goes in pieces, over a broken line, and can be given up", async ({ page }) => {
  await signIn(page, "admin");
  await page.goto("/excel/import?template=post", { waitUntil: "networkidle" });
  let pieces = 0;
  await page.route("**/excel/import/upload/*", async (route) => {
    if (route.request().headers()["x-http-method-override"] !== "PATCH") return route.continue();
    pieces++;
    if (pieces === 2 || pieces === 3) return route.abort("connectionreset");
    await new Promise((resolve) => setTimeout(resolve, 1000));
    return route.continue();
  });
  const send = page.getByRole("button", { name: "上传并检查" });
  await page.getByLabel("文件").setInputFiles(file);
  await send.click();
  await expect(page.getByText("网络中断，正在重试")).toBeVisible();
  await page.getByRole("button", { name: "取消 岗位.csv" }).click();
  await expect(page.getByText("已取消，没有上传任何文件")).toBeVisible();

  pieces = 0;
  await send.click();
  await expect(page.getByText(/已传 \d+%，.* MB \/ 4.3 MB/)).toBeVisible();
  await expect(page.getByText("没有找到必需的列")).toBeVisible({ timeout: 40_000 });
  expect(pieces).toBe(7);
  await page.getByRole("link", { name: "取消导入" }).click();
  await page.getByRole("button", { name: "取消导入" }).click();
});
