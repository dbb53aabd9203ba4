// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from "vitest";
import { find, openPage, type, watchSends } from "../../../../tests/kit/open-page";
import { onceField } from "~/kit/ground/once-field";
import { BulkPost } from "~/kit/room/bulk-post";
import { Tools } from "~/shell/header";
import { usualTools } from "~/shell/header.sample";
import { keepTypingOfForms } from "./keep-typing";
import { keepTyping } from "./typed.client";

const fieldsOfStation = (
  <>
    <input name="staName" defaultValue="人民广场" />
    <textarea name="remark" defaultValue="" />
    <select name="staType" defaultValue="1">
      <option value="1">中途站</option>
      <option value="2">首末站</option>
    </select>
    <input type="radio" name="side" value="left" defaultChecked />
    <input type="radio" name="side" value="right" />
    <input type="radio" name="side" value="middle" />
    <input type="checkbox" name="tags" value="roof" defaultChecked />
    <input type="checkbox" name="tags" value="bench" />
  </>
);
const station = "/station/station-management/7/edit";

/** What a person sees after the page with a form is loaded. */
function open(at = station, fields = fieldsOfStation) {
  openPage(
    <BulkPost
      id="form"
      keepsTyping
      picked={{ count: 1, digest: "" }}
      buttons={<button className="primary">保存</button>}
    >
      {fields}
    </BulkPost>,
    at,
  );
  keepTyping(find("form"));
}
const field = (name: string) => find<HTMLInputElement>(`[name=${name}]`);
const box = (value: string) => find<HTMLInputElement>(`[value=${value}]`);
const notice = () => document.querySelector("[role=status]");
/** Before the page's code comes: `kind` is how the browser came to the page. */
const came = (kind: "navigate" | "back_forward") =>
  vi.spyOn(performance, "getEntriesByType").mockReturnValue([{ type: kind } as unknown as PerformanceEntry]);

afterEach(() => vi.restoreAllMocks());

describe("what is typed into a form", () => {
  it("is there again when its page is opened again, with a notice", () => {
    open();
    type(field("staName"), "人民广场北");
    type(field("remark"), "东侧\n有雨棚");
    type(field("staType"), "2");
    box("right").click();
    box("roof").click();
    box("bench").click();
    open();
    expect([field("staName").value, field("remark").value, field("staType").value]).toEqual([
      "人民广场北",
      "东侧\n有雨棚",
      "2",
    ]);
    expect(["left", "right", "roof", "bench"].map((value) => box(value).checked)).toEqual([false, true, false, true]);
    expect(find("form").firstElementChild).toBe(notice());
    expect(notice()!.textContent).toContain("已恢复您上次没有保存的内容");
  });

  it("is kept as soon as it is typed, and as soon as something is chosen", () => {
    open();
    field("staName").value = "打字";
    field("staName").dispatchEvent(new Event("input", { bubbles: true }));
    open();
    expect(field("staName").value).toBe("打字");
    field("staType").value = "2";
    field("staType").dispatchEvent(new Event("change", { bubbles: true }));
    open();
    expect(field("staType").value).toBe("2");
  });

  it("does not come back over another record, nor over the same page asked for otherwise", () => {
    open();
    type(field("staName"), "人民广场北");
    for (const other of ["/station/station-management/8/edit", `${station}?copy=9`]) {
      open(other);
      expect([other, field("staName").value, notice()]).toEqual([other, "人民广场", null]);
    }
    open();
    expect(field("staName").value).toBe("人民广场北");
  });

  it("stays apart for each address", () => {
    open("/station/station-management/new?at=1");
    type(field("staName"), "甲");
    open("/station/station-management/new?at=2");
    type(field("staName"), "乙");
    open("/station/station-management/new?at=1");
    expect(field("staName").value).toBe("甲");
  });

  it("is forgotten once it is sent", () => {
    open();
    type(field("staName"), "人民广场北");
    watchSends();
    find("button.primary").click();
    open();
    expect([field("staName").value, notice()]).toEqual(["人民广场", null]);
    expect(sessionStorage.length).toBe(0);
  });

  it("is forgotten when it is given up, and the page is loaded as it was asked for", () => {
    const replace = vi.spyOn(location, "replace").mockImplementation(() => {});
    open(`${station}?from=list`);
    type(field("staName"), "人民广场北");
    open(`${station}?from=list`);
    notice()!.querySelector("button")!.click();
    expect(replace).toHaveBeenCalledExactlyOnceWith(`${station}?from=list`);
    expect(sessionStorage.length).toBe(0);
  });

  it("is not filled into a form that came back with faults, which shows what was sent", () => {
    open();
    type(field("staName"), "人民广场北");
    open(station, <input name="staName" defaultValue="" aria-invalid />);
    expect([field("staName").value, notice()]).toEqual(["", null]);
  });

  it("is not announced where the page shows the same already", () => {
    open();
    type(field("staName"), "人民广场北");
    type(field("staName"), "人民广场");
    open();
    expect(notice()).toBeNull();
  });

  it("is told to everything that listens to the form when it is given back", () => {
    open();
    type(field("staName"), "人民广场北");
    const heard: string[] = [];
    openPage(
      <BulkPost id="form" keepsTyping picked={{ count: 1, digest: "" }} buttons={null}>
        {fieldsOfStation}
      </BulkPost>,
      station,
    );
    find("form").addEventListener("input", ({ target }) => heard.push(`${target === find("form")}`));
    document.addEventListener("input", () => heard.push(field("staName").value));
    keepTyping(find("form"));
    expect(heard).toEqual(["true", "人民广场北"]);
  });

  it("gives a choice back that was found by a search, until the search names it", () => {
    const choice = (
      <select name="parking">
        <option value="">请选择</option>
      </select>
    );
    const choose = (fields: JSX.Element) => {
      open(station, fields);
      field("parking").append(new Option("东站", "77"));
      type(field("parking"), "77");
    };
    const shown = () => [...document.querySelectorAll("[data-unnamed]")].map(({ textContent }) => textContent);
    choose(<span data-found="parking">{choice}</span>);
    open(station, <span data-found="parking">{choice}</span>);
    expect([field("parking").value, shown()]).toEqual(["77", ["…"]]);
    open(
      station,
      <select name="parking" data-found="parking">
        <option value="">请选择</option>
        <option value="77">东站</option>
      </select>,
    );
    expect([field("parking").value, shown()]).toEqual(["77", []]);
    open(station, choice);
    expect(shown()).toEqual([]);
  });

  it("is not kept where it is longer than a window should hold, and what was kept before stays", () => {
    open();
    const others = "count=1&digest=&staName=&remark=&staType=1&side=left&tags=roof&reason=".length;
    type(field("staName"), "a".repeat(64_000 - others));
    type(field("staName"), "b".repeat(64_001 - others));
    open();
    expect(field("staName").value).toMatch(/^a+$/);
    expect(field("staName").value).toHaveLength(64_000 - others);
  });
});

it("passwords, files and the key of the form are never kept", () => {
  const secret = (
    <>
      <input type="password" name="own" />
      <input type="text" name="shown" autoComplete="new-password" />
      <input type="file" name="picture" />
      <input name="remark" />
    </>
  );
  open(station, secret);
  for (const name of ["own", "shown", "remark"]) type(field(name), `${name} 123`);
  const kept = sessionStorage.getItem(sessionStorage.key(0)!)!;
  expect([...new URLSearchParams(kept).keys()]).toEqual(["count", "digest", "remark", "reason"]);
  const key = field(onceField).value;
  open(station, secret);
  expect([field("own").value, field("shown").value, field("remark").value]).toEqual(["", "", "remark 123"]);
  expect(field(onceField).value).not.toBe(key);
});

describe("what is typed before the code that keeps it has come", () => {
  function openLate(kind: "navigate" | "back_forward", early: () => void) {
    came(kind);
    openPage(
      <BulkPost id="form" keepsTyping picked={{ count: 1, digest: "" }} buttons={null}>
        {fieldsOfStation}
      </BulkPost>,
      station,
    );
    early();
    keepTyping(find("form"));
  }

  it("is not written over by what was kept before", () => {
    open();
    type(field("staName"), "昨天");
    type(field("remark"), "昨天的备注");
    box("middle").click();
    box("roof").click();
    box("bench").click();
    openLate("navigate", () => {
      field("staName").value = "刚刚";
      box("right").checked = true;
    });
    expect([field("staName").value, field("remark").value]).toEqual(["刚刚", "昨天的备注"]);
    const ticked = ["left", "right", "middle", "roof", "bench"].filter((value) => box(value).checked);
    expect(ticked).toEqual(["right", "bench"]);
  });

  it("is kept at once", () => {
    openLate("navigate", () => (field("staName").value = "刚刚"));
    open();
    expect(field("staName").value).toBe("刚刚");
  });

  it("is not what a browser that goes back has filled in: that was sent", () => {
    openLate("back_forward", () => (field("staName").value = "已经保存"));
    expect(sessionStorage.length).toBe(0);
    open();
    type(field("staName"), "没有保存");
    openLate("back_forward", () => (field("staName").value = "已经保存"));
    expect(field("staName").value).toBe("没有保存");
  });
});

describe("on any page", () => {
  const frame = (
    <>
      <Tools {...usualTools} currentPath={station} />
      <BulkPost
        id="form"
        keepsTyping
        picked={{ count: 1, digest: "" }}
        buttons={<button className="primary">保存</button>}
      >
        {fieldsOfStation}
      </BulkPost>
    </>
  );
  const start = async () => {
    openPage(frame, station);
    keepTypingOfForms();
    await import("./typed.client");
    await Promise.resolve();
  };

  it("the form to fill in keeps its typing", async () => {
    await start();
    type(field("staName"), "人民广场北");
    await start();
    expect(field("staName").value).toBe("人民广场北");
  });

  it("signing out forgets all that was typed in this window", async () => {
    open("/station/station-management/8/edit");
    type(field("staName"), "别的站");
    await start();
    type(field("staName"), "人民广场北");
    watchSends();
    find("form[action='/sign-out'] button").click();
    expect(sessionStorage.length).toBe(0);
    await start();
    expect(field("staName").value).toBe("人民广场");
  });

  it("no other form makes the window forget what was typed on other pages", async () => {
    open("/station/station-management/8/edit");
    type(field("staName"), "别的站");
    await start();
    watchSends();
    find("form[action='/sidebar'] button").click();
    find("button.primary").click();
    open("/station/station-management/8/edit");
    expect(field("staName").value).toBe("别的站");
  });

  it("a form that is only a search keeps nothing", async () => {
    openPage(
      <form>
        <input name="staName" />
      </form>,
      station,
    );
    keepTypingOfForms();
    await import("./typed.client");
    await Promise.resolve();
    type(field("staName"), "人民");
    expect(sessionStorage.length).toBe(0);
  });
});
