// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { find, openPage, watchSends } from "../../../../tests/kit/open-page";
import { preventDoubleSubmit } from "./prevent-double-submit";

let sent: ReturnType<typeof watchSends>;

beforeEach(() => {
  vi.useFakeTimers();
  openPage(
    <>
      <form method="post" action="/depots/new">
        <button value="depot">保存</button>
      </form>
      <form method="post" action="/buses/new">
        <button value="bus">保存</button>
      </form>
      <form action="/depots">
        <button value="search">查询</button>
      </form>
    </>,
  );
  preventDoubleSubmit();
  sent = watchSends();
});
afterEach(() => vi.useRealTimers());

const press = (value: string) => find(`[value=${value}]`).click();
const buttons = () => sent.map(({ button }) => button);

it("sends a form once, however often its button is pressed", () => {
  press("depot");
  press("depot");
  press("depot");
  expect(buttons()).toEqual(["depot"]);
});

it("lets another form go while one is on its way", () => {
  press("depot");
  press("bus");
  expect(buttons()).toEqual(["depot", "bus"]);
});

it("lets a search be asked for again", () => {
  press("search");
  press("search");
  expect(buttons()).toEqual(["search", "search"]);
});

it("lets a form go again after five seconds without an answer", () => {
  press("depot");
  vi.advanceTimersByTime(4999);
  press("depot");
  expect(buttons()).toEqual(["depot"]);
  vi.advanceTimersByTime(5001);
  press("depot");
  expect(buttons()).toEqual(["depot", "depot"]);
});

it("lets a form go again on a page that came back", () => {
  press("depot");
  dispatchEvent(new Event("pageshow"));
  press("depot");
  expect(buttons()).toEqual(["depot", "depot"]);
});

it("does not take a form for sent that somebody else held back", () => {
  const hold = (event: Event) => event.preventDefault();
  find("form").addEventListener("submit", hold, { once: true });
  press("depot");
  press("depot");
  expect(buttons()).toEqual(["depot"]);
});
