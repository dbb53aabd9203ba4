import { expect, type Page, test } from "@playwright/test";
import { signIn } from "./sign-in";

async function openMap(page: Page, path: string) {
  await page.goto(path, { waitUntil: "networkidle" });
  await page.waitForSelector("[data-map-ready]", { timeout: 60_000 });
  await page.locator("[role=application]").focus();
}

async function press(page: Page, key: string, times = 1) {
  for (let time = 0; time < times; time++) await page.keyboard.press(key);
  // A map that moves by keys glides to its place.
  if (key.startsWith("Arrow")) await page.waitForTimeout(400);
}

test("a station's place is set by keys: arrows move the map, Enter takes its middle and sends nothing", async ({
  page,
}) => {
  await signIn(page);
  const path = "/station/station-management/new";
  await openMap(page, path);
  const place = async () =>
    [await page.getByLabel("经度").inputValue(), await page.getByLabel("纬度").inputValue()].map(Number);
  await press(page, "Enter");
  await expect.poll(place).not.toEqual([0, 0]);
  const [lng, lat] = await place();
  await press(page, "ArrowRight", 2);
  await press(page, "Enter");
  await expect.poll(async () => (await place())[0]!).toBeGreaterThan(lng!);
  expect((await place())[1]).toBeCloseTo(lat!, 5);
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  await page.getByLabel("站点编号").fill("KEYS-1");
  await page.getByLabel("站点名称").fill("键盘站");
  const placed = await place();
  await page.getByRole("button", { name: "保存", exact: true }).click();
  await expect(page.getByText("已保存站点 键盘站")).toBeVisible();
  await expect(page.getByText(placed.map((one) => one.toFixed(6)).join(", "))).toBeVisible();
});

test("a pin that is moved says how far it lies from where it was, after a refused save too", async ({ page }) => {
  await signIn(page);
  await page.goto("/station/station-management?keyword=KEYS-1");
  const record = await page.locator("tbody a").first().getAttribute("href");
  await openMap(page, `${record!.split("?")[0]}/edit`);
  const moved = page.getByText(/离原位置 [1-9]\d* 米/);
  await expect(moved).toHaveCount(0);
  const was = await page.getByLabel("经度").inputValue();
  await press(page, "ArrowRight");
  await press(page, "Enter");
  await expect(moved).toBeVisible();
  await page.getByLabel("站点名称").fill("");
  await page
    .locator("form")
    .evaluateAll((forms) => forms.forEach((form) => ((form as HTMLFormElement).noValidate = true)));
  await page.getByRole("button", { name: "保存", exact: true }).click();
  await page.waitForSelector("[data-map-ready]", { timeout: 60_000 });
  await expect(moved).toBeVisible();
  await page.getByLabel("经度").fill(was);
  await expect(moved).toHaveCount(0);
  const map = page.locator("[data-map-ready] canvas").first();
  await map.scrollIntoViewIfNeeded();
  await page.getByRole("button", { name: "复位" }).click();
  const box = (await map.boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  // The map knows what lies under the mouse once it was drawn where the button brought it.
  let side = 1;
  const cursor = async () => {
    await page.mouse.move(x + (side = -side), y - 8);
    return page.locator("[role=application]").evaluate((one) => one.style.cursor);
  };
  await expect.poll(cursor).toBe("grab");
  await page.mouse.down();
  await page.mouse.move(x + 60, y - 8, { steps: 4 });
  await expect(moved).toBeVisible();
  await page.mouse.up();
  await expect(moved).toBeVisible();
});

const fence = "/electronic-fence/electronic-fence-management/new";

test("a fence is drawn by keys: corners are added, chosen, moved, taken out and taken back", async ({ page }) => {
  await signIn(page, "admin");
  await openMap(page, fence);
  const corners = async () =>
    (await page.getByLabel("边界坐标").inputValue())
      .split(/\r?\n/)
      .filter(Boolean)
      .map((line) => line.split(",").map(Number));
  await press(page, "Enter");
  await press(page, "ArrowRight");
  await press(page, "Enter");
  await press(page, "ArrowDown");
  await press(page, "Enter");
  await expect.poll(corners).toHaveLength(3);
  const [first, second, third] = await corners();
  expect([second![0]! > first![0]!, third![1]! < second![1]!]).toEqual([true, true]);
  await press(page, "n");
  await press(page, "Shift+ArrowUp");
  await expect.poll(async () => (await corners())[0]![1]!).toBeGreaterThan(first![1]!);
  await press(page, "ArrowLeft");
  await press(page, "Delete");
  await expect.poll(corners).toHaveLength(2);
  await press(page, "Control+z", 3);
  await expect.poll(corners).toEqual([first, second, third]);
  await expect(page).toHaveURL(new RegExp(`${fence}$`));
  await page.getByLabel("围栏编号").fill("KEYS-2");
  await page.getByLabel("围栏名称").fill("键盘围栏");
  await page.getByLabel("所属机构").selectOption({ index: 1 });
  await page.getByRole("button", { name: "保存", exact: true }).click();
  await expect(page.getByText("已保存电子围栏 键盘围栏")).toBeVisible();
});

test("a circle whose radius is cleared says what it lacks, keeps its place, and is not saved without", async ({
  page,
}) => {
  await signIn(page, "admin");
  await openMap(page, fence);
  await page.getByLabel("圆形").check();
  await page.locator("[role=application]").focus();
  await press(page, "Enter");
  const radius = page.getByLabel("半径");
  await expect(radius).not.toHaveValue("");
  const centre = await page.getByLabel("圆心经度").inputValue();
  await radius.fill("");
  const lacks = page.getByText("请输入半径（10 到 10000 米）");
  await expect(lacks.first()).toBeVisible();
  expect([await page.getByLabel("圆心经度").inputValue(), await radius.inputValue()]).toEqual([centre, ""]);
  await page.getByLabel("围栏编号").fill("KEYS-3");
  await page.getByLabel("围栏名称").fill("键盘圆");
  await page.getByLabel("所属机构").selectOption({ index: 1 });
  await page.getByRole("button", { name: "保存", exact: true }).click();
  await expect(lacks.first()).toBeVisible();
  await expect(radius).toHaveValue("");
  await expect(radius).toHaveAttribute("aria-invalid", "true");
  await radius.fill("9");
  await expect(page.getByText("半径在 10 到 10000 米之间").first()).toBeVisible();
  await radius.fill("250");
  await expect(page.getByText(/半径 250.*可拖动/)).toBeVisible();
  await page.getByRole("button", { name: "保存", exact: true }).click();
  await expect(page.getByText("已保存电子围栏 键盘圆")).toBeVisible();
});
