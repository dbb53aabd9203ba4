import { expect, type Locator, type Page, test } from "@playwright/test";
import { thirdOfToday } from "../kit/long-run";
import { rowsOf } from "../spec/rows";
import { arrive } from "./arrive";
import { signIn } from "./sign-in";

/** What a page looks like at a width, and not only what it says: each of these was once out of sight, cut or squeezed. */
interface Layout {
  what: string;
  at: string | ((page: Page) => Promise<string>);
  widths: readonly number[];
  height?: number;
  scripted?: boolean;
  holds(page: Page, width: number): Promise<void>;
}

const [narrow, usual] = [1024, 1366] as const;
const both = [narrow, usual];
/** What is left of 1366 by 768 where Windows shows everything half as large again. */
const scaled = { width: 911, height: 512 };

const layouts: Layout[] = [
  {
    what: "many buses are changed in one column, dim where nothing is ticked, the buttons in sight",
    at: "/bus/bus-management/bulk?verb=change&all=1",
    widths: both,
    async holds(page) {
      const changes = page.locator("[data-change]");
      const places = await rectsOf(changes);
      expect(places.length).toBeGreaterThan(10);
      expect(new Set(places.map(({ x }) => x)).size).toBe(1);
      await expect(page.getByRole("button", { name: /^修改 \d+ 条$/ })).toBeInViewport({ ratio: 1 });
      const grounds = (where: string) =>
        page
          .locator(`[data-change]${where} :is(select, input[type=text], input[type=date])`)
          .evaluateAll((all) => [...new Set(all.map((one) => getComputedStyle(one).backgroundColor))]);
      const [dim, ...brighter] = await grounds("");
      expect(brighter).toEqual([]);
      await changes.getByRole("checkbox", { name: "修改所属机构" }).check();
      const isTicked = ":has(> label > input:checked)";
      expect(await grounds(isTicked)).toEqual([expect.not.stringMatching(`^${dim!.replace(/[()]/g, "\\$&")}$`)]);
      expect(await grounds(`:not(${isTicked})`)).toEqual([dim]);
    },
  },
  {
    what: "a line's stations: saving stays in sight however far the page is scrolled",
    at: (page) => recordAt(page, "/line/line-management", "keyword=1路", "/stations"),
    widths: both,
    height: 600,
    async holds(page) {
      const save = page.getByRole("button", { name: "保存到草稿" });
      await expect(save).toBeInViewport({ ratio: 1 });
      await page.locator("main").evaluate((main) => main.scrollTo(0, main.scrollHeight));
      await expect(save).toBeInViewport({ ratio: 1 });
      const last = page.locator("main tbody tr").last();
      await expect(last).toBeInViewport({ ratio: 1 });
      expect(bottomOf(await rectOf(last))).toBeLessThanOrEqual((await rectOf(save)).y);
      expect(await headersBroken(page)).toEqual([]);
    },
  },
  ...(["resources", "users"] as const).map((tree): Layout => ({
    what: `the tree of a role's ${tree} is as wide as the page and has no box of its own to scroll in`,
    at: async (page) => {
      const role = await recordAt(page, "/system/role");
      return tree === "users" ? `${role}/users` : role.replace("/system/role/", "/system/role-resource/");
    },
    widths: both,
    async holds(page) {
      const ticks = page.locator("main ul:has(input[name=keys])").first();
      expect(await shareOfPage(ticks)).toBeGreaterThan(0.97);
      const scrolling = await ticks.evaluate((one) => {
        const found: string[] = [];
        for (let at: Element | null = one; at && at.localName !== "main"; at = at.parentElement)
          if (/auto|scroll/.test(getComputedStyle(at).overflowY)) found.push(at.className);
        return found;
      });
      expect(scrolling).toEqual([]);
    },
  })),
  {
    what: "a station: its lines in a table, and its map as wide as its card and full of roads",
    at: (page) => recordAt(page, "/station/station-management", "keyword=rmgc"),
    widths: both,
    async holds(page) {
      const lines = page.locator("section").filter({ has: page.getByRole("heading", { name: /^停靠线路/ }) });
      await expect(lines.getByRole("columnheader")).toHaveText(["线路", "方向", "站序", "状态"]);
      expect(await headersBroken(page)).toEqual([]);
      const place = page.locator("section").filter({ has: page.getByRole("heading", { name: "位置" }) });
      const map = place.locator("svg");
      const [frame, card] = [await rectOf(map), await rectOf(place)];
      expect(card.width - frame.width).toBeLessThan(30);
      const roads = await rectsOf(map.locator("use"));
      expect(Math.min(...roads.map(({ x }) => x))).toBeLessThanOrEqual(frame.x);
      expect(Math.max(...roads.map(rightOf))).toBeGreaterThanOrEqual(rightOf(frame));
      expect(Math.min(...roads.map(({ y }) => y))).toBeLessThanOrEqual(frame.y);
      expect(Math.max(...roads.map(bottomOf))).toBeGreaterThanOrEqual(bottomOf(frame));
    },
  },
  {
    what: "a new bus is typed in two columns, of which nothing is cut",
    at: "/bus/bus-management/new",
    widths: both,
    async holds(page) {
      for (const fieldset of await page.locator("main fieldset").all()) {
        const fields = fieldset.locator(":scope > div > :has(> label)");
        expect(new Set((await rectsOf(fields)).map(({ x }) => x)).size).toBeLessThanOrEqual(2);
        const frame = await rectOf(page.getByRole("main"));
        for (const one of await rectsOf(fieldset.locator(":is(label, input, select, textarea):visible")))
          expect([one, one.x >= frame.x && rightOf(one) <= rightOf(frame)]).toEqual([one, true]);
      }
      expect(
        new Set((await rectsOf(page.locator("main fieldset").first().locator("select"))).map(({ x }) => x)).size,
      ).toBe(2);
      expect(await cutIn(page.locator("main label, main input, main select"))).toEqual([]);
    },
  },
  {
    what: "a new line: the first and the last bus of a direction beside each other",
    at: "/line/line-management/new",
    widths: both,
    async holds(page) {
      for (const direction of ["上行", "下行"]) {
        const [first, last] = [
          await rectOf(page.getByLabel(`${direction}首班`)),
          await rectOf(page.getByLabel(`${direction}末班`)),
        ];
        expect([last.y, last.x > rightOf(first)]).toEqual([first.y, true]);
      }
    },
  },
  {
    what: "two versions are chosen and compared in halves of one width",
    at: "/line/line-classify/compare?lineA=1路&lineB=2路",
    widths: both,
    async holds(page) {
      const halves = async (words: RegExp, of: string) => {
        const [left, right] = await rectsOf(page.locator("main").locator(of).filter({ hasText: words }));
        expect([right!.y, right!.width]).toEqual([left!.y, left!.width]);
      };
      await halves(/边的线路/, "label");
      await halves(/边的版本/, "label");
      await page.getByRole("button", { name: "比较", exact: true }).click();
      await arrive(page, page.getByText("左：", { exact: false }).first());
      await halves(/^[左右]：/, "div:not(:has(div))");
    },
  },
  {
    what: "a scenario by periods needs no scrolling sideways, and its inputs are of one height",
    at: async (page) => {
      const line = await recordAt(page, "/line/line-management", "keyword=3路");
      return `/line/line-management/scenario?periods=usual&ids=${line.split("/").at(-1)}`;
    },
    widths: both,
    async holds(page) {
      const beyond = await page
        .locator("main :has(> table)")
        .evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth));
      expect(beyond).toEqual([0, 0, 0]);
      const inputs = await rectsOf(page.locator("main details input"));
      expect(new Set(inputs.map(({ height }) => height)).size).toBe(1);
    },
  },
  {
    what: "the footer stands under the open menu, and under the page only where the menu is narrow",
    at: "/station/station-management",
    widths: both,
    async holds(page, width) {
      const [main, footer] = [page.getByRole("main"), page.getByRole("contentinfo")];
      expect([bottomOf(await rectOf(main)), rightOf(await rectOf(footer))]).toEqual([768, 200]);
      await page.getByRole("button", { name: "收起菜单" }).click();
      await arrive(page, page.getByRole("button", { name: "展开菜单" }));
      expect([bottomOf(await rectOf(main)), rightOf(await rectOf(footer))]).toEqual([748, width]);
      await page.getByRole("button", { name: "展开菜单" }).click();
    },
  },
  {
    what: "the grid of a line's stations shows its rows whole",
    at: (page) => recordAt(page, "/line/line-management", "keyword=1路", "/stations"),
    widths: both,
    scripted: true,
    async holds(page) {
      const remove = page.locator("tr[data-row]").first().getByRole("button", { name: /^移除/ });
      await expect(remove).toBeInViewport({ ratio: 1 });
    },
  },
  {
    what: "a pasted name of several stations leaves the other columns of its row whole",
    at: (page) => recordAt(page, "/line/line-management", "keyword=1路", "/stations"),
    widths: both,
    async holds(page) {
      await page.getByRole("textbox", { name: "添加站点" }).fill("1001A\n人民路兴业路");
      await page.getByRole("button", { name: "查找" }).click();
      await page.getByRole("button", { name: "加入勾选的站点" }).click();
      await expect(page.getByRole("combobox", { name: /是哪个站点$/ }).first()).toBeVisible();
      expect(await cutIn(page.locator("div:has(> table)").last())).toEqual([]);
      const heads = await rectsOf(page.locator("main thead th:visible"));
      expect(Math.max(...heads.map((head) => head.height))).toBeLessThan(50);
    },
  },
  {
    what: "the heads of a list without rows reach from edge to edge, and none of them is pressed together",
    at: "/excel/list",
    widths: both,
    async holds(page) {
      const list = page.getByRole("table");
      await expect(list.locator("tbody td")).toHaveCount(1);
      const [frame, heads] = [await rectOf(list), await rectsOf(list.locator("thead th:visible"))];
      const last = heads.at(-1)!;
      expect(heads[0]!.width).toBeGreaterThan(110);
      expect(last.x + last.width).toBeGreaterThan(frame.x + frame.width - 2);
    },
  },
  {
    what: "a window too narrow for two halves shows the watched vehicles above their map, not under it",
    at: "/bus/bus-monitor",
    widths: [scaled.width],
    height: scaled.height,
    async holds(page) {
      const rows = page.locator("[data-live=rows]");
      const map = page.locator("main svg").last();
      await expect(rows.locator("tbody tr").nth(5)).toBeVisible();
      const [list, drawn] = [await rectOf(rows), await rectOf(map)];
      expect(list.height).toBeGreaterThan(200);
      expect(bottomOf(list)).toBeLessThanOrEqual(drawn.y);
      await map.scrollIntoViewIfNeeded();
      await expect(map).toBeInViewport();
    },
  },
  {
    what: "the tools of a map to draw on stand above the bar with the buttons",
    at: "/electronic-fence/electronic-fence-management/new",
    widths: both,
    scripted: true,
    async holds(page) {
      const tools = page.getByRole("group", { name: "地图工具" }).getByRole("button");
      await expect(tools.filter({ hasText: "清空" })).toBeInViewport({ ratio: 1 });
      const covered = () =>
        tools.evaluateAll((all) =>
          all.flatMap((one) => {
            const { x, y, width, height } = one.getBoundingClientRect();
            return document.elementFromPoint(x + width / 2, y + height - 2) === one ? [] : [one.textContent];
          }),
        );
      await expect.poll(covered).toEqual([]);
    },
  },
  {
    what: "of sixteen shortcuts each is reached",
    at: "/personal-settings",
    widths: [narrow],
    async holds(page) {
      const boxes = page.locator("#shortcuts input[name=path]");
      for (let nth = 0; nth < 16; nth++) await boxes.nth(nth).check();
      await page.getByRole("button", { name: "保存快捷菜单" }).click();
      const all = page
        .getByRole("banner")
        .locator("details")
        .filter({ has: page.getByLabel("全部 16 个快捷菜单") });
      await expect(all.locator("summary")).toBeInViewport({ ratio: 1 });
      await all.locator("summary").focus();
      await page.keyboard.press("Enter");
      await expect(all.getByRole("link")).toHaveCount(16);
      for (const link of await all.getByRole("link").all()) {
        await page.keyboard.press("Tab");
        await expect(link).toBeFocused();
        await expect(link).toBeInViewport({ ratio: 1 });
      }
      await page.goto("/personal-settings");
      for (const box of await boxes.all()) await box.uncheck();
      await page.getByRole("button", { name: "保存快捷菜单" }).click();
    },
  },
];

let [plain, alive]: Page[] = [];

test.beforeAll(async ({ browser }) => {
  plain = await browser.newPage();
  await signIn(plain, "admin");
  alive = await browser.newPage({ javaScriptEnabled: true, storageState: await plain.context().storageState() });
});

for (const { what, at, widths, height = 768, scripted, holds } of layouts)
  test(what, async () => {
    const page = (scripted ? alive : plain)!;
    const address = typeof at === "string" ? at : await at(page);
    for (const width of widths) {
      await page.setViewportSize({ width, height });
      await page.goto(address);
      await test.step(`at ${width}`, () => holds(page, width));
    }
  });

test("no screen is wider than a window that shows everything half as large again", async () => {
  await plain!.setViewportSize(scaled);
  const wide: string[] = [];
  for (const { path } of thirdOfToday(rowsOf("screens"))) {
    if (/[:*]/.test(path!) || path === "/login" || path === "/switch-session") continue;
    await plain!.goto(path!);
    const beyond = await plain!.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (beyond > 0) wide.push(`${path} ${beyond}`);
  }
  expect(wide).toEqual([]);
});

async function recordAt(page: Page, list: string, query = "", verb = ""): Promise<string> {
  await page.goto(`${list}?${query}`);
  const link = page.locator(`main a[href^="${list}/01"]`).first();
  return (await link.getAttribute("href"))!.replace(/\?.*/, "") + verb;
}

type Rect = Pick<DOMRect, "x" | "y" | "width" | "height">;

const rectsOf = (some: Locator): Promise<Rect[]> =>
  some.evaluateAll((all) =>
    all.map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return { x, y, width, height };
    }),
  );
const rectOf = async (one: Locator): Promise<Rect> => (await rectsOf(one))[0]!;
const rightOf = ({ x, width }: Rect) => x + width;
const bottomOf = ({ y, height }: Rect) => y + height;

/** How much of the room between the page's edges something takes. */
const shareOfPage = (one: Locator): Promise<number> =>
  one.evaluate((one) => {
    const main = one.closest("main")!;
    const { paddingLeft, paddingRight } = getComputedStyle(main);
    return one.getBoundingClientRect().width / (main.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight));
  });

/** The heads of columns that do not stand in one line. */
const headersBroken = (page: Page): Promise<string[]> =>
  page.locator("main thead th").evaluateAll((all) =>
    all.flatMap((one) => {
      const words = document.createRange();
      words.selectNodeContents(one);
      const lines = words.getBoundingClientRect().height / parseFloat(getComputedStyle(one).fontSize);
      return one.querySelector(".unseen") || lines < 2 ? [] : [one.textContent ?? ""];
    }),
  );

const cutIn = (some: Locator): Promise<string[]> =>
  some.evaluateAll((all) =>
    all.flatMap((one) => (one.scrollWidth > one.clientWidth + 1 ? [one.textContent || one.getAttribute("name")!] : [])),
  );
