// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { find, openPage, press, until } from "../../tests/kit/open-page";
import { enhanceFrame } from "./enhance-frame";
import { Tools } from "./header";
import { usualTools } from "./header.sample";

let answer: () => Promise<{ type: string }>;
const reload = vi.fn();

beforeEach(() => {
  answer = () => Promise.resolve({ type: "basic" });
  vi.stubGlobal(
    "fetch",
    vi.fn((_url: string) => answer()),
  );
  reload.mockClear();
  vi.spyOn(location, "reload").mockImplementation(reload);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function open(at = "/lines?page=2") {
  openPage(
    <>
      <header>
        <Tools {...usualTools} currentPath="/lines" />
      </header>
      <main data-keep-scroll="page">
        <textarea name="remark" />
        <button>保存</button>
      </main>
    </>,
    at,
  );
  enhanceFrame();
}

describe("a page that comes back from the browser's memory", () => {
  const comeBack = (persisted = true) => {
    const event = new Event("pageshow");
    dispatchEvent(Object.assign(event, { persisted }));
  };
  const hidden = () => document.documentElement.style.visibility === "hidden";
  afterEach(() => document.documentElement.style.removeProperty("visibility"));

  it("is hidden until the server says that its person is still signed in", async () => {
    open();
    comeBack();
    expect(hidden()).toBe(true);
    await until(() => expect(hidden()).toBe(false));
    expect(reload).not.toHaveBeenCalled();
    expect(vi.mocked(fetch).mock.calls).toEqual([
      ["http://localhost:3000/lines?page=2", { method: "HEAD", redirect: "manual", cache: "no-store" }],
    ]);
  });

  it.each([
    ["has signed out", () => Promise.resolve({ type: "opaqueredirect" })],
    ["cannot be asked about", () => Promise.reject(new TypeError("failed"))],
  ])("stays hidden and is loaded again where its person %s", async (_, given) => {
    answer = given;
    open();
    comeBack();
    await until(() => expect(reload).toHaveBeenCalledOnce());
    expect(hidden()).toBe(true);
  });

  it("asks nobody where it was loaded, or belongs to nobody", () => {
    open();
    comeBack(false);
    openPage("<form></form>");
    enhanceFrame();
    comeBack();
    expect([vi.mocked(fetch).mock.calls, hidden()]).toEqual([[], false]);
  });
});

describe("the menus of the frame", () => {
  const menu = () => find<HTMLDetailsElement>("details[data-menu]");
  const pressAt = (target: Element) => target.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));

  it("close by a press beside them, not within", () => {
    open();
    menu().open = true;
    pressAt(menu().querySelector("a")!);
    expect(menu().open).toBe(true);
    pressAt(find("main"));
    expect(menu().open).toBe(false);
  });

  it("close by Escape, and give the focus back to what opened them", () => {
    open();
    menu().open = true;
    menu().querySelector("a")!.focus();
    press(document.activeElement!, "a");
    expect(menu().open).toBe(true);
    press(document.activeElement!, "Escape");
    expect([menu().open, document.activeElement?.tagName]).toEqual([false, "SUMMARY"]);
  });
});

describe("a key of the frame", () => {
  it("leads to the search, and is a letter like any other where somebody types", () => {
    open();
    const select = vi.spyOn(HTMLInputElement.prototype, "select");
    expect(press(find("textarea"), "/").defaultPrevented).toBe(false);
    expect(press(find("main"), "/", { ctrlKey: true }).defaultPrevented).toBe(false);
    expect(select).not.toHaveBeenCalled();
    expect(press(find("main"), "/").defaultPrevented).toBe(true);
    expect(select.mock.contexts).toEqual([find("[data-search-all]")]);
  });
});

describe("a place that was scrolled to", () => {
  const scrolled = () => find("main").scrollTop;
  const draw = () => new Promise((resolve) => requestAnimationFrame(resolve));

  it("is found again on the same page, and on no other", async () => {
    open();
    await draw();
    find("main").scrollTop = 300;
    dispatchEvent(new Event("pagehide"));
    open("/lines?page=3");
    await draw();
    expect(scrolled()).toBe(0);
    open();
    await draw();
    expect(scrolled()).toBe(300);
  });

  it("gives way to a place that the address names, or to what is to be typed into", async () => {
    open();
    await draw();
    find("main").scrollTop = 300;
    dispatchEvent(new Event("pagehide"));
    open("/lines?page=2#row-3");
    await draw();
    expect(scrolled()).toBe(0);
  });
});
