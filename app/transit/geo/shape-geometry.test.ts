import { pathLength } from "./path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mayTake } from "../../../tests/kit/slowness";
import { coordsAsLines, opened, readLines } from "./coordinate-lines";
import { distanceBetween } from "./lng-lat";
import type { LngLat } from "./lng-lat";
import { planeAround } from "./plane";
import { ringFault, ringFaultWords } from "./ring-fault";
import { cornersOf, shapeOf } from "./shape";
import type { Shape } from "./shape";
import {
  boxOfShape,
  centreOf,
  farthestOutside,
  containsPoint,
  metresOutside,
  outlineOf,
  ringArea,
  shapeArea,
  shapePerimeter,
} from "./shape-geometry";
import { pointsFault, shapeFaults } from "./shape-faults";
import { ringWords, shapeWords } from "~/kit/page/map/shape-words";

const home: LngLat = [116.38, 39.87];
const plane = planeAround(home);
/** Metres east and north of the middle of the city. */
const at = (...metres: [number, number][]): LngLat[] => metres.map(([x, y]) => plane.back(x, y));
const polygon = (...metres: [number, number][]): Shape => ({ kind: "polygon", ring: at(...metres) });
const square = at([0, 0], [100, 0], [100, 100], [0, 100]);
const faultOf = (...metres: [number, number][]) => ringFault(at(...metres));

describe("a ring", () => {
  test("that is simple has no fault, whichever way round", () => {
    expect(ringFault(square)).toBeNull();
    expect(ringFault([...square].reverse())).toBeNull();
    expect(faultOf([0, 0], [50, 10], [100, 0], [60, 50], [100, 100], [0, 100])).toBeNull();
  });

  test("that crosses itself says which sides", () => {
    expect(faultOf([0, 0], [100, 100], [100, 0], [0, 100])).toEqual({ kind: "crossing", at: [1, 3] });
    expect(faultOf([0, 0], [0, 100], [100, 0], [100, 100])).toEqual({ kind: "crossing", at: [2, 4] });
    expect(ringFaultWords(faultOf([0, 0], [100, 100], [100, 0], [0, 100])!)).toContain("第 1 条边与第 3 条边相交");
  });

  test("touching itself, with a corner on a side or on another corner", () => {
    expect(faultOf([0, 0], [100, 0], [100, 100], [50, 0], [0, 100])).toEqual({ kind: "touching", at: [4, 1] });
    expect(faultOf([0, 0], [100, 0], [50, 50], [100, 100], [0, 100], [50, 50])).toMatchObject({ kind: "touching" });
  });

  test("running along itself, turning back, standing still", () => {
    expect(faultOf([0, 0], [100, 0], [100, 50], [80, 0], [20, 0], [0, 50])).toMatchObject({ kind: "touching" });
    expect(faultOf([0, 0], [100, 0], [100, 100], [100, 40], [0, 40])).toEqual({ kind: "spike", at: [3] });
    expect(faultOf([0, 0], [100, 0], [100, 0], [0, 100])).toEqual({ kind: "repeated", at: [2, 3] });
    expect(faultOf([0, 0], [100, 0], [0, 100], [0, 0])).toEqual({ kind: "repeated", at: [4, 1] });
  });

  test("stars around a middle are simple; swapping two corners of one crosses it", () => {
    const star = fc.array(fc.double({ min: 50, max: 400, noNaN: true }), { minLength: 6, maxLength: 40 });
    fc.assert(
      fc.property(star, (radii) => {
        const metres = radii.map((radius, i): [number, number] => [
          radius * Math.cos((i / radii.length) * 2 * Math.PI),
          radius * Math.sin((i / radii.length) * 2 * Math.PI),
        ]);
        expect(ringFault(at(...metres))).toBeNull();
        const round = metres.map((_, i): [number, number] => [
          300 * Math.cos((i / metres.length) * 2 * Math.PI),
          300 * Math.sin((i / metres.length) * 2 * Math.PI),
        ]);
        [round[1], round[3]] = [round[3]!, round[1]!];
        expect(ringFault(at(...round))).not.toBeNull();
      }),
      { numRuns: 60 },
    );
  });

  test("of 200 corners is checked in some milliseconds", () => {
    const ring = at(
      ...Array.from({ length: 200 }, (_, i): [number, number] => [
        (i % 2 ? 500 : 480) * Math.cos((i / 100) * Math.PI),
        (i % 2 ? 500 : 480) * Math.sin((i / 100) * Math.PI),
      ]),
    );
    const times = Array.from({ length: 40 }, () => {
      const from = performance.now();
      expect(ringFault(ring)).toBeNull();
      return performance.now() - from;
    }).sort((a, b) => a - b);
    expect(times[0]).toBeLessThan(mayTake(20));
  });
});

describe("measures", () => {
  test("area, length and perimeter in metres, as the sphere has them", () => {
    expect(ringArea(square)).toBeCloseTo(10_000, 0);
    expect(ringArea([...square].reverse())).toBeCloseTo(ringArea(square), 3);
    expect(shapePerimeter({ kind: "polygon", ring: square })).toBeCloseTo(400, 0);
    expect(pathLength([home, [116.39, 39.87]])).toBeCloseTo(distanceBetween(home, [116.39, 39.87]), 1);
    expect(shapeArea({ kind: "circle", centre: home, radius: 100 })).toBeCloseTo(31_415.9, 0);
    expect(ringArea(outlineOf({ kind: "circle", centre: home, radius: 100 }))).toBeGreaterThan(31_300);
    expect(shapeArea({ kind: "corridor", path: at([0, 0], [200, 0]), width: 20 })).toBeCloseTo(4314, 0);
  });

  test("the middle and the box of each kind", () => {
    const near = (point: LngLat, [x, y]: [number, number]) =>
      expect(distanceBetween(point, plane.back(x, y))).toBeLessThan(0.01);
    near(centreOf({ kind: "polygon", ring: square }), [50, 50]);
    near(centreOf({ kind: "corridor", path: at([0, 0], [100, 0], [100, 300]), width: 10 }), [100, 100]);
    near(centreOf({ kind: "circle", centre: home, radius: 10 }), [0, 0]);
    const box = boxOfShape({ kind: "corridor", path: at([0, 0], [100, 0]), width: 40 });
    expect(distanceBetween([box.minLng, box.minLat], [box.minLng, box.maxLat])).toBeCloseTo(40, 0);
    expect(boxOfShape(polygon([0, 0], [100, 0], [0, 100])).maxLng).toBeCloseTo(plane.back(100, 0)[0], 9);
  });
});

describe("points and shapes", () => {
  const point = (x: number, y: number) => plane.back(x, y);

  test("inside, on the edge and outside of each kind", () => {
    const shapes: Shape[] = [
      { kind: "circle", centre: point(50, 50), radius: 50 },
      { kind: "rectangle", ring: cornersOf(point(0, 0), point(100, 100)) },
      { kind: "polygon", ring: square },
      { kind: "corridor", path: at([0, 50], [100, 50]), width: 100 },
    ];
    for (const shape of shapes) {
      expect([shape.kind, containsPoint(shape, point(50, 50))]).toEqual([shape.kind, true]);
      expect([shape.kind, containsPoint(shape, point(50, 99.999))]).toEqual([shape.kind, true]);
      expect([shape.kind, containsPoint(shape, point(50, 103))]).toEqual([shape.kind, false]);
      expect([shape.kind, containsPoint(shape, point(50, 103), 5)]).toEqual([shape.kind, true]);
      expect(metresOutside(shape, point(50, 110))).toBeCloseTo(10, 2);
    }
  });

  test("a dent of a polygon is outside, a corner is in", () => {
    const dented = polygon([0, 0], [100, 0], [100, 100], [50, 20], [0, 100]);
    expect(containsPoint(dented, point(50, 60))).toBe(false);
    expect(containsPoint(dented, point(50, 20))).toBe(true);
    expect(containsPoint(dented, point(10, 50))).toBe(true);
  });

  test("the outline of a corridor lies half its width from the path, round bends too", () => {
    const path = at([0, 0], [200, 0], [300, 150], [300, 400], [100, 380]);
    const middle: Shape = { kind: "corridor", path, width: 0 };
    const outline = outlineOf({ kind: "corridor", path, width: 30 });
    for (const corner of outline) expect(metresOutside(middle, corner)).toBeCloseTo(15, 1);
    expect(ringFault(outline)).toBeNull();
    expect(ringArea(outline) / shapeArea({ kind: "corridor", path, width: 30 })).toBeCloseTo(1, 1);
    expect(outlineOf({ kind: "corridor", path: [home, home], width: 30 })).toEqual([]);
  });

  test("how far one area sticks out of another", () => {
    const outer: Shape = { kind: "polygon", ring: square };
    expect(farthestOutside(at([10, 10], [90, 10], [90, 90], [10, 90]), outer)).toBe(0);
    expect(farthestOutside(square, outer)).toBeLessThan(0.001);
    expect(farthestOutside(at([10, 10], [104, 10], [104, 90], [10, 90]), outer)).toBeCloseTo(4, 1);
    expect(farthestOutside(at([50, 50], [130, 50], [50, 90]), outer)).toBeCloseTo(30, 0);
    expect(
      farthestOutside(at([10, 10], [90, 10], [90, 90]), { kind: "circle", centre: point(50, 50), radius: 40 }),
    ).toBeCloseTo(16.6, 0);
  });

  test("a side over a bay counts, and a bay inside counts where only the edge lies within", () => {
    const horseshoe = polygon(
      [0, 0],
      [200, 0],
      [200, 200],
      [103, 200],
      [103, 190],
      [150, 190],
      [150, 50],
      [50, 50],
      [50, 190],
      [97, 190],
      [97, 200],
      [0, 200],
    );
    expect(farthestOutside(at([10, 10], [190, 10], [190, 30], [10, 30]), horseshoe)).toBe(0);
    expect(farthestOutside(at([20, 100], [180, 100], [180, 120], [20, 120]), horseshoe)).toBeGreaterThan(40);
    expect(farthestOutside(at([10, 10], [190, 10], [190, 195], [10, 195]), horseshoe)).toBeGreaterThan(40);
  });
});

describe("what is refused", () => {
  const circle = { shape: 1, lng: 116.38, lat: 39.87 };
  const flat = (points: LngLat[]) => points.flatMap(([lng, lat]) => [lng, lat]);

  test("sizes and numbers of corners, each at its field", () => {
    expect(shapeFaults({ ...circle, radius: 10 })).toEqual([]);
    expect(shapeFaults({ ...circle, radius: 9 })).toEqual([{ path: "radius", message: "半径在 10 到 10000 米之间" }]);
    expect(shapeFaults({ shape: 1, radius: 10_001 }).map(({ path }) => path)).toEqual(["lng", "lat", "radius"]);
    expect(shapeFaults({ shape: 4, coords: flat(square), width: 201 })).toEqual([
      { path: "width", message: "宽度在 5 到 200 米之间" },
    ]);
    expect(shapeFaults({ shape: 4, coords: [116, 39] }).map(({ path }) => path)).toEqual(["coords", "width"]);
    expect(pointsFault("polygon", square.slice(0, 2))).toContain("至少要 3 个顶点，现有 2 个");
    expect(
      pointsFault(
        "polygon",
        Array.from({ length: 201 }, () => home),
      ),
    ).toContain("最多 200 个点，现有 201 个");
    expect(pointsFault("polygon", at([0, 0], [10, 0], [10, 9], [0, 9]))).toContain(
      "面积应大于 100 平方米，现为 90 平方米",
    );
    expect(pointsFault("polygon", [home, [120, 39.87], [118, 42]])).toContain("200 公里");
    expect(pointsFault("polygon", square)).toBeNull();
  });

  test("a rectangle is two opposite corners, or four that make one", () => {
    expect(pointsFault("rectangle", at([0, 0], [100, 50]))).toBeNull();
    expect(pointsFault("rectangle", square)).toBeNull();
    expect(pointsFault("rectangle", square.slice(0, 3))).toContain("两个对角");
    expect(pointsFault("rectangle", at([0, 0], [100, 20], [80, 120], [-20, 100]))).toContain("多边形");
    expect(pointsFault("rectangle", at([0, 0], [100, 0.5]))).toContain("面积");
    expect(shapeOf({ shape: 2, coords: flat(at([0, 0], [100, 50])) })).toMatchObject({
      kind: "rectangle",
      ring: { length: 4 },
    });
  });
});

describe("coordinates as lines", () => {
  test("are read with blanks and Chinese commas, and the first bad line is named", () => {
    expect(readLines(" 116.38, 39.87 \r\n\r\n116.39，39.88")).toEqual({
      points: [
        [116.38, 39.87],
        [116.39, 39.88],
      ],
    });
    expect(readLines("116.38,39.87\n39.87 度")).toEqual({
      fault: expect.stringContaining("第 2 行“39.87 度”不是坐标"),
    });
    expect(readLines("200,39")).toHaveProperty("fault");
  });

  test("lose the point that only closes the ring, and come out as they went in", () => {
    expect(opened([...square, square[0]!])).toEqual(square);
    expect(coordsAsLines([116.38, 39.87, 116.39, 39.88])).toBe("116.380000,39.870000\n116.390000,39.880000");
  });

  test("in words", () => {
    expect(ringWords(square.flat())).toBe("4 个点，面积 10,000 m²");
    expect(ringWords(null)).toBe("（空）");
    expect(shapeWords({ kind: "circle", centre: home, radius: 1200 })).toBe("半径 1.20公里，面积 4.52 km²");
    expect(shapeWords({ kind: "corridor", path: at([0, 0], [300, 0]), width: 20 })).toBe("2 个点，长 300米，宽 20米");
  });
});
