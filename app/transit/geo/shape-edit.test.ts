import { describe, expect, test } from "vitest";
import { listedPoints } from "./shape";
import type { Shape } from "./shape";
import { dragHandle, handlesOf, withCorner, withoutCorner } from "./shape-edit";

const triangle: Shape = {
  kind: "polygon",
  ring: [
    [0, 0],
    [2, 0],
    [0, 2],
  ],
};
const kinds = (shape: Shape) =>
  handlesOf(shape)
    .map(({ kind }) => kind)
    .sort()
    .join(" ");
const handle = (shape: Shape, kind: string, index = 0) =>
  handlesOf(shape).find((one) => one.kind === kind && one.index === index)!;

describe("dragging", () => {
  test("each kind offers its own handles", () => {
    expect(kinds(triangle)).toBe("centre corner corner corner middle middle middle");
    expect(
      kinds({
        kind: "corridor",
        path: [
          [0, 0],
          [1, 0],
          [2, 0],
        ],
        width: 20,
      }),
    ).toBe("corner corner corner middle middle");
    expect(kinds({ kind: "circle", centre: [0, 0], radius: 100 })).toBe("centre rim");
    expect(kinds({ kind: "polygon", ring: [[0, 0]] })).toBe("corner");
    expect(
      kinds({ kind: "polygon", ring: Array.from({ length: 200 }, (_, i) => [i, i * i] as [number, number]) }),
    ).not.toContain("middle");
  });

  test("a corner moves alone, the middle of a side becomes a corner, the centre takes all along", () => {
    expect(dragHandle(triangle, handle(triangle, "corner", 1), [3, 1])).toEqual({
      kind: "polygon",
      ring: [
        [0, 0],
        [3, 1],
        [0, 2],
      ],
    });
    expect(dragHandle(triangle, handle(triangle, "middle", 2), [-1, 1])).toEqual({
      kind: "polygon",
      ring: [
        [0, 0],
        [2, 0],
        [0, 2],
        [-1, 1],
      ],
    });
    const centre = { ...handle(triangle, "centre"), at: [1, 1] as const };
    expect(dragHandle(triangle, centre, [2, 1])).toEqual({
      kind: "polygon",
      ring: [
        [1, 0],
        [3, 0],
        [1, 2],
      ],
    });
  });

  test("a rectangle stays one: the corner across stays where it is", () => {
    const rectangle: Shape = {
      kind: "rectangle",
      ring: [
        [0, 0],
        [2, 0],
        [2, 1],
        [0, 1],
      ],
    };
    const changed = dragHandle(rectangle, handle(rectangle, "corner", 2), [4, 5]);
    expect(listedPoints(changed).map(String).sort()).toEqual(["0,0", "0,5", "4,0", "4,5"]);
  });

  test("a circle's rim sets whole metres", () => {
    const circle: Shape = { kind: "circle", centre: [116.38, 39.87], radius: 100 };
    expect(dragHandle(circle, handle(circle, "rim"), [116.38, 39.88])).toMatchObject({ radius: 1112 });
  });
});

describe("corners", () => {
  test("are added at the end and taken out, down to none", () => {
    expect(withCorner(triangle, [1, 3])).toMatchObject({ ring: { length: 4 } });
    expect(withoutCorner(triangle, 0)).toEqual({
      kind: "polygon",
      ring: [
        [2, 0],
        [0, 2],
      ],
    });
    expect(withoutCorner({ kind: "polygon", ring: [[0, 0]] }, 0)).toBeNull();
    expect(withCorner({ kind: "rectangle", ring: [[0, 0]] }, [1, 1])).toMatchObject({ ring: { length: 4 } });
  });
});
