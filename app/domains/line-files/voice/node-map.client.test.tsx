// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from "vitest";
import { find, openPage, press, type, watchSends } from "../../../../tests/kit/open-page";
import type { Node } from "~/transit/announcements/model";
import { nodeControls, type NodeControls } from "./node-controls.client";
import { nodeKeys } from "./node-keys.client";
import { showRows } from "./node-rows.client";

const node = (serial: number, more: Partial<Node> = {}) =>
  ({ nodeUuid: `n${serial}`, serial, name: `站${serial}`, distance: 120, radius: 50, azimuth: 90, ...more }) as Node;

describe("the numbers of a node", () => {
  let controls: NodeControls;
  const heard = { type: vi.fn(), undo: vi.fn(), drop: vi.fn() };
  const inputs = () => [...document.querySelectorAll<HTMLInputElement>("input[type=number]")];
  const button = (words: string) => [...document.querySelectorAll("button")].find((one) => one.textContent === words)!;
  const asks = () => {
    const event = new Event("beforeunload", { cancelable: true });
    dispatchEvent(event);
    return event.defaultPrevented;
  };
  const said = () => find("[role=alert]").textContent;
  const sent = () => [...new FormData(find<HTMLFormElement>("form"))];

  beforeEach(() => {
    vi.clearAllMocks();
    openPage("");
    controls = nodeControls({ fileUuid: "f", version: 3, direction: 1 });
    document.body.append(controls.element);
    controls.listen(heard);
    controls.hold([]);
    controls.choose(node(2));
  });

  it("are those of the chosen node", () => {
    expect(inputs().map(({ value }) => value)).toEqual(["120", "50", "90"]);
    expect(find("strong").textContent).toBe("2 站2");
    controls.choose(undefined);
    expect(find("strong").parentElement!.hidden).toBe(true);
  });

  it("are taken over when they are changed, angles and radii whole", () => {
    type(inputs()[0]!, "12.5");
    type(inputs()[1]!, "60.4");
    type(inputs()[2]!, "359");
    expect(heard.type.mock.calls).toEqual([
      ["distance", 12.5],
      ["radius", 60],
      ["azimuth", 359],
    ]);
  });

  it.each([
    [0, ""],
    [0, "-1"],
    [2, "360"],
    [1, "abc"],
  ])("are refused in words where they cannot be (%i: %j), until one is good", (at, text) => {
    type(inputs()[at]!, text);
    expect(heard.type).not.toHaveBeenCalled();
    expect(said()).toMatch(/应为 .* 到 .*，没有改动/);
    type(inputs()[at]!, "100");
    expect([heard.type.mock.calls.length, said()]).toEqual([1, ""]);
  });

  it("are taken over by Enter, which does not save", () => {
    inputs()[1]!.value = "70";
    expect(press(inputs()[1]!, "Enter").defaultPrevented).toBe(true);
    expect(heard.type).toHaveBeenCalledExactlyOnceWith("radius", 70);
    expect(press(button("保存修改"), "Enter").defaultPrevented).toBe(false);
  });

  it("are sent as the steps that were made, in their order, with the version they began from", () => {
    controls.hold([
      { nodeUuid: "n2", distance: 130 },
      { nodeUuid: "n1", radius: 60 },
    ]);
    const wanted = [
      ["version", "3"],
      ["steps[0].nodeUuid", "n2"],
      ["steps[0].distance", "130"],
      ["steps[1].nodeUuid", "n1"],
      ["steps[1].radius", "60"],
    ];
    expect(sent()).toEqual(wanted);
    controls.hold([{ nodeUuid: "n2", distance: 130 }]);
    expect(sent()).toEqual(wanted.slice(0, 3));
    expect(document.body.textContent).toContain("有 1 步修改未保存");
  });

  it("can be taken back and saved only while there are steps", () => {
    const open = () => ["保存修改", "撤销一步", "全部放弃"].filter((words) => !button(words).disabled);
    expect(open()).toEqual([]);
    controls.hold([{ nodeUuid: "n2", distance: 130 }]);
    expect(open()).toEqual(["保存修改", "撤销一步", "全部放弃"]);
    button("撤销一步").click();
    expect([heard.undo.mock.calls.length, heard.drop.mock.calls.length]).toEqual([1, 0]);
    button("全部放弃").click();
    expect(heard.drop).toHaveBeenCalledOnce();
  });

  it("are asked about before the page is left, but not when they are saved or none were changed", () => {
    const went = watchSends();
    expect(asks()).toBe(false);
    controls.hold([{ nodeUuid: "n2", distance: 130 }]);
    expect(asks()).toBe(true);
    controls.hold([]);
    expect(asks()).toBe(false);
    controls.hold([{ nodeUuid: "n2", distance: 130 }]);
    button("保存修改").click();
    expect([went.length, asks()]).toEqual([1, false]);
  });

  it("are nobody's business once the map is gone", () => {
    controls.hold([{ nodeUuid: "n2", distance: 130 }]);
    controls.dispose();
    expect(asks()).toBe(false);
  });
});

describe("the keys of the map of nodes", () => {
  const keys = { undo: vi.fn(), clear: vi.fn(), step: vi.fn(), move: vi.fn(() => true) };
  let stop: () => void;
  beforeEach(() => {
    vi.clearAllMocks();
    openPage('<div id="map" tabindex="0"></div>');
    stop = nodeKeys(find("#map"), keys);
  });
  const pressed = (key: string, more?: KeyboardEventInit) => press(find("#map"), key, more).defaultPrevented;

  it("move the chosen node along the path, further with Shift, and leave the arrows to the map where none is chosen", () => {
    for (const key of ["ArrowRight", "ArrowUp", "ArrowLeft", "ArrowDown"]) expect(pressed(key)).toBe(true);
    pressed("ArrowLeft", { shiftKey: true });
    expect(keys.move.mock.calls).toEqual([[2], [2], [-2], [-2], [-20]]);
    keys.move.mockReturnValueOnce(false);
    expect(pressed("ArrowRight")).toBe(false);
  });

  it("choose the next and the one before, let go, and take back", () => {
    for (const key of ["n", "P", "Escape"]) expect(pressed(key)).toBe(true);
    expect([keys.step.mock.calls, keys.clear.mock.calls.length]).toEqual([[[1], [-1]], 1]);
    expect([pressed("z", { ctrlKey: true }), pressed("Z", { metaKey: true })]).toEqual([true, true]);
    expect(keys.undo).toHaveBeenCalledTimes(2);
  });

  it("leave the browser its own", () => {
    expect([pressed("z"), pressed("n", { ctrlKey: true }), pressed("n", { altKey: true }), pressed("a")]).toEqual([
      false,
      false,
      false,
      false,
    ]);
    stop();
    expect(pressed("n")).toBe(false);
    expect([keys.undo, keys.step].map((one) => one.mock.calls.length)).toEqual([0, 0]);
  });
});

it("the rows of the page follow the nodes: their numbers, and their order where it changed", () => {
  openPage(
    <table>
      <tbody>
        {["n1", "n2", "n3"].map((key, at) => (
          <tr key={key} data-node={key} data-station-serial={at + 1}>
            <td data-of="serial">{at + 1}</td>
            <td data-of="distance">0</td>
            <td data-of="azimuth">0°</td>
          </tr>
        ))}
      </tbody>
    </table>,
  );
  const rows = () => [...document.querySelectorAll("tr")].map((row) => row.textContent);
  showRows([node(1), node(2, { distance: 130.6 }), node(3, { azimuth: 7 })]);
  expect(rows()).toEqual(["112090°", "213190°", "31207°"]);
  showRows([node(2, { serial: 1 }), node(1, { serial: 2 }), node(3)]);
  expect([...document.querySelectorAll("tr")].map(({ dataset }) => dataset)).toMatchObject([
    { node: "n2", stationSerial: "1" },
    { node: "n1", stationSerial: "2" },
    { node: "n3", stationSerial: "3" },
  ]);
});
