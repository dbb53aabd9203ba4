import { readFile } from "node:fs/promises";
import { type Browser, expect, type Page, test } from "@playwright/test";
import { isLongRun } from "../kit/long-run";
import { choose, drag, metresPerPixel, numbers, towards, typed } from "./announcements";
import { expectAlive } from "./alive";
import { entriesOf } from "../kit/entries";
import { expectSaid } from "./said";
import { signIn } from "./sign-in";
import { toneWav } from "../kit/sound";

test.skip(!isLongRun, "a long walk: npm run test:long");

/** Another one each time, so that a test that was stopped does not stand in the way of the next. */
const recipeNum = `WAYS-${Date.now() % 1_000_000}`;
const byHand = "学校门口";
/** Where the node added by hand lies in the end; a hand decides, the form is told. */
interface Place {
  distance: number;
  radius: number;
  azimuth: number;
}

test("clips, recipe, nodes, playlist and package are made with JavaScript and without, and end in the same bytes", async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const withScript = await work(browser, true);
  const without = await work(browser, false, withScript.place);
  const [one, other] = [await entriesOf(withScript.packed), await entriesOf(without.packed)];
  expect([...one.keys()].length).toBeGreaterThan(10);
  expect([...other.keys()]).toEqual([...one.keys()]);
  const generated = (entries: Map<string, Buffer>) =>
    JSON.parse(entries.get("manifest.json")!.toString()) as { created: string };
  const { created } = generated(one);
  expect({ ...generated(other), created }).toEqual(generated(one));
  for (const [name, bytes] of one)
    if (name !== "manifest.json") expect([name, other.get(name)!.equals(bytes)]).toEqual([name, true]);
  const playlists = one.get("playlists.csv")!.toString();
  expect(playlists.split("\n").length).toBeGreaterThan(20);
  expect(one.get("nodes.csv")!.toString()).toContain(byHand);
});

async function work(browser: Browser, alive: boolean, place?: Place): Promise<{ packed: Buffer; place: Place }> {
  const context = await browser.newContext({ javaScriptEnabled: alive });
  const page = await context.newPage();
  await signIn(page, "admin");
  const [chime, warning] = [`提示音${alive ? "甲" : "乙"}`, `学校${alive ? "甲" : "乙"}`];
  await addClip(page, chime, "叮咚", 700);
  await addClip(page, warning, "前方学校，请慢行", 500);
  const recipe = await addRecipe(page, alive, chime);
  const file = await addFile(page);
  const found = await addNode(page, alive, { warning, chime, place });
  const packed = await generate(page, file);
  for (const url of [file, recipe]) {
    await page.goto(`${url}/delete`);
    await page.getByRole("main").getByRole("button", { name: "删除" }).click();
    await expectSaid(page, "已删除");
  }
  await context.close();
  return { packed, place: found };
}

async function addClip(page: Page, name: string, text: string, hertz: number): Promise<void> {
  await page.goto("/voice/voice-library/new");
  await page.getByRole("textbox", { name: /^名称/ }).fill(name);
  await page.getByLabel("文稿").fill(text);
  const buffer = Buffer.from(toneWav(hertz));
  await page.getByLabel("声音文件").setInputFiles({ name: "录音.wav", mimeType: "audio/wav", buffer });
  await page.getByRole("button", { name: "保存", exact: true }).click();
  await expectSaid(page, "已保存");
}

async function addRecipe(page: Page, alive: boolean, chime: string): Promise<string> {
  await page.goto("/voice/public-voice-class/new");
  await page.getByRole("textbox", { name: /^版本号/ }).fill(recipeNum);
  await page.getByRole("textbox", { name: /^名称/ }).fill("两种方式");
  await page.getByRole("button", { name: "保存", exact: true }).click();
  await expectSaid(page, "已保存");
  const url = page.url().split("?")[0]!;
  for (const [event, voiceUse, ...parts] of [
    [1, 3, "〔线路名〕", "〔下一站〕"],
    [2, 1, "〔本站〕", chime],
    [3, 3, "〔下一站〕", chime],
  ] as const) {
    await page.goto(`${url}/row?event=${event}&voiceUse=${voiceUse}&language=zh`);
    await fillRows(page, alive, "内容", [...parts].reverse());
    await turn(page, alive, "内容");
    await page.getByRole("button", { name: "保存", exact: true }).click();
    await expectSaid(page, "已保存");
  }
  return url;
}

/** Adds a row for each piece. */
async function fillRows(page: Page, alive: boolean, column: string, pieces: readonly string[]): Promise<void> {
  for (const [at, piece] of pieces.entries()) {
    if (alive) await page.waitForLoadState("networkidle");
    await expect(page.getByText("无记录可显示")).toHaveCount(0);
    await page.getByRole("button", { name: "添加一段" }).click();
    const select = page.getByLabel(`第 ${at + 1} 段的${column}`, { exact: true });
    if (alive) await expectAlive(select);
    const option = select.locator("option", { hasText: piece }).first();
    await select.selectOption((await option.getAttribute("value"))!);
  }
}

/** Puts the second row before the first: by hand, or by its button. */
async function turn(page: Page, alive: boolean, column: string): Promise<void> {
  const first = page.getByLabel(`第 1 段的${column}`, { exact: true });
  const second = await page.getByLabel(`第 2 段的${column}`, { exact: true }).inputValue();
  const handle = (nth: number) => page.getByRole("button", { name: `拖动 第 ${nth} 段` });
  if (alive) await handle(2).dragTo(handle(1));
  else await page.getByRole("button", { name: "上移第 2 段" }).click();
  await expect(first).toHaveValue(second);
}

async function addFile(page: Page): Promise<string> {
  await page.goto("/voice/file-management?standing=current");
  await page.getByRole("link", { name: "主分类" }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("环1路");
  const sid = await page.getByRole("link", { name: "查看", exact: true }).getAttribute("href");
  await page.goto(`/voice/file-management/new?classifySid=${/classifySid=(\w+)/.exec(sid!)![1]}`);
  const recipe = page.getByLabel("公共语音版本");
  const option = recipe.locator("option", { hasText: recipeNum });
  await recipe.selectOption((await option.getAttribute("value"))!);
  await page.getByRole("button", { name: "新建" }).click();
  await expectSaid(page, "已新建");
  return page.url().split("?")[0]!;
}

interface ExpectedWords {
  warning: string;
  chime: string;
  place?: Place;
}

async function addNode(page: Page, alive: boolean, { warning, chime, place }: ExpectedWords): Promise<Place> {
  await page.getByRole("link", { name: "编辑节点" }).click();
  await page.getByRole("link", { name: "新增节点" }).click();
  await page.getByLabel("节点类型").selectOption({ label: "安全" });
  await page.getByRole("button", { name: "下一步" }).click();
  await page.getByRole("textbox", { name: /^名称/ }).fill(byHand);
  await page.getByLabel("改为距起点").fill(String(place?.distance ?? 700));
  await page.getByLabel("半径").fill(String(place?.radius ?? 40));
  if (place) await page.getByLabel("方位角").fill(String(place.azimuth));
  await fillRows(page, alive, "语音", [warning, chime]);
  await turn(page, alive, "语音");
  await page.getByRole("button", { name: "保存", exact: true }).click();
  await expectSaid(page, `已保存节点 ${byHand}`);
  return place ?? moveByHand(page);
}

/** Drags the node along the path, its circle wider and its heading a little round. */
async function moveByHand(page: Page): Promise<Place> {
  await page.waitForSelector("[data-map-ready]", { timeout: 60_000 });
  const names = await page.locator("tr[data-node]").allInnerTexts();
  const nth = names.findIndex((text) => text.includes(byHand));
  let at = await choose(page, nth);
  await drag(page, at, towards(at, await typed(page, "方位角"), 12));
  await expect(page.getByText("有 1 步修改未保存")).toBeVisible();
  at = await choose(page, nth);
  const [radius, azimuth] = [await typed(page, "半径"), await typed(page, "方位角")];
  const knob = towards(at, azimuth + 90, radius / (await metresPerPixel(page)) + 14);
  await drag(page, knob, towards(knob, azimuth + 90, 8));
  await drag(page, towards(at, azimuth, 48), towards(at, azimuth + 12, 48));
  await expect(page.getByText("有 3 步修改未保存")).toBeVisible();
  const place = {
    distance: await typed(page, "距起点"),
    radius: await typed(page, "半径"),
    azimuth: await typed(page, "方位角"),
  };
  const shown = await numbers(page, nth);
  await page.getByRole("button", { name: "保存修改" }).click();
  await expectSaid(page, "已保存地图上的 3 步修改");
  expect(await numbers(page, nth)).toEqual(shown);
  return place;
}

async function generate(page: Page, file: string): Promise<Buffer> {
  await page.goto(file);
  await page.getByRole("textbox", { name: /^版本号/ }).fill("9.1");
  await page.getByRole("button", { name: "生成", exact: true }).click();
  await expectSaid(page, "已生成");
  const usual = page.locator("form[action*='bus-line-file']");
  await expect(async () => {
    await page.goto(file);
    const make = usual.getByRole("button", { name: "制作下载包" });
    if (await make.isVisible()) await make.click();
    await expect(usual.getByRole("link", { name: "下载" })).toBeVisible();
  }).toPass({ timeout: 60_000 });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    usual.getByRole("link", { name: "下载" }).click(),
  ]);
  return readFile(await download.path());
}
