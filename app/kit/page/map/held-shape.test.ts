import { describe, expect, test } from "vitest";
import type { LngLat } from "~/transit/geo/lng-lat";
import type { Shape } from "~/transit/geo/shape";
import { holdShape } from "./held-shape.client";

const ring: LngLat[] = [
  [116.3, 39.9],
  [116.31, 39.9],
  [116.31, 39.91],
  [116.3, 39.91],
];
const polygon: Shape = { kind: "polygon", ring };

describe("a shape in hand", () => {
  test("is changed by its corners and taken back step by step", () => {
    const written: (Shape | null)[] = [];
    const held = holdShape((shape) => void written.push(shape));
    expect(held.read(polygon, "polygon")).toBe(true);
    expect([held.nextCorner(1), held.nextCorner(-1)]).toEqual([0, 3]);
    held.choose(3);
    expect(held.nextCorner(1)).toBe(0);
    expect(held.moveChosen(([, lat]) => [116.29, lat])).toBe(true);
    held.removeChosen();
    expect(held.chosen()).toBeNull();
    held.add([116.3, 39.905], { kind: "polygon", ring: [] });
    held.change(null);
    expect(written).toEqual([
      { kind: "polygon", ring: [...ring.slice(0, 3), [116.29, 39.91]] },
      { kind: "polygon", ring: ring.slice(0, 3) },
      { kind: "polygon", ring: [...ring.slice(0, 3), [116.3, 39.905]] },
      null,
    ]);
    for (let step = 0; step < 5; step++) held.undo();
    expect(written.at(-1)).toEqual(polygon);
    expect(written).toHaveLength(8);
    expect(held.mayUndo()).toBe(false);
  });

  test("keeps a rectangle's corners, and offers none that typing took away", () => {
    const held = holdShape(() => {});
    held.read({ kind: "rectangle", ring }, "rectangle");
    held.choose(2);
    expect(held.mayRemove()).toBe(false);
    held.removeChosen();
    expect(held.mayUndo()).toBe(false);
    held.read(polygon, "polygon");
    expect(held.mayRemove()).toBe(true);
    held.read({ kind: "polygon", ring: ring.slice(0, 2) }, "polygon");
    expect(held.mayRemove()).toBe(false);
    expect(held.moveChosen((at) => at)).toBe(false);
  });

  test("stays where its inputs cannot be read, unless they are of another kind", () => {
    const held = holdShape(() => {});
    held.read(polygon, "polygon");
    expect(held.read("第 2 行不是坐标", "polygon")).toBe(false);
    expect(held.fault(held.shape())).toBe("第 2 行不是坐标");
    expect(held.shape()).toEqual(polygon);
    held.read("请填写半径", "circle");
    expect(held.shape()).toBeNull();
    held.read(null, "circle");
    expect([held.fault(null), held.nextCorner(1)]).toEqual([null, null]);
  });
});
