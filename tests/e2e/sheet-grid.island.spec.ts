import { expect, type Page, test } from "@playwright/test";
import { expectAlive } from "./alive";
import { complaints } from "./complaints";
import { mayTake, measureSlowness } from "../kit/slowness";
import { signIn } from "./sign-in";

const rows = 1000;
const file = `岗位编号,岗位名称,类别,状态\n${Array.from({ length: rows }, (_, at) => `GRID${at},${at % 2 ? `岗位${at}` : ""},${at % 2 ? "没有的" : "驾驶员"},启用\n`).join("")}`;

const cell = (page: Page, row: number, header: string) => page.getByLabel(`第 ${row} 行 ${header}`, { exact: true });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));

async function upload(page: Page): Promise<string> {
  await page.goto("/excel/import?template=post");
  await page
    .getByLabel("文件")
    .setInputFiles({ name: "岗位.csv", mimeType: "text/csv", buffer: Buffer.from(file, "utf8") });
  await page.getByRole("button", { name: "上传并检查" }).click();
  await expect(page.getByRole("heading", { name: "核对导入" })).toBeVisible({ timeout: 40_000 });
  return page.url().replace(/\?.*/, "");
}

test("wrong rows are corrected in a grid, as in a spreadsheet", async ({ page }) => {
  const seen = complaints(page);
  await signIn(page, "admin");
  const url = await upload(page);
  const slow = await page.context().newCDPSession(page);
  await slow.send("Emulation.setCPUThrottlingRate", { rate: 6 });
  await page.goto(`${url}?kind=wrong&size=200`);
  const name = cell(page, 2, "岗位名称 B");
  await expectAlive(name);
  expect(await page.locator("[data-place]").count()).toBeLessThan(200);

  await name.focus();
  await page.keyboard.type("第一");
  await page.keyboard.press("Enter");
  expect(await focused(page)).toBe("第 3 行 岗位名称 B");
  await page.keyboard.press("ArrowRight");
  expect(await focused(page)).toBe("第 3 行 类别 C");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Tab");
  expect(await focused(page)).toBe("第 5 行 岗位编号 A");
  const answered = await page.evaluate(async () => {
    const [before, input] = [performance.now(), document.activeElement as HTMLInputElement];
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(input, "GRIDx");
    input.dispatchEvent(new Event("input", { bubbles: true }));
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return performance.now() - before;
  });
  expect(answered).toBeLessThan(mayTake(300 * measureSlowness()));
  await page.keyboard.press("Escape");
  await expect(cell(page, 5, "岗位编号 A")).toHaveValue("GRID3");

  await name.evaluate((input) => {
    const clipboardData = new DataTransfer();
    const pasted = Array.from({ length: 201 }, (_, at) => `粘贴${at}\t驾驶员`);
    clipboardData.setData("text/plain", `${pasted.join("\r\n")}\r\n`);
    input.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(page.getByText("已填入 400 个单元格；表格到此为止，有 2 个没有填入")).toBeVisible();
  await expect(name).toHaveValue("粘贴0");
  await page.getByRole("button", { name: "改正本页" }).click();
  await expect(page.getByText("已改正 200 行")).toBeVisible();
  expect(new URL(page.url()).searchParams.get("size")).toBe("200");
  await expect(page.getByRole("link", { name: "错误 800" })).toBeVisible();
  expect(seen).toEqual([]);
  await page.goto(`${url}/cancel`);
  await page.getByRole("button", { name: "取消导入" }).click();
});
