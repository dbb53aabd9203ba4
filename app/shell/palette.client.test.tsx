// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openPage, until } from "../../tests/kit/open-page";
import { enhanceFrame } from "./enhance-frame";
import { Tools } from "./header";
import { usualTools } from "./header.sample";

const bus = { name: "1001", detail: "车辆 京A00001", href: "/bus/bus-management/b1" };
const verb = { name: "新增车辆", detail: "功能", href: "/bus/bus-management/new" };
let answer: (term: string) => Promise<object>;
const assign = vi.fn();

beforeEach(() => {
  answer = () =>
    Promise.resolve(
      told([
        { title: "车辆", offers: [bus] },
        { title: "页面和功能", offers: [verb] },
      ]),
    );
  vi.stubGlobal(
    "fetch",
    vi.fn((url: string) => answer(new URLSearchParams(url.split("?")[1]).get("q")!)),
  );
  assign.mockClear();
  vi.spyOn(location, "assign").mockImplementation(assign);
  openPage(
    <header>
      <Tools {...usualTools} currentPath="/lines" />
    </header>,
    "/lines",
  );
  enhanceFrame();
});
afterEach(() => {
  document.querySelector("[data-palette]")?.dispatchEvent(new Event("close"));
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const told = (groups: object[]) => ({ type: "basic", ok: true, json: () => Promise.resolve({ groups }) });
const box = () => document.querySelector<HTMLElement>("[data-palette]");
const input = () => box()!.querySelector("input")!;
const links = () => [...box()!.querySelectorAll("a")];
const marked = () => box()!.querySelector("[aria-selected=true]")?.textContent;
const key = (name: string, on: EventTarget = document.body, more: KeyboardEventInit = {}) =>
  on.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true, ...more }));
const open = async () => {
  key("k", document.body, { ctrlKey: true });
  await until(() => expect(document.activeElement).toBe(input()));
};
const type = (term: string) => {
  input().value = term;
  input().dispatchEvent(new InputEvent("input", { bubbles: true }));
};

it("opens by Ctrl-K, offers what the server finds as one types, and opens what is chosen by the arrows", async () => {
  await open();
  type("车辆");
  await until(() => expect(marked()).toContain("1001"));
  expect(links().map((link) => link.getAttribute("href"))).toEqual([bus.href, verb.href]);
  key("ArrowDown", input());
  expect(marked()).toContain("新增车辆");
  expect(input().getAttribute("aria-activedescendant")).toBe(links()[1]!.id);
  key("ArrowDown", input());
  expect(marked()).toContain("1001");
  key("ArrowUp", input());
  key("Enter", input());
  expect(assign.mock.calls.map(([to]) => new URL(to as string).pathname)).toEqual([verb.href]);
});

it("leads to the search page where nothing is found, and says so", async () => {
  answer = () => Promise.resolve(told([]));
  await open();
  type("没有的");
  await until(() => expect(box()!.textContent).toContain("没有找到“没有的”"));
  key("Enter", input());
  expect(assign).toHaveBeenCalledWith("/search?q=%E6%B2%A1%E6%9C%89%E7%9A%84");
});

it("shows what the last letters ask for, whichever answer comes last", async () => {
  const late: (() => void)[] = [];
  answer = (term) =>
    term === "1"
      ? new Promise((go) => late.push(() => go(told([{ title: "车辆", offers: [bus] }]))))
      : Promise.resolve(told(term ? [{ title: "页面和功能", offers: [verb] }] : []));
  await open();
  type("1");
  await until(() => expect(late.length).toBe(1));
  type("新增");
  await until(() => expect(links().map((link) => link.textContent)).toEqual(["新增车辆功能"]));
  late[0]!();
  await new Promise((go) => setTimeout(go, 20));
  expect(links().map((link) => link.textContent)).toEqual(["新增车辆功能"]);
});

it("says when the server cannot be asked, and leads to the login where the session is over", async () => {
  await open();
  type("车辆");
  await until(() => expect(marked()).toContain("1001"));
  answer = () => Promise.reject(new Error("offline"));
  type("1");
  await until(() => expect(box()!.textContent).toContain("现在查不了"));
  expect(links()).toEqual([]);
  key("Enter", input());
  expect(assign).toHaveBeenCalledWith("/search?q=1");
  answer = () => Promise.resolve({ type: "opaqueredirect" });
  type("12");
  await until(() => expect(assign).toHaveBeenCalledWith("/search?q=12"));
});

it("closes by Esc, by the same key and by a press outside, and gives the focus back", async () => {
  const search = document.querySelector<HTMLInputElement>("[data-search-all]")!;
  for (const close of [
    () => key("Escape", input()),
    () => key("k", input(), { ctrlKey: true }),
    () => document.body.dispatchEvent(new Event("pointerdown", { bubbles: true })),
  ]) {
    search.focus();
    await open();
    close();
    await until(() => expect(box()).toBeNull());
    expect(document.activeElement).toBe(search);
  }
});
