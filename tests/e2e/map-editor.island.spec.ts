import { expect, type Page, test } from "@playwright/test";
import { complaints } from "./complaints";
import { signIn } from "./sign-in";

type Degrees = [lng: number, lat: number];
type Pixel = { x: number; y: number };

/** Opens the editor of a line's first direction, with what the tests look at. */
async function openEditor(page: Page, line: string) {
  await page.goto(`/line/line-management?lineName=${encodeURIComponent(line)}`);
  const href = (await page
    .locator("tbody")
    .getByRole("link", { name: line, exact: true })
    .first()
    .getAttribute("href"))!;
  const url = `${href.split("?")[0]}/map?direction=1`;
  await page.goto(url);
  await page.waitForSelector("[data-map-ready]", { timeout: 60_000 });
  const map = page.locator("[role=application]");
  const text = (field: string) => page.locator(`textarea[name="map.${field}"]`).inputValue();
  const settled = () => expect(page.locator("[data-plan-waiting]")).toHaveCount(0, { timeout: 30_000 });
  const path = async () => (await text("path")).split(/\r?\n/).map((row) => row.split(",").map(Number) as Degrees);
  return {
    url,
    map,
    text,
    settled,
    path,
    pixelOf: await pixels(page),
    lines: () => page.locator("ol [data-station-serial]").allInnerTexts(),
    scale: () => page.locator("[data-map-ready] [aria-hidden]").first().innerText(),
  };
}

/** Where a place is on the screen: found out by asking the map for the places of two clicks. */
async function pixels(page: Page): Promise<(at: Degrees) => { x: number; y: number }> {
  const box = (await page.locator("[role=application]").boundingBox())!;
  const placeAt = async (x: number, y: number): Promise<Degrees> => {
    await page.mouse.click(x, y);
    const link = page.locator('a[href*="/station-management/new?lng="]');
    await expect(link).toBeVisible();
    await expect(link).toHaveAttribute("href", /lng=/);
    const query = new URL((await link.getAttribute("href"))!, "http://map").searchParams;
    return [Number(query.get("lng")), Number(query.get("lat"))];
  };
  await page.getByRole("button", { name: "加站" }).click();
  const [a, b] = [
    { x: box.x + 60, y: box.y + 60 },
    { x: box.x + box.width - 120, y: box.y + box.height - 60 },
  ];
  const from = await placeAt(a.x, a.y);
  await page.getByRole("button", { name: "加站" }).click();
  await page.getByRole("button", { name: "加站" }).click();
  const to = await placeAt(b.x, b.y);
  await page.getByRole("button", { name: "加站" }).click();
  return ([lng, lat]) => ({
    x: a.x + ((lng - from[0]) / (to[0] - from[0])) * (b.x - a.x),
    y: a.y + ((lat - from[1]) / (to[1] - from[1])) * (b.y - a.y),
  });
}

/** A place of the path well between two stations. */
const between = (points: Degrees[], share: number) => points[Math.floor(points.length * share)]!;

/** The middle of a path's longest piece, where no station is near. */
function longestMiddle(points: Degrees[]): Degrees {
  const pieces = points
    .slice(1)
    .map((to, i) => ({ from: points[i]!, to, long: Math.hypot(to[0] - points[i]![0], to[1] - points[i]![1]) }));
  const { from, to } = pieces.reduce((longest, one) => (one.long > longest.long ? one : longest));
  return [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
}

test("the path is dragged onto other roads, undone, redone and saved as it is shown", async ({ page }) => {
  const seen = complaints(page);
  await signIn(page);
  const editor = await openEditor(page, "1路");
  const before = await editor.text("path");
  const at = editor.pixelOf(between(await editor.path(), 0.3));
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x + 40, at.y + 20, { steps: 4 });
  await page.mouse.move(at.x + 70, at.y + 30, { steps: 4 });
  await page.mouse.up();
  await editor.settled();
  await expect.poll(() => editor.text("vias")).toMatch(/^\d+,116\.\d+,39\.\d+$/);
  const dragged = await editor.text("path");
  expect(dragged).not.toBe(before);

  await page.getByRole("button", { name: "撤销" }).click();
  await expect.poll(() => Promise.all([editor.text("path"), editor.text("vias")])).toEqual([before, ""]);
  await page.keyboard.press("Control+y");
  await expect.poll(() => editor.text("path")).toBe(dragged);

  const vias = await editor.text("vias");
  await page.getByRole("button", { name: "保存并继续编辑" }).click();
  await expect(page.getByText("已保存到草稿")).toBeVisible();
  await page.waitForSelector("[data-map-ready]");
  expect([await editor.text("path"), await editor.text("vias")]).toEqual([dragged, vias]);
  expect(seen).toEqual([]);
});

test("a stretch is drawn by hand, its points moved and taken out, and saved as it is shown", async ({ page }) => {
  await signIn(page);
  const editor = await openEditor(page, "2路");
  const at = editor.pixelOf(between(await editor.path(), 0.4));
  await page.mouse.click(at.x, at.y);
  await page.getByRole("button", { name: "重画这段" }).click();
  const scale = await editor.scale();
  // As quickly as a hand can: each click is a point of its own, and none zooms the map.
  await page.mouse.click(at.x + 30, at.y + 30);
  await page.mouse.click(at.x + 60, at.y - 20);
  await page.mouse.click(at.x + 20, at.y - 40);
  await editor.map.press("Control+z");
  await editor.map.press("Enter");
  await expect(page.getByText("，手绘")).toBeVisible();
  expect(await editor.scale()).toBe(scale);
  expect(
    (await editor.text("freeHand"))
      .split("-")
      .map(Number)
      .reduce((from, to) => to - from),
  ).toBe(3);
  const drawn = await editor.text("path");
  await expect.poll(() => editor.text("freeHand")).toMatch(/^\d+-\d+$/);

  await page.mouse.move(at.x + 30, at.y + 30);
  await page.mouse.down();
  await page.mouse.move(at.x + 45, at.y + 45, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => editor.text("path")).not.toBe(drawn);
  expect((await editor.path()).length).toBe(drawn.split("\n").length);
  await page.keyboard.press("Delete");
  await expect.poll(async () => (await editor.path()).length).toBe(drawn.split("\n").length - 1);
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await expect.poll(() => editor.text("path")).toBe(drawn);

  const freeHand = await editor.text("freeHand");
  await page.getByRole("button", { name: "保存并继续编辑" }).click();
  await expect(page.getByText("已保存到草稿")).toBeVisible();
  await page.waitForSelector("[data-map-ready]");
  expect([await editor.text("path"), await editor.text("freeHand")]).toEqual([drawn, freeHand]);
});

test("everything can be done by keyboard: choose, add, move, delete, reorder, save", async ({ page }) => {
  await signIn(page);
  const editor = await openEditor(page, "3路");
  const [before, stations] = [await editor.text("path"), await editor.lines()];
  await editor.map.focus();
  await page.keyboard.press("Enter");
  await editor.settled();
  expect((await editor.text("vias")).split("\n")).toHaveLength(1);
  const first = await editor.text("vias");
  for (let i = 0; i < 3; i++) await page.keyboard.press("Shift+ArrowLeft");
  await editor.settled();
  await expect.poll(() => editor.text("vias")).not.toBe(first);
  await page.keyboard.press("Delete");
  await editor.settled();
  await expect.poll(() => editor.text("vias")).toBe("");
  for (let i = 0; i < 5; i++) await page.keyboard.press("Control+z");
  await expect.poll(() => editor.text("path")).toBe(before);

  await page.locator('ol [data-station-serial="2"] button').first().focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "下移" }).focus();
  await page.keyboard.press("Enter");
  await editor.settled();
  const name = (row: string | undefined) => row?.split("\n")[1];
  const moved = await editor.lines();
  expect([name(moved[1]), name(moved[2])]).toEqual([name(stations[2]), name(stations[1])]);
  const questions: string[] = [];
  page.on("dialog", (dialog) => {
    questions.push(dialog.type());
    void dialog.accept();
  });
  await page.getByRole("button", { name: "保存到草稿" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("已保存到草稿")).toBeVisible();
  expect(questions).toEqual([]);
  await expect(page.locator("tr[data-station-serial]").nth(1)).toContainText(name(stations[2])!);
});

test("roads that do not answer cost nothing that was drawn, and leaving is asked first", async ({ page }) => {
  await signIn(page);
  const editor = await openEditor(page, "5路");
  await page.route("**/route-between", (route) => route.abort());
  await editor.map.focus();
  await page.keyboard.press("Enter");
  await editor.settled();
  await expect(page.getByText("网络不通").first()).toBeVisible();
  const vias = await editor.text("vias");
  expect(vias).toMatch(/^\d+,/);
  await page.unroute("**/route-between");
  await page.getByRole("button", { name: "沿道路重算" }).click();
  await editor.settled();
  await expect(page.getByText("网络不通")).toHaveCount(0);

  const [drawn, at] = [await editor.text("vias"), page.url()];
  await page.getByLabel("修改原因").fill("改走辅路");
  const asked = page.waitForEvent("dialog");
  const leaving = page.goto("/homepage").catch(() => undefined);
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
  await leaving;
  expect(page.url()).toBe(at);
  expect(drawn).not.toBe("");
  expect(await editor.text("vias")).toBe(drawn);
  await expect(page.getByLabel("修改原因")).toHaveValue("改走辅路");
});

test("a station of the network is put in by clicking it, a double click ends a drawing, and two quick clicks on two things do not zoom", async ({
  page,
}) => {
  await signIn(page);
  const editor = await openEditor(page, "6路");
  const before = await editor.lines();
  const points = await editor.path();
  const scale = await editor.scale();
  const half = points.length >> 1;
  const [a, b] = [
    editor.pixelOf(longestMiddle(points.slice(0, half))),
    editor.pixelOf(longestMiddle(points.slice(half))),
  ];
  await page.mouse.click(a.x, a.y);
  await page.mouse.click(b.x, b.y);
  await page.waitForTimeout(400);
  expect(await editor.scale()).toBe(scale);

  await page.getByRole("button", { name: "重画这段" }).click();
  await page.mouse.click(b.x + 20, b.y + 30);
  await page.mouse.dblclick(b.x + 40, b.y + 50);
  await expect(page.getByText("，手绘")).toBeVisible();
  expect(await editor.scale()).toBe(scale);
  await page.keyboard.press("Control+z");

  const around = await page.request.get(
    `${editor.url.split("?")[0]!.replace(/map$/, "around")}?of=stations&minLng=116&minLat=39&maxLng=117&maxLat=40`,
  );
  const { places } = (await around.json()) as { places: number[] };
  const pixels = Array.from({ length: places.length / 2 }, (_, i) =>
    editor.pixelOf([places[2 * i]! / 1e6, places[2 * i + 1]! / 1e6]),
  );
  const box = (await editor.map.boundingBox())!;
  const apart = (one: Pixel, other: Pixel) => Math.hypot(one.x - other.x, one.y - other.y);
  const inSight = ({ x, y }: Pixel) =>
    x > box.x + 40 && x < box.x + box.width - 100 && y > box.y + 60 && y < box.y + box.height - 60;
  const path = points.map((point) => editor.pixelOf(point));
  const alone = pixels.find(
    (one) =>
      inSight(one) &&
      pixels.every((other) => other === one || apart(one, other) > 14) &&
      path.every((point) => apart(one, point) > 20),
  )!;
  await page.getByRole("button", { name: "加站" }).click();
  await page.mouse.click(alone.x, alone.y);
  await expect(page.getByText(/已加为第 \d+ 站/)).toBeVisible();
  await editor.settled();
  await expect.poll(() => editor.lines()).toHaveLength(before.length + 1);
  await page.keyboard.press("Control+z");
  await expect.poll(() => editor.lines()).toEqual(before);
});

test("keeps its paths where the server fails while all of them are searched again, and says so", async ({ page }) => {
  await signIn(page);
  const editor = await openEditor(page, "2路");
  const before = await editor.path();
  await page.route(/route-between/, (route) =>
    route.fulfill({ status: 500, contentType: "application/json", body: '{"message":"系统错误，请稍后再试"}' }),
  );
  await page.getByRole("button", { name: "沿道路重算" }).click();
  await expect(page.getByText("系统错误，请稍后再试：原来的路径没有改动")).toBeVisible();
  await editor.settled();
  // Legs that are put together again may name the point of the path at which they meet.
  const known = new Set(before.map(String));
  expect((await editor.path()).filter((point) => known.has(String(point)))).toEqual(before);
  await expect(page.getByText("暂用直线")).toHaveCount(0);
});
