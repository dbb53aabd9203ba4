// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { find, openPage, press, until } from "../../tests/kit/open-page";
import { Shortcuts } from "./shortcuts";
import { Tabs } from "./tab-bar";

const width = 100;
/** What went to the server without leaving the page. */
let sent: Record<string, string>[];
/** What went as a form, for which the page is loaded again. */
let away: Record<string, string>[];
let answer: () => Response | Promise<Response>;

beforeEach(() => {
  [sent, away, answer] = [[], [], () => new Response(null, { status: 204 })];
  vi.stubGlobal("fetch", async (url: string, { body }: { body: URLSearchParams }) => {
    sent.push({ url, ...Object.fromEntries(body) });
    return answer();
  });
  vi.spyOn(HTMLFormElement.prototype, "submit").mockImplementation(function (this: HTMLFormElement) {
    away.push({
      url: new URL(this.action).pathname,
      ...(Object.fromEntries(new FormData(this)) as Record<string, string>),
    });
  });
  // Tabs lie side by side, those of one list from the left edge on.
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockImplementation(function (this: HTMLElement) {
    const at = [...(this.parentElement?.children ?? [])].indexOf(this);
    const shift = Number(/translateX\((-?[\d.]+)px\)/.exec(this.style.transform)?.[1] ?? 0);
    return new DOMRect(at * width + shift, 0, width, 30);
  });
  Element.prototype.animate = vi.fn();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const titles = { "/": "首页", "/lines": "线路", "/buses": "车辆", "/depots": "场站", "/people": "人员" };
type Path = keyof typeof titles;

/** A page with its tabs; the first one is fixed. */
async function open(current: Path = "/buses", paths = Object.keys(titles)) {
  const tabs = Object.entries(titles)
    .filter(([path]) => paths.includes(path))
    .map(([path, title]) => ({
      path,
      href: path,
      title,
      active: path === current,
      closable: path !== "/",
      inShortcuts: path === "/depots",
    }));
  openPage(
    <>
      <Shortcuts
        shortcuts={[
          { path: "/depots", href: "/depots", title: "场站", icon: "parking" as never },
          { path: "/buses", href: "/buses", title: "车辆", icon: "bus" as never },
        ]}
        shortcutTitles
      />
      <nav>
        <Tabs tabs={tabs} currentPath={current} />
      </nav>
    </>,
    `${current}?page=2`,
  );
  vi.resetModules();
  (await import("./enhance-frame")).enhanceFrame();
}
const list = () => find("[data-order='/tabs']");
const tab = (path: Path) => find(`[data-order='/tabs'] [data-path='${path}']`);
const order = () => [...list().children].map((one) => (one as HTMLElement).dataset.path);
const pointer = (kind: string, target: EventTarget, clientX: number, more: PointerEventInit = {}) => {
  const event = new PointerEvent(kind, { bubbles: true, cancelable: true, clientX, button: 0, ...more });
  target.dispatchEvent(event);
  return event;
};
/** Takes a tab by its middle, over so many pixels, and lets it go. */
function drag(path: Path, by: number, end = "pointerup") {
  const from = tab(path).getBoundingClientRect().left + width / 2;
  pointer("pointerdown", tab(path).querySelector("a")!, from);
  pointer("pointermove", window, from + by / 2);
  pointer("pointermove", window, from + by);
  pointer(end, window, from + by);
}
const click = (target: Element) => {
  const event = new MouseEvent("click", { bubbles: true, cancelable: true });
  target.dispatchEvent(event);
  return event;
};

describe("tabs that do not all fit", () => {
  const bar = (count: number) => {
    const tabs = Array.from({ length: count }, (_, nth) => {
      const path = nth === 0 ? "/" : `/${nth}`;
      return { path, href: path, title: `页${nth}`, active: nth === 0, closable: nth > 0, inShortcuts: false };
    });
    openPage(<Tabs tabs={tabs} currentPath="/" />);
    const far = [...document.querySelectorAll<HTMLAnchorElement>("a[href^='#']")].map((one) =>
      one.getAttribute("href"),
    );
    const named = [...document.querySelectorAll("[data-order] > [id]")].map((one) => [one.id, one.textContent]);
    return { far, named, listed: document.querySelectorAll("details form > a").length };
  };

  it("are led to at both ends, and listed in their menu, from the ninth on", () => {
    const [few, many] = [bar(8), bar(9)];
    expect(few).toMatchObject({ far: [], listed: 0 });
    expect(many).toMatchObject({ far: ["#first-tab", "#last-tab"], listed: 9 });
    expect(many.named.map(([id, text]) => [id, text?.slice(0, 2)])).toEqual([
      ["first-tab", "页0"],
      ["last-tab", "页8"],
    ]);
  });
});

describe("a tab that is dragged", () => {
  it("takes its new place, and the server hears of it once", async () => {
    await open();
    drag("/lines", 2 * width + 60);
    expect(order()).toEqual(["/", "/buses", "/depots", "/lines", "/people"]);
    expect(sent).toEqual([{ url: "/tabs", verb: "move", path: "/lines", to: "3", back: "/buses?page=2" }]);
    expect([tab("/lines").style.transform, tab("/lines").dataset.dragged]).toEqual(["", undefined]);
  });

  it("can be taken to the left, and to the end", async () => {
    await open();
    drag("/depots", -2 * width - 10);
    expect(order()).toEqual(["/", "/depots", "/lines", "/buses", "/people"]);
    drag("/depots", 9 * width);
    expect(order()).toEqual(["/", "/lines", "/buses", "/people", "/depots"]);
    expect(sent.map(({ to }) => to)).toEqual(["1", "4"]);
  });

  it("changes places when its pointer passes the middle of another, not before", async () => {
    await open();
    pointer("pointerdown", tab("/lines"), 150);
    pointer("pointermove", window, 240);
    pointer("pointermove", window, 249);
    expect(order()[1]).toBe("/lines");
    pointer("pointermove", window, 250);
    expect(order()[2]).toBe("/lines");
    pointer("pointerup", window, 250);
  });

  it("never comes before the fixed first one, which itself stays where it is", async () => {
    await open();
    drag("/depots", -9 * width);
    expect(order()).toEqual(["/", "/depots", "/lines", "/buses", "/people"]);
    expect(sent.map(({ to }) => to)).toEqual(["1"]);
    drag("/", 3 * width);
    expect(order()[0]).toBe("/");
    expect(sent).toHaveLength(1);
  });

  it("that comes back to its place is not moved", async () => {
    await open();
    pointer("pointerdown", tab("/lines"), 150);
    for (const x of [320, 420, 149]) pointer("pointermove", window, x);
    pointer("pointerup", window, 150);
    expect(order()).toEqual(Object.keys(titles));
    expect(sent).toEqual([]);
  });

  it("follows the pointer by where it was taken hold of", async () => {
    await open();
    pointer("pointerdown", tab("/lines"), 130);
    pointer("pointermove", window, 140);
    expect(tab("/lines").style.transform).toBe("translateX(10px)");
    expect(tab("/lines").dataset.dragged).toBe("");
    pointer("pointerup", window, 140);
  });

  it("is let go where its pointer is taken away, and follows no longer", async () => {
    await open();
    drag("/lines", width + 60, "pointercancel");
    expect(order()[2]).toBe("/lines");
    pointer("pointermove", window, 480);
    expect(order()[2]).toBe("/lines");
    expect(tab("/lines").style.transform).toBe("");
    drag("/lines", -width - 60);
    pointer("pointerup", window, 480);
    expect(sent).toHaveLength(2);
  });

  it("is not taken for clicked: the click that ends a drag opens nothing, the next one does", async () => {
    vi.useFakeTimers();
    await open();
    const heard = vi.fn();
    list().addEventListener("click", heard);
    drag("/lines", width + 60);
    expect(click(tab("/lines").querySelector("a")!).defaultPrevented).toBe(true);
    expect(heard).not.toHaveBeenCalled();
    expect(click(tab("/lines").querySelector("a")!).defaultPrevented).toBe(false);
    drag("/lines", -width - 60);
    vi.advanceTimersByTime(50);
    expect(click(tab("/lines").querySelector("a")!).defaultPrevented).toBe(false);
  });
});

describe("a tab that is only pressed", () => {
  it("is clicked, though the hand trembles a little", async () => {
    await open();
    for (const tremble of [0, 4, -4]) {
      pointer("pointerdown", tab("/lines"), 198);
      pointer("pointermove", window, 198 + tremble);
      pointer("pointerup", window, 198 + tremble);
      expect(click(tab("/lines").querySelector("a")!).defaultPrevented).toBe(false);
    }
    expect(tab("/lines").style.transform).toBe("");
    pointer("pointerdown", tab("/lines"), 198);
    pointer("pointermove", window, 203);
    expect(tab("/lines").dataset.dragged).toBe("");
    pointer("pointerup", window, 203);
  });

  it("is not dragged by another button of the mouse, nor by its own ×", async () => {
    await open();
    pointer("pointerdown", tab("/lines"), 150, { button: 2 });
    pointer("pointermove", window, 420);
    pointer("pointerup", window, 420);
    pointer("pointerdown", tab("/lines").querySelector("button")!, 190);
    pointer("pointermove", window, 420);
    pointer("pointerup", window, 420);
    expect([order(), sent]).toEqual([Object.keys(titles), []]);
  });

  it("leaves the browser no link to drag away", async () => {
    await open();
    const event = new Event("dragstart", { bubbles: true, cancelable: true });
    tab("/lines").querySelector("a")!.dispatchEvent(event);
    expect(event.defaultPrevented).toBe(true);
  });
});

describe("the menu of a tab", () => {
  const menu = () => document.querySelector<HTMLElement>("[data-tab-menu]");
  const entry = (label: string) =>
    [...menu()!.querySelectorAll("button")].find(({ textContent }) => textContent === label)!;
  const settle = () => until(() => expect(sent.length + away.length).toBeGreaterThan(0));
  /** With the bar's code loaded, as it is once the pointer has come near. */
  const openEased = async (current?: Path, paths?: Path[]) => {
    await open(current, paths);
    tab("/").dispatchEvent(new Event("pointerover", { bubbles: true }));
    await import("./tab-bar.client");
    await Promise.resolve();
  };
  const ask = (target: Element) => {
    const event = new MouseEvent("contextmenu", { bubbles: true, cancelable: true, clientX: 30, clientY: 20 });
    target.dispatchEvent(event);
    return event;
  };

  it("stands where it was asked for, one at a time, and closes at a press beside it", async () => {
    await openEased();
    expect(menu()).toBeNull();
    expect(ask(tab("/lines").querySelector("a")!).defaultPrevented).toBe(true);
    ask(tab("/depots"));
    expect(document.querySelectorAll("[data-tab-menu]")).toHaveLength(1);
    expect([menu()!.style.left, menu()!.style.top]).toEqual(["30px", "20px"]);
    pointer("pointerdown", entry("关闭其他"), 0);
    expect(menu()).not.toBeNull();
    pointer("pointerdown", document.body, 0);
    expect(menu()).toBeNull();
  });

  it("opens for the right click that came before its code, too", async () => {
    await open();
    expect(ask(tab("/lines")).defaultPrevented).toBe(true);
    await until(() => expect(menu()).not.toBeNull());
  });

  it("opens by the keyboard, is walked round with the arrows, and gives the focus back", async () => {
    await openEased();
    const link = tab("/lines").querySelector("a")!;
    link.focus();
    press(link, "F10");
    expect(menu()).toBeNull();
    press(link, "F10", { shiftKey: true });
    const labels = () => document.activeElement!.textContent;
    expect(labels()).toBe("关闭标签页");
    press(document.activeElement!, "ArrowUp");
    expect(labels()).toBe("添加到快捷菜单");
    press(document.activeElement!, "ArrowDown");
    expect(labels()).toBe("关闭标签页");
    press(document.activeElement!, "End");
    expect(labels()).toBe("添加到快捷菜单");
    press(document.activeElement!, "Home");
    expect(labels()).toBe("关闭标签页");
    press(document.activeElement!, "Escape");
    expect([menu(), document.activeElement]).toEqual([null, link]);
    press(link, "ContextMenu");
    expect(menu()).not.toBeNull();
  });

  it("offers only what can be done", async () => {
    await openEased();
    const offered = () => [...menu()!.querySelectorAll("button:not(:disabled)")].map((one) => one.textContent);
    ask(tab("/"));
    expect(offered()).toEqual(["关闭其他", "关闭右侧", "添加到快捷菜单"]);
    ask(tab("/depots"));
    expect(offered()).toEqual(["关闭标签页", "关闭其他", "关闭右侧", "移除快捷菜单"]);
    ask(tab("/people"));
    expect(offered()).toEqual(["关闭标签页", "关闭其他", "添加到快捷菜单"]);
    ask(find("[data-order='/shortcuts'] [data-path]"));
    expect(offered()).toEqual(["移除快捷菜单"]);
    await openEased("/lines", ["/", "/lines"]);
    ask(tab("/lines"));
    expect(offered()).toEqual(["关闭标签页", "添加到快捷菜单"]);
  });

  it("closes the tabs to its right without leaving the page, and tells the bar how many are left", async () => {
    await openEased("/lines");
    ask(tab("/buses"));
    entry("关闭右侧").click();
    await until(() => expect(order()).toEqual(["/", "/lines", "/buses"]));
    expect(menu()).toBeNull();
    expect(sent).toEqual([{ url: "/tabs", verb: "close-right", path: "/buses", back: "/lines?page=2" }]);
    expect([away, find("nav:last-of-type").style.getPropertyValue("--tabs")]).toEqual([[], "3"]);
  });

  it("closes the others but for the fixed one", async () => {
    await openEased("/lines");
    ask(tab("/lines"));
    entry("关闭其他").click();
    await until(() => expect(order()).toEqual(["/", "/lines"]));
    expect(away).toEqual([]);
  });

  it("loads the page again when the tab of the page itself is closed", async () => {
    await openEased("/people");
    ask(tab("/lines"));
    entry("关闭其他").click();
    await settle();
    expect([sent, away]).toEqual([
      [],
      [{ url: "/tabs", verb: "close-others", path: "/lines", back: "/people?page=2" }],
    ]);
  });

  it.each([
    ["the server shows a page instead", () => new Response("<h1>登录</h1>")],
    ["the session is over", () => new Response("", { status: 302 })],
    ["the server cannot be reached", () => Promise.reject(new TypeError("failed"))],
  ])("leaves the tabs and sends a form where %s", async (_, given) => {
    await openEased("/lines");
    answer = given;
    ask(tab("/buses"));
    entry("关闭标签页").click();
    await until(() => expect(away).toHaveLength(1));
    expect([order(), away[0]!.verb]).toEqual([Object.keys(titles), "close"]);
  });

  it("closes a tab by its × on the spot; that of the page itself goes as a form", async () => {
    await openEased("/lines");
    const posted = vi.fn((event: Event) => event.preventDefault());
    document.addEventListener("submit", posted);
    tab("/buses").querySelector("button")!.click();
    await until(() => expect(order()).toEqual(["/", "/lines", "/depots", "/people"]));
    expect(posted).not.toHaveBeenCalled();
    expect(sent).toEqual([{ url: "/tabs", verb: "close", path: "/buses", back: "/lines?page=2" }]);
    tab("/lines").querySelector("button")!.click();
    expect(posted).toHaveBeenCalledOnce();
    expect(sent).toHaveLength(1);
    answer = () => new Response("", { status: 500 });
    tab("/people").querySelector("button")!.click();
    await until(() => expect(away).toHaveLength(1));
    expect([order(), away[0]!.path]).toEqual([["/", "/lines", "/depots", "/people"], "/people"]);
  });
});
