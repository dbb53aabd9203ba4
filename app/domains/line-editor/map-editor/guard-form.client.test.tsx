// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { find, openPage, watchSends } from "../../../../tests/kit/open-page";
import { guardForm } from "./guard-form.client";

let guard: ReturnType<typeof guardForm>;
let settle: () => void;
let held: number;
let sent: ReturnType<typeof watchSends>;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** The map page with its guard; `waiting` while roads are searched. */
function open({ unsaved = false, waiting = false } = {}) {
  openPage(
    <form method="post" action="/line/line-management/7/map">
      <div id="editor" data-plan-waiting={waiting ? "" : undefined} />
      <button name="do" value="save">
        保存到草稿
      </button>
      <button name="do" value="stay">
        保存并继续编辑
      </button>
    </form>,
    "/line/line-management/7/map",
  );
  held = 0;
  const settled = () => new Promise<void>((resolve) => (settle = resolve));
  guard = guardForm(find("#editor"), unsaved, settled, () => held++);
  sent = watchSends();
}
const press = (value: string) => find(`[value=${value}]`).click();
/** Whether the browser asks before it leaves. */
function asks(): boolean {
  const event = new Event("beforeunload", { cancelable: true });
  dispatchEvent(event);
  return event.defaultPrevented;
}
/** The roads have answered, and the page has drawn it. */
async function answer() {
  find("#editor").removeAttribute("data-plan-waiting");
  settle();
  await vi.runAllTimersAsync();
}

describe("leaving the map page", () => {
  it("is asked about while work is unsaved, and not before or after", () => {
    open();
    expect(asks()).toBe(false);
    guard.changed(true);
    expect(asks()).toBe(true);
    guard.changed(false);
    expect(asks()).toBe(false);
  });

  it("is asked about where the page began with unsaved work, though nothing was changed since", () => {
    open({ unsaved: true });
    expect(asks()).toBe(true);
    guard.changed(false);
    expect(asks()).toBe(true);
  });

  it("is not asked about when the work is saved", () => {
    open();
    guard.changed(true);
    press("save");
    expect(sent).toHaveLength(1);
    expect(asks()).toBe(false);
  });

  it("is asked about again on a page that came back after a save", () => {
    open();
    guard.changed(true);
    press("save");
    dispatchEvent(new Event("pageshow"));
    expect(asks()).toBe(true);
  });

  it("is nobody's business once the editor is gone", () => {
    open({ unsaved: true, waiting: true });
    guard.dispose();
    expect(asks()).toBe(false);
    press("save");
    expect(sent).toHaveLength(1);
  });
});

describe("a save while roads are searched", () => {
  it("waits for them, says so, and then goes with the button that was pressed", async () => {
    open({ waiting: true });
    press("stay");
    expect([sent.length, held]).toEqual([0, 1]);
    await answer();
    expect(sent.map(({ button }) => button)).toEqual(["stay"]);
  });

  it("does not keep the browser from asking while it waits, as nothing is saved yet", async () => {
    open({ waiting: true });
    guard.changed(true);
    press("save");
    expect(asks()).toBe(true);
    await answer();
    expect(sent).toHaveLength(1);
    expect(asks()).toBe(false);
  });

  it("goes once, however often it is pressed meanwhile", async () => {
    open({ waiting: true });
    press("save");
    press("save");
    expect(held).toBe(1);
    await answer();
    expect(sent).toHaveLength(1);
  });

  it("goes only after the page has filled in what was found", async () => {
    open({ waiting: true });
    press("save");
    settle();
    await Promise.resolve();
    await Promise.resolve();
    expect(sent).toHaveLength(0);
    await vi.runAllTimersAsync();
    expect(sent).toHaveLength(1);
  });

  it("waits again on a page that came back", async () => {
    open({ waiting: true });
    press("save");
    await answer();
    dispatchEvent(new Event("pageshow"));
    find("#editor").setAttribute("data-plan-waiting", "");
    press("save");
    expect([sent.length, held]).toEqual([1, 2]);
    await answer();
    expect(sent).toHaveLength(2);
  });

  it("does not wait where no road is searched", () => {
    open();
    press("save");
    expect([sent.length, held]).toEqual([1, 0]);
  });
});
