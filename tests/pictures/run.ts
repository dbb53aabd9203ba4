import { spawn } from "node:child_process";
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { chromium, type Page } from "@playwright/test";
import { signIn } from "../e2e/sign-in";
import { codeOf, type Picture, readTaken, takenFile } from "./screens-of";
import { waitUntilUp } from "./wait-until-up";

/** `npm run pictures [-- <name>…]`: takes the pictures of README and manual anew, of the demo city in today's program. */
const root = fileURLToPath(new URL("../..", import.meta.url));
const port = 3919;
const origin = `http://127.0.0.1:${port}`;

const first = async (page: Page, list: string, name: string, tab = "") => {
  await page.goto(list);
  const href = await page.getByRole("link", { name, exact: true }).first().getAttribute("href");
  await page.goto(href! + tab);
};

/** What is to be seen on each, from a page that is signed in. */
const shows: Record<Picture, (page: Page) => Promise<unknown>> = {
  "screenshots/stations.png": (page) => page.goto("/station/station-management"),
  "screenshots/line.png": (page) => first(page, "/line/line-management", "1路"),
  "screenshots/monitor.png": (page) => page.goto("/bus/bus-monitor"),
  "screenshots/timeline.png": (page) => first(page, "/bus/bus-management", "1001", "/timeline"),
  "manual/line.png": (page) => first(page, "/line/line-management", "1路", "/match"),
  "manual/files.png": (page) => page.goto("/voice/file-management"),
  "manual/monitor.png": (page) => page.goto("/bus/bus-monitor?by=line"),
  "manual/check.png": checkTable,
};

/** A table of another system's making: a name that is not known, a day that is none. */
async function checkTable(page: Page): Promise<void> {
  const rows = [
    "自编号,车牌,型号,所属机构,年检到期",
    "9001,京AD90010,BJD-12E,一车队,2027-03-01",
    "9002,京AD90028,BJD-18G,二车队,2027-13-01",
    "9003,京AD90036,没有的型号,三车队,2027-05-20",
  ];
  await page.goto("/excel/import");
  await page.getByLabel("模板").selectOption({ label: "车辆" });
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "新车.csv", mimeType: "text/csv", buffer: Buffer.from(`\ufeff${rows.join("\n")}`) });
  await page.getByRole("button", { name: "上传并检查" }).click();
  await page
    .getByRole("link", { name: "取消导入" })
    .or(page.getByRole("button", { name: "取消导入" }))
    .first()
    .waitFor();
}

const wanted = process.argv.slice(2);
const server = spawn(process.execPath, ["--import", "tsx", "tests/kit/serve.ts"], {
  cwd: root,
  stdio: ["ignore", "inherit", "inherit"],
  env: { ...process.env, PORT: String(port), DEMO_DRIVE: "1" },
});
try {
  await waitUntilUp(`${origin}/healthz`, server);
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium" });
  const page = await browser.newPage({ baseURL: origin, viewport: { width: 1366, height: 768 } });
  await signIn(page, "admin");
  // Until the buses have driven once.
  await page.waitForTimeout(12_000);
  const taken = readTaken();
  for (const to of (Object.keys(shows) as Picture[]).filter(
    (one) => wanted.length === 0 || wanted.some((name) => one.includes(name)),
  )) {
    await shows[to](page);
    await page.waitForTimeout(2500);
    const file = path.join(root, "public", to);
    mkdirSync(path.dirname(file), { recursive: true });
    await page.screenshot({ path: file });
    taken[to] = codeOf(to);
    writeFileSync(takenFile, `${JSON.stringify(taken, null, 2)}\n`);
    console.log(`${to}  ${Math.round(statSync(file).size / 1024)} kB`);
  }
  await browser.close();
} finally {
  server.kill("SIGTERM");
}
