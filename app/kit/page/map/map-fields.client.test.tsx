// @vitest-environment happy-dom
import "./draw-shape.client";
import "./map-view.client";
import { afterEach, describe, expect, it, vi } from "vitest";
import { giveMapsRoom, pointer } from "../../../../tests/kit/open-map";
import { find, openPage, press, type, until } from "../../../../tests/kit/open-page";
import { mountPlain, type PlainIsland } from "~/kit/page/islands/mount-plain";
import { mapSettings } from "./map-settings";
import pointPicker from "./point-picker.island";
import { PointField } from "./point-field";
import { ShapeField } from "./shape-field";
import shapePicker from "./shape-picker.island";

giveMapsRoom();
afterEach(() => vi.useRealTimers());

const settings = mapSettings({ centre: [116, 40], zoom: 15 });
const field = (name: string, initialValue = "") => ({ id: name, name, initialValue });
const metres = 156543.03392804097 / 2 ** 15;
/** So many pixels east and north of the map's middle. */
const at = (east: number, north: number) => ({ clientX: 400 + east, clientY: 300 - north });
const eastOf = (lng: string | undefined) => Math.round(((Number(lng) - 116) * 111319.49) / metres);

async function open(content: JSX.Element, island: PlainIsland<never>) {
  openPage(
    <>
      <form method="post">{content}</form>
    </>,
  );
  let failed: unknown;
  mountPlain(find("[data-island]"), island, (error) => (failed = error));
  await until(() => {
    if (failed) throw failed;
    find("[data-map-ready]");
  });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
}
const map = () => find("[role=application]");
const tool = (words: string) => {
  const found = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === words);
  if (!found) throw new Error(`there is no tool ${words}`);
  return found;
};
const note = () => find("[class*=note][role=status]").textContent;
const later = () => vi.advanceTimersByTimeAsync(600);
async function click(place: { clientX: number; clientY: number }) {
  pointer("pointermove", place);
  pointer("pointerdown", place);
  pointer("pointerup", place);
  await later();
}
async function drag(from: { clientX: number; clientY: number }, to: { clientX: number; clientY: number }) {
  pointer("pointerdown", from);
  pointer("pointermove", { clientX: from.clientX + 5, clientY: from.clientY });
  pointer("pointermove", to);
  pointer("pointerup", to);
  await later();
}

describe("an area in a form", () => {
  const area = () => find<HTMLTextAreaElement>("textarea");
  /** Pixels east of the middle, of each corner. */
  const corners = () =>
    area()
      .value.split("\n")
      .filter(Boolean)
      .map((line) => eastOf(line.split(",")[0]));
  const openArea = (given = "") =>
    open(<ShapeField coords={field("outline", given)} settings={settings} />, shapePicker as never);
  async function draw(...places: [east: number, north: number][]) {
    tool("绘制").click();
    await until(() => tool("结束绘制"));
    for (const [east, north] of places) await click(at(east, north));
  }
  const triangle: [number, number][] = [
    [-100, -100],
    [100, -100],
    [60, 100],
  ];
  const drawTriangle = () => draw(...triangle, triangle[0]!);

  it("is drawn corner by corner, and written into the form when it is closed", async () => {
    await openArea();
    await draw(...triangle);
    expect(area().value).toBe("");
    await click(at(-100, -100));
    expect(corners()).toEqual([-100, 100, 60]);
    expect(tool("绘制").getAttribute("aria-pressed")).toBe("false");
  });

  it("has its last corner taken back while it is drawn, and drawing itself with the first", async () => {
    await openArea();
    await draw([-100, -100], [0, 150], [100, -100]);
    press(map(), "z", { ctrlKey: true });
    press(map(), "z", { ctrlKey: true });
    await click(at(100, -100));
    await click(at(60, 100));
    await click(at(-100, -100));
    expect(corners()).toEqual([-100, 100, 60]);
    await openArea();
    await draw([-100, -100]);
    tool("撤销").click();
    tool("撤销").click();
    expect([tool("绘制").getAttribute("aria-pressed"), tool("撤销").disabled]).toEqual(["false", true]);
  });

  it("is changed by its corners and the middles of its sides, each a step that can be taken back", async () => {
    await openArea();
    await drawTriangle();
    await drag(at(100, -100), at(140, -100));
    expect(corners()).toEqual([-100, 140, 60]);
    await drag(at(20, -100), at(20, -160));
    expect(corners()).toEqual([-100, 20, 140, 60]);
    press(map(), "Delete");
    expect(corners()).toEqual([-100, 140, 60]);
    tool("撤销").click();
    expect(corners()).toEqual([-100, 20, 140, 60]);
    tool("撤销").click();
    expect(corners()).toEqual([-100, 140, 60]);
    press(map(), "z", { ctrlKey: true });
    expect(corners()).toEqual([-100, 100, 60]);
    tool("撤销").click();
    expect([area().value, tool("撤销").disabled]).toEqual(["", true]);
  });

  it("loses the corner that was clicked, which a click alone does not move", async () => {
    await openArea();
    await draw([-100, -100], [100, -100], [100, 100], [-100, 100], [-100, -100]);
    await click(at(100, 100));
    expect([corners(), tool("删除顶点").disabled]).toEqual([[-100, 100, 100, -100], false]);
    press(map(), "Delete");
    expect(corners()).toEqual([-100, 100, -100]);
    await click(at(0, 250));
    expect(tool("删除顶点").disabled).toBe(true);
    press(map(), "Backspace");
    expect(corners()).toEqual([-100, 100, -100]);
  });

  it("is walked round and moved by keys, and let go by Escape", async () => {
    await openArea();
    await drawTriangle();
    press(map(), "p");
    press(map(), "ArrowRight", { shiftKey: true });
    expect(corners()).toEqual([-100, 100, 70]);
    press(map(), "n");
    press(map(), "ArrowLeft");
    expect(corners()).toEqual([-102, 100, 70]);
    press(map(), "P");
    press(map(), "ArrowLeft");
    expect(corners()).toEqual([-102, 100, 68]);
    expect(press(map(), "n", { ctrlKey: true }).defaultPrevented).toBe(false);
    press(map(), "Escape");
    press(map(), "ArrowLeft");
    expect(corners()).toEqual([-102, 100, 68]);
  });

  it("comes back when it was cleared by mistake", async () => {
    await openArea();
    await drawTriangle();
    tool("清空").click();
    expect(area().value).toBe("");
    tool("撤销").click();
    expect(corners()).toEqual([-100, 100, 60]);
  });

  it("follows what is typed, says what cannot be read, and writes nothing over it", async () => {
    await openArea();
    const written = "116.001000,40\n116.002000,40\n没有";
    type(area(), written);
    expect([note()!.includes("第 3 行"), area().value]).toEqual([true, written]);
    type(area(), "116.001,40\n116.002,40\n116.0015,40.001");
    expect(note()).toContain("可拖动圆点修改");
    expect(area().value).toBe("116.001,40\n116.002,40\n116.0015,40.001");
  });

  it("tells the form of each change, once", async () => {
    await openArea();
    const heard = vi.fn();
    find("form").addEventListener("input", heard);
    await drawTriangle();
    expect(heard).toHaveBeenCalledOnce();
  });
});

describe("a point in a form", () => {
  const [lng, lat] = ["lng", "lat"].map((name) => () => find<HTMLInputElement>(`[name=${name}]`)) as [
    () => HTMLInputElement,
    () => HTMLInputElement,
  ];
  const openPoint = (place: [string, string] = ["", ""]) =>
    open(
      <PointField lng={field("lng", place[0])} lat={field("lat", place[1])} settings={settings} />,
      pointPicker as never,
    );
  const shown = () => [eastOf(lng().value), lat().value.slice(0, 6)];

  it("is set by a click, and set again by another", async () => {
    await openPoint();
    await click(at(50, 0));
    expect(shown()).toEqual([50, "40.000"]);
    await click(at(-150, 0));
    expect(shown()[0]).toBe(-150);
    expect(note()).toContain(`当前位置 ${lng().value}`);
  });

  it("is dragged by its pin as far as the pointer goes, wherever that took hold of it", async () => {
    await openPoint();
    await click(at(50, 0));
    await drag(at(55, 20), at(105, 20));
    expect(shown()).toEqual([100, "40.000"]);
    await drag(at(300, 200), at(350, 200));
    expect(shown()[0]).toBe(100);
  });

  it("is the middle of the map by Enter, which does not send the form", async () => {
    await openPoint();
    expect(press(map(), "Enter").defaultPrevented).toBe(true);
    expect(shown()).toEqual([0, "40.000"]);
  });

  it("follows what is typed and leaves it as it was typed", async () => {
    await openPoint(["116.001", "40"]);
    expect(note()).toContain("116.001000");
    type(lng(), "116.5");
    expect([lng().value, note()!.includes("116.500000")]).toEqual(["116.5", true]);
    type(lng(), "没有");
    expect([lng().value, note()]).toEqual(["没有", "在地图上点击选择位置"]);
  });
});
