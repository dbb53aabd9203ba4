import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { themes } from "../../app/shell/theme";
import { thirdOfToday } from "../kit/long-run";
import { signIn } from "./sign-in";

const pages = [
  ["list and tab bar", "/station/station-management?size=20"],
  ["form", "/station/station-management/new"],
  ["lines", "/line/line-management?size=20"],
  ["settings", "/personal-settings"],
] as const;

/** A theme changes colours only: the first is looked at by every rule, the others by those that judge colours. */
const rulesOfColour = ["color-contrast", "link-in-text-block"];

let planner: Page;
test.beforeAll(async ({ browser }) => {
  planner = await browser.newPage();
  await signIn(planner, "planner");
});

const [usual, ...others] = themes;
for (const { name, title } of [usual!, ...thirdOfToday(others)]) {
  test(`axe finds nothing in ${name}`, async () => {
    await planner.goto("/personal-settings");
    await planner.getByRole("radio", { name: title }).check();
    await planner.getByRole("button", { name: "应用" }).click();
    await expect(planner.getByText(`外观已改为${title}、跟随系统`)).toBeVisible();
    for (const [what, path] of pages) {
      await planner.goto(path, { waitUntil: "networkidle" });
      expect([what, await faultsOn(planner, name === usual!.name ? undefined : rulesOfColour)]).toEqual([what, []]);
    }
  });
}

test("axe finds nothing in the colours of dark pages", async ({ browser }) => {
  const page = await browser.newPage({ colorScheme: "dark" });
  const check = async (what: string) => expect([what, await faultsOn(page, rulesOfColour)]).toEqual([what, []]);
  await page.goto("/login");
  await check("login");
  await signIn(page, "admin");
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe("rgb(19, 25, 32)");
  const others = ["/homepage", "/bus/bus-monitor", "/log/analysis", "/voice/file-management", "/line/line-tools"];
  for (const path of [...pages.map(([, one]) => one), ...others]) {
    await page.goto(path, { waitUntil: "networkidle" });
    await check(path);
  }
  for (const list of ["/line/line-management", "/bus/bus-management", "/voice/file-management", "/voice/issue-task"]) {
    await page.goto(list);
    await page.locator("tbody a").first().click();
    await check(`a record of ${list}`);
    const tabs = await page.locator("nav[aria-label] a[href*='/']").evaluateAll(hrefsOfRecord);
    expect(tabs.length).toBeGreaterThan(0);
    for (const tab of tabs) {
      await page.goto(tab, { waitUntil: "networkidle" });
      await check(tab);
    }
  }
  await page.close();
});

/** The pages of the record that is open. */
const hrefsOfRecord = (links: Element[]) =>
  links.map((link) => link.getAttribute("href")!).filter((href) => href.startsWith(`${location.pathname}/`));

test("axe finds nothing at the login, the portal, a record, a refused form and the errors", async ({ page }) => {
  const check = async (what: string) => expect([what, await faultsOn(page)]).toEqual([what, []]);
  await page.goto("/login");
  await check("login");
  await signIn(page, "admin");
  await check("portal");
  await page.goto("/station/station-management/new");
  await page.locator("form").evaluateAll((forms) => forms.forEach((form) => form.setAttribute("novalidate", "")));
  await page.getByRole("button", { name: "保存", exact: true }).click();
  await check("refused form");
  await page.goto("/station/station-management?keyword=rmgc");
  await page.locator("tbody a").first().click();
  await check("station");
  await page.goto("/line/line-management");
  await page.locator("tbody a").first().click();
  await check("line");
  await page.getByRole("link", { name: "编辑站点" }).first().click();
  await check("sequence editor");
  await page.goto("/map/data-down-load");
  await check("map data");
  await page.goto("/no/such/page");
  await check("not found");
});

test("axe finds nothing in the rooms: lists, trees, records, drawn areas, ticks, the monitor, the search", async ({
  page,
}) => {
  test.setTimeout(400_000);
  await signIn(page, "admin");
  const record = async (list: string) => {
    await page.goto(list);
    return (await page.locator(`main a[href^="${list}/01"]`).first().getAttribute("href"))!;
  };
  const [line, role] = [await record("/line/line-management"), await record("/system/role")];
  const [bus, fence, dictionary] = [
    await record("/bus/bus-management"),
    await record("/electronic-fence/electronic-fence-management"),
    await record("/dict/dictionary-configuration"),
  ];
  const found: string[] = [];
  for (const path of thirdOfToday([
    "/bus/bus-management",
    ...["", "/edit", "/timeline", "/lines", "/presets", "/devices"].map((verb) => bus + verb),
    ...["", "/edit"].map((verb) => fence + verb),
    `${dictionary}/edit`,
    ...["/versions", "/versions/plan"].map((verb) => line + verb),
    role.replace("/system/role/", "/system/role-resource/"),
    "/bus/bus-monitor?still=1",
    "/bus/bus-management/bulk?all=1",
    "/device/device-management/bind-many",
    "/org/organization",
    "/system/resource",
    "/system/user",
    "/search?q=1001",
  ])) {
    await page.goto(path, { waitUntil: "networkidle" });
    found.push(...(await faultsOn(page)).map((fault) => `${path} ${fault}`));
  }
  expect(found).toEqual([]);
});

/** What axe finds, with the first places of each; in one piece, since no page holds another. */
async function faultsOn(page: Page, rules?: string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  return violations.map(({ id, nodes }) => {
    const places = nodes.slice(0, 2).map((node) => `${node.html} ${node.any[0]?.message ?? ""}`);
    return `${id}: ${places.join(" | ")}`;
  });
}
