// @vitest-environment happy-dom
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { find, openPage, press, type } from "../../../../tests/kit/open-page";
import { Finder, LookedFor } from "./finder";
import { findAsTyped } from "./finder.client";

interface FinderTestRequest {
  url: string;
  method: string;
  fields: Record<string, string>;
  signal: AbortSignal;
  answer: (stations: Record<string, string>, keyword?: string) => Promise<void>;
  fail: () => Promise<void>;
}
let asked: FinderTestRequest[];

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  vi.stubGlobal("fetch", (url: string, { method = "GET", body, signal }: RequestInit) => {
    return new Promise((resolve, reject) => {
      const settle = async (work: () => void) => {
        work();
        await vi.advanceTimersByTimeAsync(0);
      };
      asked.push({
        url,
        method,
        fields: Object.fromEntries((body as URLSearchParams | undefined) ?? []),
        signal: signal!,
        answer: (stations, keyword) =>
          settle(() => resolve(new Response(renderToStaticMarkup(<Form found={stations} keyword={keyword} />)))),
        fail: () => settle(() => reject(new TypeError("failed"))),
      });
    });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

interface FinderPage {
  found?: Record<string, string>;
  keyword?: string;
  method?: "get" | "post";
  /** The field stands in so many rows. */
  rows?: number;
}

function Form({ found = { 1: "东站" }, keyword = "", method = "post", rows = 1 }: FinderPage) {
  const offered = { choices: [], keyword, found: Object.keys(found).length, all: false };
  return (
    <form method={method} action={method === "post" ? "/lines/new?copy=3" : undefined}>
      <input name="lineName" />
      {Array.from({ length: rows }, (_, at) => (
        <span key={at} data-found="station">
          <select name="station">
            <option value="">请选择</option>
            {Object.entries(found).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <LookedFor field="station" offered={offered} />
        </span>
      ))}
      <Finder field="station" label="站点" keyword={keyword} placeholder="" leadsTo="station" />
      <span data-found="parking">
        <select name="parking">
          <option value="p">场站</option>
        </select>
      </span>
      <input type="file" name="picture" />
    </form>
  );
}

function open(shown: FinderPage = {}, before = () => {}) {
  openPage(<Form {...shown} />, "/lines/new?copy=3");
  before();
  findAsTyped(box());
}
const box = () => find<HTMLInputElement>("[type=search]");
const select = () => find<HTMLSelectElement>("select[name=station]");
const offered = () => [...select().options].map(({ text }) => text);
const typeIn = (text: string) => {
  box().value = text;
  box().dispatchEvent(new Event("input", { bubbles: true }));
};
const alert = () => document.querySelector("[role=alert]")?.textContent;

describe("a search box", () => {
  it("asks once for what was typed, a moment after the last letter", async () => {
    open();
    typeIn("人");
    vi.advanceTimersByTime(249);
    typeIn("人民");
    vi.advanceTimersByTime(249);
    expect(asked).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ url: "/lines/new?copy=3", method: "POST" });
    expect(asked[0]!.fields).toEqual({
      lineName: "",
      station: "",
      "found:station": "",
      "find:station": "人民",
      parking: "p",
      find: "station",
    });
  });

  it("puts what was found into its place, and leaves everything else as it was typed meanwhile", async () => {
    open();
    const heard = vi.fn();
    find("form").addEventListener("found", heard);
    typeIn("西");
    vi.advanceTimersByTime(250);
    type(find("[name=lineName]"), "12路");
    const parking = find("[data-found=parking]");
    await asked[0]!.answer({ 2: "西站", 3: "西门" }, "西");
    expect(offered()).toEqual(["请选择", "西站", "西门"]);
    expect(find("[data-found=station]").textContent).toContain("“西”找到 2 条。");
    expect([find<HTMLInputElement>("[name=lineName]").value, box().value]).toEqual(["12路", "西"]);
    expect(find("[data-found=parking]")).toBe(parking);
    expect(heard).toHaveBeenCalledOnce();
    expect(alert()).toBe("");
  });

  it("fills every row of its field, as far as the answer has them", async () => {
    open({ rows: 2 });
    typeIn("西");
    vi.advanceTimersByTime(250);
    await asked[0]!.answer({ 2: "西站" }, "西");
    const rows = [...document.querySelectorAll("[data-found=station]")];
    expect(rows.map((row) => row.textContent!.includes("西站"))).toEqual([true, false]);
  });

  it("drops the answer to an older question", async () => {
    open();
    typeIn("西");
    vi.advanceTimersByTime(250);
    typeIn("南");
    await asked[0]!.answer({ 2: "西站" });
    expect(offered()).toEqual(["请选择", "东站"]);
    vi.advanceTimersByTime(250);
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    await asked[1]!.answer({ 4: "南站" });
    expect(offered()).toEqual(["请选择", "南站"]);
    press(box(), "Enter");
    press(box(), "Enter");
    await asked[3]!.answer({ 5: "北站" });
    await asked[2]!.answer({ 2: "西站" });
    expect(offered()).toEqual(["请选择", "北站"]);
  });

  it("looks at once at Enter, and once only, without sending the form", () => {
    open();
    typeIn("西");
    expect(press(box(), "Enter").defaultPrevented).toBe(true);
    expect(asked).toHaveLength(1);
    vi.advanceTimersByTime(1000);
    expect(asked).toHaveLength(1);
  });

  it("takes no notice of keys that a person needs to write, or that are its own", () => {
    open();
    expect(press(box(), "Enter", { isComposing: true }).defaultPrevented).toBe(false);
    expect(press(box(), "a").defaultPrevented).toBe(false);
    expect(asked).toEqual([]);
  });

  it("leads to what was found by the arrow down", () => {
    open();
    box().focus();
    press(box(), "ArrowDown");
    expect(document.activeElement).toBe(select());
    expect(asked).toEqual([]);
  });

  it("does not take a choice back that was made meanwhile", async () => {
    open();
    typeIn("西");
    vi.advanceTimersByTime(250);
    type(select(), "1");
    await asked[0]!.answer({ 2: "西站" });
    expect([select().value, offered()]).toEqual(["1", ["请选择", "东站"]]);
  });

  it("goes on looking while something else is chosen", async () => {
    open();
    typeIn("西");
    vi.advanceTimersByTime(250);
    type(find("[name=parking]"), "p");
    await asked[0]!.answer({ 2: "西站" });
    expect(offered()).toEqual(["请选择", "西站"]);
  });

  it("says that it found nothing because of the network, and is silent again when it did", async () => {
    open();
    typeIn("西");
    vi.advanceTimersByTime(250);
    await asked[0]!.fail();
    expect(alert()).toBe("查找没有成功，请检查网络后重试。");
    press(box(), "Enter");
    await asked[1]!.answer({ 2: "西站" });
    expect(alert()).toBe("");
    typeIn("南");
    vi.advanceTimersByTime(250);
    typeIn("北");
    await asked[2]!.fail();
    expect(alert()).toBe("");
    expect(document.querySelectorAll("[role=alert]")).toHaveLength(1);
  });

  it("asks to load the page again where the answer is another page", async () => {
    open();
    vi.stubGlobal("fetch", () => Promise.resolve(new Response("<h1>登录</h1>")));
    press(box(), "Enter");
    await vi.advanceTimersByTimeAsync(0);
    expect([alert(), offered()]).toEqual(["查找没有成功，请刷新页面后重试。", ["请选择", "东站"]]);
  });

  it("takes away its own button only", () => {
    open();
    expect(document.querySelector("[name=find]")).toBeNull();
    openPage('<form><input type="search" data-finds="x"><button name="save">保存</button></form>');
    findAsTyped(box());
    expect(document.querySelector("[name=save]")).not.toBeNull();
  });

  it("asks by the page's own address in a form that only asks", () => {
    open({ method: "get" });
    typeIn("西");
    vi.advanceTimersByTime(250);
    expect([asked[0]!.method, decodeURIComponent(asked[0]!.url)]).toEqual([
      "GET",
      "/lines/new?lineName=&station=&found:station=&find:station=西&parking=p",
    ]);
  });
});

describe("without a letter typed since its code came, a search box", () => {
  it("looks for what was typed before", () => {
    open({}, () => (box().value = "西"));
    expect(asked.map(({ fields }) => fields["find:station"])).toEqual(["西"]);
  });

  it("looks for nothing where the server has looked already", () => {
    open({ keyword: "西" });
    expect(asked).toEqual([]);
  });

  it("looks for the name of a choice that was given back without one", () => {
    const unname = () => (select().options[1]!.dataset.unnamed = "");
    open({}, unname);
    expect(asked).toHaveLength(1);
    open();
    unname();
    type(find("[name=lineName]"), "12路");
    expect(asked).toHaveLength(1);
    find("form").dispatchEvent(new Event("input", { bubbles: true }));
    expect(asked).toHaveLength(2);
  });
});

describe("what was found", () => {
  const stations = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`s${at}`, `站${at}`]));
  async function look(found: Record<string, string>, shown?: FinderPage) {
    open(shown);
    box().focus();
    press(box(), "Enter");
    await asked.at(-1)!.answer(found);
  }

  it("opens under the box, eight lines at most", async () => {
    await look(stations);
    expect(select().size).toBe(8);
    await look({ 2: "西站" });
    expect(select().size).toBe(2);
  });

  it("stays closed where there is nothing to choose, or the person has gone on", async () => {
    await look({});
    expect(select().hasAttribute("size")).toBe(false);
    open();
    press(box(), "Enter");
    find("[name=lineName]").focus();
    await asked.at(-1)!.answer(stations);
    expect(select().hasAttribute("size")).toBe(false);
  });

  it.each([
    ["a click", () => select().dispatchEvent(new Event("click"))],
    ["leaving it", () => select().dispatchEvent(new Event("blur"))],
    ["Enter, which does not send the form", () => expect(press(select(), "Enter").defaultPrevented).toBe(true)],
  ])("closes by %s", async (_, close) => {
    await look(stations);
    press(select(), "ArrowDown");
    expect(select().hasAttribute("size")).toBe(true);
    close();
    expect(select().hasAttribute("size")).toBe(false);
  });
});
