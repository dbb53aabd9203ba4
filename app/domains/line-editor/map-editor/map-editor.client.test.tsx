// @vitest-environment happy-dom
import "./live-editor.client";
import "~/kit/page/map/map-view.client";
import { afterEach, describe, expect, it, vi } from "vitest";
import { giveMapsRoom, pointer } from "../../../../tests/kit/open-map";
import { find, openPage, press, type, until } from "../../../../tests/kit/open-page";
import { Island } from "~/kit/page/islands/island";
import { mountIsland } from "~/kit/page/islands/mount";
import { mapSettings } from "~/kit/page/map/map-settings";
import LineMapEditor, { type LineMapEditorProps } from "./map-editor.island";
import type { KnownPlace } from "./model";

giveMapsRoom();
afterEach(() => vi.useRealTimers());

const station = (n: number): KnownPlace => ({
  staUuid: String(n * 10).padStart(32, "0"),
  staName: `站${n}`,
  staSelfCode: `S${n}`,
  lng: Number((116 + n * 0.01).toFixed(4)),
  lat: 40,
  version: 1,
});
/** The map shows the line from edge to edge, its first station at the left, the third at the right. */
const at = (n: number, north = 0) => ({ clientX: 56 + n * 344, clientY: 300 - north });

interface EditorTestOptions extends Partial<LineMapEditorProps> {
  /** Stations of the network, by what is asked for. */
  network?: (query: URLSearchParams) => KnownPlace[] | Promise<KnownPlace[]>;
  stations?: number[];
}

/** The page of a line with three stations on a straight road, its map alive. */
async function open({ network = () => [], stations = [0, 1, 2], ...given }: EditorTestOptions = {}) {
  vi.useRealTimers();
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (url: string, { body }: { body?: string } = {}) => {
    const { pathname, searchParams } = new URL(url, location.href);
    if (pathname.endsWith("/around"))
      return /^(near|named)$/.test(searchParams.get("of")!)
        ? Response.json({ stations: await network(searchParams) })
        : Response.json({ places: [] });
    if (!pathname.endsWith("/route-between")) return new Response(null, { status: 404 });
    asked.push("roads");
    const { places } = JSON.parse(body!) as { places: { lng: number; lat: number }[] };
    const place = ({ lng, lat }: { lng: number; lat: number }) => [lng, lat];
    const legs = places.slice(1).map((to, i) => ({ path: [place(places[i]!), place(to)], broken: false, reason: "" }));
    return Response.json({ legs });
  });
  const props: LineMapEditorProps = {
    title: "2路上行",
    direction: 1,
    known: stations.map(station),
    breaks: [],
    settings: mapSettings(),
    bases: [],
    mayMove: true,
    showSpacing: false,
    unsaved: false,
    lineUrl: "/line/7",
    ...given,
  };
  openPage(
    <form method="post" action="/line/7/map">
      <Island name="lineMapEditor" props={props}>
        {stations.map((n, row) => (
          <input key={n} name={`rows[${row}].staUuid`} defaultValue={station(n).staUuid} />
        ))}
        <textarea
          name="map.path"
          defaultValue={stations.map((n) => `${station(n).lng.toFixed(6)},40.000000`).join("\n")}
        />
      </Island>
      <input name="reason" />
      <button name="do" value="save">
        保存到草稿
      </button>
    </form>,
    "/line/7/map",
  );
  let failed: unknown;
  mountIsland(find("[data-island]"), LineMapEditor as never, (error) => (failed = error));
  await until(() => {
    if (failed) throw failed;
    find("[data-map-ready]");
  });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  return asked;
}

const data = () => new FormData(find<HTMLFormElement>("form"));
/** The stations as they would be saved. */
const order = () =>
  [...data()].flatMap(([name, value]) => (/^rows\[\d+\]\.staUuid$/.test(name) ? [Number(value) / 10] : []));
const text = (name: string) => data().get(`map.${name}`) as string;
const vias = () => text("vias").split("\n").filter(Boolean);
const becomes = <T,>(read: () => T, wanted: T) => until(() => expect(read()).toEqual(wanted));
const button = (words: string) => {
  const found = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === words);
  if (!found) throw new Error(`there is no button ${words}`);
  return found;
};
const map = () => find("[role=application]");
const note = () => find("[class*=frame] [role=status]").textContent;
const mayDo = () => [!button("撤销").disabled, !button("重做").disabled];

function click(place: { clientX: number; clientY: number }) {
  pointer("pointerdown", place);
  pointer("pointerup", place);
}
function drag(from: { clientX: number; clientY: number }, to: { clientX: number; clientY: number }) {
  pointer("pointerdown", from);
  pointer("pointermove", { clientX: (from.clientX + to.clientX) / 2, clientY: (from.clientY + to.clientY) / 2 });
  pointer("pointermove", to);
  pointer("pointerup", to);
}
/** Longer than between two clicks that belong together. */
const later = () => vi.advanceTimersByTimeAsync(600);

async function openInsert(network: EditorTestOptions["network"] = () => [station(1.5)]) {
  await open({ network });
  button("加站").click();
  await until(() => find("[type=search]"));
}
async function insert(serial: string) {
  type(find("[inputmode=numeric]"), serial);
  button("查找").click();
  await until(() => button("添加"));
  button("添加").click();
}

describe("a station", () => {
  it.each([
    ["1", [1.5, 0, 1, 2]],
    ["2", [0, 1.5, 1, 2]],
    [" 3 ", [0, 1, 1.5, 2]],
    ["4", [0, 1, 2, 1.5]],
    ["99", [0, 1, 2, 1.5]],
    ["0", [1.5, 0, 1, 2]],
    ["", [0, 1, 1.5, 2]],
    ["第二", [0, 1, 1.5, 2]],
  ])("is put in at the serial that is typed (%j), else where it lies on the way", async (serial, wanted) => {
    await openInsert();
    await insert(serial);
    await becomes(order, wanted);
    expect(note()).toContain(`已加为第 ${wanted.indexOf(1.5) + 1} 站：站1.5`);
    await becomes(() => find<HTMLInputElement>("[inputmode=numeric]").value, "");
  });

  it("is put in by a click that hits it on the map", async () => {
    await openInsert();
    click(at(1.5));
    await becomes(order, [0, 1, 1.5, 2]);
  });

  it("is only offered where the click has missed it, where others lie near, or where it is on the line already", async () => {
    await openInsert();
    click(at(1.5, 12));
    await until(() => button("添加"));
    expect(order()).toEqual([0, 1, 2]);
    const near = { ...station(1.5), staUuid: "f", lng: 116.01501 };
    for (const [found, place] of [
      [[station(1.5), near], at(1.5)],
      [[station(1)], at(1)],
    ] as const) {
      await openInsert(() => [...found]);
      click(place);
      await until(() => button("添加"));
      expect(order()).toEqual([0, 1, 2]);
    }
  });

  it("is that of the place clicked last, however late an answer to an older click comes", async () => {
    const answers: ((found: KnownPlace[]) => void)[] = [];
    await openInsert(() => new Promise((resolve) => answers.push(resolve)));
    click(at(0.5));
    await later();
    click(at(1.5));
    await until(() => expect(answers).toHaveLength(2));
    answers[1]!([station(1.5)]);
    await becomes(order, [0, 1, 1.5, 2]);
    answers[0]!([station(0.5)]);
    await later();
    expect(order()).toEqual([0, 1, 1.5, 2]);
  });

  it("is moved up and down in the list and taken out of it, and stays chosen where it goes", async () => {
    await open();
    find("[data-station-serial='3'] button").click();
    await until(() => button("上移"));
    button("上移").click();
    await becomes(order, [0, 2, 1]);
    expect(find("[data-chosen]").dataset.stationSerial).toBe("2");
    button("上移").click();
    await becomes(order, [2, 0, 1]);
    expect(button("上移").disabled).toBe(true);
    button("下移").click();
    await becomes(order, [0, 2, 1]);
    button("移除").click();
    await becomes(order, [0, 1]);
    expect(document.querySelector("[data-chosen]")).toBeNull();
  });

  it("is chosen by a click on the map, not moved", async () => {
    await open();
    click(at(1));
    await becomes(() => find("[data-chosen]").dataset.stationSerial, "2");
    expect([text("moves"), mayDo()]).toEqual(["", [false, false]]);
  });

  it("is moved by dragging it, where the person may", async () => {
    await open();
    drag(at(1), at(1, 100));
    await until(() => expect(text("moves")).toMatch(/^S1,116.01|^0+10,116.01/));
    expect(find("[data-chosen]").dataset.stationSerial).toBe("2");
    await open({ mayMove: false });
    drag(at(1), at(1, 100));
    await later();
    expect([text("moves"), mayDo()]).toEqual(["", [false, false]]);
  });
});

describe("the path", () => {
  it("passes where it is dragged to, and the roads are asked once", async () => {
    const asked = await open();
    drag(at(0.5), at(0.5, 80));
    await becomes(() => vias().length, 1);
    expect(vias()[0]).toMatch(/^1,116\.005/);
    await becomes(() => asked, ["roads"]);
    await becomes(() => find("[data-plan-waiting], [class*=editor]").dataset.planWaiting, undefined);
    expect(mayDo()).toEqual([true, false]);
  });

  it("is not written into the form before it is let go", async () => {
    await open();
    pointer("pointerdown", at(0.5));
    pointer("pointermove", at(0.5, 40));
    pointer("pointermove", at(0.5, 80));
    await later();
    expect(vias()).toEqual([]);
    pointer("pointerup", at(0.5, 80));
    await becomes(() => vias().length, 1);
  });

  it("loses a chosen point by Delete, and nothing when none is chosen", async () => {
    await open();
    press(map(), "Delete");
    await becomes(note, "先点选一个站点、途经点或手绘点，再删除");
    drag(at(0.5), at(0.5, 80));
    await becomes(() => vias().length, 1);
    press(map(), "Delete");
    await becomes(() => vias().length, 0);
    expect(order()).toEqual([0, 1, 2]);
  });

  it("is drawn by hand point by point, with a point taken back on the way", async () => {
    await open();
    click(at(0.5));
    await becomes(() => button("手绘").disabled, false);
    button("手绘").click();
    await later();
    click(at(0.3, 100));
    await later();
    click(at(0.5, 150));
    await later();
    press(map(), "z", { ctrlKey: true });
    click(at(0.7, 100));
    await later();
    press(map(), "Enter");
    await becomes(() => text("freeHand").length > 0, true);
    expect(
      text("path")
        .split("\n")
        .map((line) => line.slice(0, 7)),
    ).toEqual(["116.000", "116.003", "116.007", "116.010", "116.020"]);
    expect(mayDo()).toEqual([true, false]);
  });

  it("stays as it was when drawing is given up", async () => {
    await open();
    const before = text("path");
    click(at(0.5));
    await becomes(() => button("手绘").disabled, false);
    button("手绘").click();
    await later();
    click(at(0.3, 100));
    await later();
    click(at(1));
    await later();
    expect(document.querySelector("[data-chosen]")).toBeNull();
    drag(at(0.5), at(0.5, 80));
    await later();
    press(map(), "Escape");
    await becomes(() => button("手绘").getAttribute("aria-pressed"), "false");
    expect([text("path"), text("freeHand"), mayDo()]).toEqual([before, "", [false, false]]);
  });

  it("is taken from the text that is typed, or the text is told to be wrong", async () => {
    await open();
    const area = find<HTMLTextAreaElement>("textarea[name='map.path']");
    const leave = () => area.dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
    type(area, "116,40\n没有");
    await later();
    leave();
    await until(() => expect(find("[role=alert]").textContent).toContain("第 2 行"));
    expect(mayDo()).toEqual([false, false]);
    type(area, "116,40\n116.005,40.001\n116.01,40\n116.02,40");
    await later();
    leave();
    await becomes(mayDo, [true, false]);
    expect(document.querySelector("[role=alert]")).toBeNull();
    button("撤销").click();
    await becomes(() => area.value.split("\n").length, 3);
  });
});

describe("undo and redo", () => {
  /** Three steps: three points to pass, each in its own place. */
  async function openWithSteps() {
    await open();
    for (const [count, from, to] of [
      [1, at(0.5), at(0.5, 60)],
      [2, at(1.5), at(1.5, 60)],
      [3, at(0.25, 30), at(0.25, 80)],
    ] as const) {
      drag(from, to);
      await becomes(() => vias().length, count);
      await later();
    }
  }
  const shown = () => vias().map((line) => line.slice(0, 9));
  const steps = [[], ["1,116.005"], ["1,116.005", "2,116.015"], ["1,116.002", "1,116.005", "2,116.015"]];

  it("go back and forth step by step, to where the page began and to where it stood", async () => {
    await openWithSteps();
    for (const [count, wanted] of [...steps.entries()].reverse().slice(1)) {
      button("撤销").click();
      await becomes(shown, wanted);
      expect(mayDo()).toEqual([count > 0, true]);
    }
    for (const [count, wanted] of [...steps.entries()].slice(1)) {
      button("重做").click();
      await becomes(shown, wanted);
      expect(mayDo()).toEqual([true, count < 3]);
    }
  });

  it("are keys too, also beside the map", async () => {
    await openWithSteps();
    press(document.body, "z", { ctrlKey: true });
    await becomes(shown, steps[2]!);
    press(map(), "Z", { metaKey: true });
    await becomes(shown, steps[1]!);
    press(map(), "y", { ctrlKey: true });
    await becomes(shown, steps[2]!);
    press(find("[data-station-serial] button"), "Z", { ctrlKey: true, shiftKey: true });
    await becomes(shown, steps[3]!);
  });

  it("leave the keys to who types, or works elsewhere on the page", async () => {
    await openWithSteps();
    for (const field of [
      find("textarea[name='map.path']"),
      find("[name=reason]"),
      find("select"),
      find("[value=save]"),
    ])
      expect(press(field, "z", { ctrlKey: true }).defaultPrevented).toBe(false);
    expect(press(map(), "z", { altKey: true }).defaultPrevented).toBe(false);
    expect(press(map(), "z").defaultPrevented).toBe(false);
    await later();
    expect(shown()).toEqual(steps[3]);
    const box = find("[type=checkbox]");
    expect(press(box, "z", { ctrlKey: true }).defaultPrevented).toBe(true);
    await becomes(shown, steps[2]!);
  });

  it("take no press that changed nothing for a step", async () => {
    await open({ stations: [0, 1] });
    click(at(0.5));
    await becomes(() => button("手绘").disabled, false);
    button("手绘").click();
    await later();
    click(at(0.5, 150));
    press(map(), "Enter");
    await becomes(mayDo, [true, false]);
    button("沿道路重算").click();
    await later();
    button("撤销").click();
    await becomes(mayDo, [false, true]);
    expect(text("freeHand")).toBe("");
  });

  it("know nothing to redo once a new step was made", async () => {
    await openWithSteps();
    button("撤销").click();
    await becomes(shown, steps[2]!);
    drag(at(1.75, 30), at(1.75, -60));
    await becomes(() => vias().length, 3);
    await becomes(mayDo, [true, false]);
    press(map(), "y", { ctrlKey: true });
    await later();
    expect(shown()).toEqual(["1,116.005", "2,116.015", "2,116.017"]);
    button("撤销").click();
    await becomes(shown, steps[2]!);
  });
});

describe("the keys of the map", () => {
  it("choose one after the other, round and round, and move what is chosen", async () => {
    await open();
    const chosen = () => document.querySelector<HTMLElement>("[data-chosen]")?.dataset.stationSerial;
    press(map(), "p");
    await becomes(chosen, "3");
    press(map(), "n");
    await becomes(chosen, "1");
    press(map(), "P");
    await becomes(chosen, "3");
    press(map(), "n");
    await becomes(chosen, "1");
    press(map(), "N");
    await becomes(chosen, "2");
    const moved = async (key: string, more?: KeyboardEventInit) => {
      expect(press(map(), key, more).defaultPrevented).toBe(true);
      await later();
      return (text("moves").split(",").slice(1).map(Number) as [number, number]) ?? [];
    };
    const [east] = await moved("ArrowRight");
    expect(Math.round((east! - 116.01) / (0.02 / 688))).toBe(2);
    const [far] = await moved("ArrowRight", { shiftKey: true });
    expect(Math.round((far! - 116.01) / (0.02 / 688))).toBe(12);
    press(map(), "Escape");
    await becomes(chosen, undefined);
    press(map(), "ArrowRight");
    await later();
    expect(text("moves")).toContain(String(far));
  });

  it("are the map's only: beside it arrows and letters do what they always do", async () => {
    await open();
    press(map(), "n");
    await until(() => find("[data-chosen]"));
    for (const key of ["n", "ArrowRight", "Enter", " "])
      expect([key, press(find("[data-station-serial] button"), key).defaultPrevented]).toEqual([key, false]);
    expect(press(map(), "n", { altKey: true }).defaultPrevented).toBe(false);
    expect(press(map(), " ").defaultPrevented).toBe(false);
    await later();
    expect([text("moves"), vias()]).toEqual(["", []]);
  });

  it("put a point into the path at the middle of the map", async () => {
    await open({ stations: [0, 1] });
    press(map(), "Enter");
    await becomes(() => vias().length, 1);
    expect(vias()[0]).toMatch(/^1,116\.005/);
  });
});

describe("leaving the page", () => {
  const asks = () => {
    const event = new Event("beforeunload", { cancelable: true });
    dispatchEvent(event);
    return event.defaultPrevented;
  };

  it("is asked about once something was changed, and no longer when that is undone", async () => {
    await open();
    click(at(1));
    await becomes(() => find("[data-chosen]").dataset.stationSerial, "2");
    expect(asks()).toBe(false);
    drag(at(0.5), at(0.5, 60));
    await becomes(() => vias().length, 1);
    expect(asks()).toBe(true);
    button("撤销").click();
    await becomes(() => vias().length, 0);
    expect(asks()).toBe(false);
  });

  it.each([
    ["several ways", () => Promise.resolve(drag(at(0.5), at(0.5, 60)))],
    ["a single one", () => insert("4")],
  ])("waits with a save for the roads, for %s, and saves what they answered", async (_, edit) => {
    await openInsert();
    const sent: string[] = [];
    window.addEventListener("submit", (event) => {
      if (!event.defaultPrevented) sent.push(text("path"));
      event.preventDefault();
    });
    await edit();
    await until(() => find("[data-plan-waiting]"));
    button("保存到草稿").click();
    expect(sent).toEqual([]);
    await until(() => expect(sent).toHaveLength(1));
    expect([document.querySelector("[data-plan-waiting]"), sent]).toEqual([null, [text("path")]]);
  });
});
