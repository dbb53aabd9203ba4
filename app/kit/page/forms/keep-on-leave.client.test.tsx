// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { find, openPage, type, watchSends } from "../../../../tests/kit/open-page";
import { keepOnLeave } from "./keep-on-leave.client";

/** What went to be kept: where to, and the fields. */
let kept: [url: string, fields: [string, string][]][];

beforeEach(() => {
  kept = [];
  Object.defineProperty(navigator, "sendBeacon", {
    configurable: true,
    value: (url: string, body: URLSearchParams) => kept.push([new URL(url).pathname, [...body]]),
  });
});
afterEach(() => vi.restoreAllMocks());

function open(before?: () => void) {
  openPage(
    <form method="post" action="/line/line-management/7/stations" data-keep-on-leave="">
      <input name="rows[0].staUuid" defaultValue="a" />
      <input name="reason" />
      <select name="type">
        <option value="">请选择</option>
        <option value="5">中途站</option>
      </select>
      <select name="days" multiple defaultValue={["6"]}>
        <option>6</option>
        <option>7</option>
      </select>
      <input type="file" name="sheet" />
      <button name="do" value="save">
        保存到草稿
      </button>
      <button type="button">↓</button>
    </form>,
    "/line/line-management/7/stations",
  );
  before?.();
  keepOnLeave(find("form"));
}
const leave = () => void dispatchEvent(new Event("pagehide"));
const reason = () => find<HTMLInputElement>("[name=reason]");

it("sends what was typed to be kept, when the page is left without sending the form", () => {
  open();
  type(reason(), "路口封闭");
  expect(kept).toEqual([]);
  leave();
  expect(kept).toEqual([
    [
      "/line/line-management/7/stations",
      [
        ["rows[0].staUuid", "a"],
        ["reason", "路口封闭"],
        ["type", ""],
        ["days", "6"],
        ["do", "keep"],
      ],
    ],
  ]);
});

it("sends nothing of a page that was only looked at", () => {
  open();
  leave();
  expect(kept).toEqual([]);
});

it.each(["input", "click", "drop"])("takes a row changed by %s for work to be kept", (kind) => {
  open();
  find("button[type=button]").dispatchEvent(new Event(kind, { bubbles: true }));
  leave();
  expect(kept).toHaveLength(1);
});

it.each([
  ["typed", () => (reason().value = "刚刚")],
  ["chosen", () => (find<HTMLSelectElement>("[name=type]").value = "5")],
  ["no longer chosen", () => (find<HTMLSelectElement>("[name=days]").options[0]!.selected = false)],
])("keeps what was %s before its code has come", (_, early) => {
  open(early);
  leave();
  expect(kept).toHaveLength(1);
});

it("sends nothing when the form itself is on its way", () => {
  open();
  watchSends();
  type(reason(), "路口封闭");
  find("button[name=do]").click();
  leave();
  expect(kept).toEqual([]);
});

it("keeps again what is typed on a page that came back after it was sent", () => {
  open();
  watchSends();
  type(reason(), "路口封闭");
  find("button[name=do]").click();
  leave();
  dispatchEvent(new Event("pageshow"));
  type(reason(), "路口开放");
  leave();
  expect(kept.map(([, fields]) => fields.find(([name]) => name === "reason")![1])).toEqual(["路口开放"]);
});
