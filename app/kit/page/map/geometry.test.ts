import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chevronsAlong } from "./arrows";
import { overlap, placeLabels, textWidth } from "./labels";
import { pathData } from "./path-data";
import { fitViewport } from "~/transit/geo/project";
import { lastRankAt, roadClassesAt, roadRank } from "./road-classes";
import { clipLine, joinLines, simplifyLine } from "~/transit/geo/simplify";

describe("projecting", () => {
  test("a box fits with its margin, north up", () => {
    const box = { minLng: 116.3, minLat: 39.8, maxLng: 116.5, maxLat: 39.9 };
    const view = fitViewport(box, 800, 600, 40);
    const [left, bottom, right, top] = view.project([116.3, 39.8, 116.5, 39.9]) as [number, number, number, number];
    expect(left).toBeCloseTo(40, 6);
    expect(right).toBeCloseTo(760, 6);
    expect(bottom + top).toBeCloseTo(600, 6);
    expect(top).toBeLessThan(bottom);
    expect(view.metresPerPixel).toBeCloseTo(17083 / 720, 0);
    expect(view.box.minLng).toBeLessThan(116.3);
  });

  test("a single point gives a neighbourhood, not a division by zero", () => {
    const view = fitViewport({ minLng: 116.38, minLat: 39.87, maxLng: 116.38, maxLat: 39.87 }, 400, 300, 20);
    const [x, y] = view.project([116.38, 39.87]) as [number, number];
    expect(x).toBeCloseTo(200, 5);
    expect(y).toBeCloseTo(150, 5);
    expect(view.zoom).toBeCloseTo(17, 6);
    expect(
      Number.isFinite(fitViewport({ minLng: -180, minLat: -90, maxLng: 180, maxLat: 90 }, 400, 300, 20).metresPerPixel),
    ).toBe(true);
  });
});

describe("lines", () => {
  test("simplifying keeps the ends and stays within the tolerance", () => {
    expect(simplifyLine([0, 0, 5, 0.2, 10, 0], 0.5)).toEqual([0, 0, 10, 0]);
    expect(simplifyLine([0, 0, 5, 2, 10, 0], 0.5)).toEqual([0, 0, 5, 2, 10, 0]);
  });

  test("clipping", () => {
    expect(clipLine([-10, 5, 20, 5], [0, 0, 10, 10])).toEqual([[0, 5, 10, 5]]);
    expect(clipLine([-10, -5, 20, -5], [0, 0, 10, 10])).toEqual([]);
    expect(clipLine([5, 5], [0, 0, 10, 10])).toEqual([]);
    expect(clipLine([5, 5, 15, 5, 15, 7, 5, 7], [0, 0, 10, 10])).toEqual([
      [5, 5, 10, 5],
      [10, 7, 5, 7],
    ]);
  });

  test("joining makes one line of pieces in any order and direction, and loses no segment", () => {
    expect(
      joinLines([
        [1, 0, 2, 0],
        [1, 0, 0, 0],
        [2, 0, 3, 0],
      ]),
    ).toEqual([[0, 0, 1, 0, 2, 0, 3, 0]]);
    expect(
      joinLines(
        [
          [1, 0, 2, 0],
          [1, 0, 0, 0],
        ],
        false,
      ),
    ).toEqual([
      [1, 0, 2, 0],
      [1, 0, 0, 0],
    ]);
    const point = fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 3 }));
    fc.assert(
      fc.property(fc.array(fc.tuple(point, point), { maxLength: 30 }), (segments) => {
        const joined = joinLines(segments.map(([a, b]) => [...a, ...b]));
        expect(joined.reduce((sum, line) => sum + line.length / 2 - 1, 0)).toBe(segments.length);
      }),
    );
  });

  test("path data is relative and exact to the scale", () => {
    expect(pathData([[1, 1, 2, 1, 2, 3]], 2)).toBe("m2 2l2 0 0 4");
    expect(
      pathData(
        [
          [0, 0, 1, -1],
          [5, 5, 4, 4],
        ],
        1,
      ),
    ).toBe("m0 0l1-1m4 6l-1-1");
    expect(
      pathData(
        [
          [3, 3, 3.1, 3.1],
          [1, 1, 2, 2],
        ],
        1,
      ),
    ).toBe("m1 1l1 1");
    expect(pathData([], 1)).toBe("");
  });

  test("path data read back is where the line was", () => {
    const line = fc
      .array(fc.integer({ min: -500, max: 500 }), { minLength: 4, maxLength: 40 })
      .filter((flat) => flat.length % 2 === 0);
    fc.assert(
      fc.property(line, (flat) => {
        const numbers = (pathData([flat], 1).match(/-?\d+/g) ?? []).map(Number);
        let [x, y] = [0, 0];
        for (let i = 0; i < numbers.length; i += 2) [x, y] = [x + numbers[i]!, y + numbers[i + 1]!];
        if (numbers.length > 0) expect([x, y]).toEqual(flat.slice(-2));
      }),
    );
  });

  test("chevrons stand at even distances and point along the line", () => {
    const chevrons = chevronsAlong([0, 0, 100, 0, 100, 100], 50, 6);
    expect(chevrons).toHaveLength(4);
    expect(chevrons[0]).toEqual([22, 6, 28, 0, 22, -6]);
    expect(chevrons[2]!.slice(2, 4)).toEqual([100, 28]);
    expect(chevronsAlong([0, 0, 0, 0], 50, 6)).toEqual([]);
  });
});

describe("labels", () => {
  const size = { width: 300, height: 200 };
  const wish = (x: number, y: number, text: string) => ({ x, y, text, radius: 8, fontSize: 12 });

  test("a lone label stands to the right", () => {
    expect(placeLabels([wish(100, 100, "人民公园")], size, [], [])).toEqual([
      { x: 111, y: expect.any(Number), anchor: "start" },
    ]);
  });

  test("at the right edge it stands to the left", () => {
    expect(placeLabels([wish(290, 100, "人民公园")], size, [], [])[0]!.anchor).toBe("end");
  });

  test("it avoids the line, other labels, and gives up where nothing is free", () => {
    expect(placeLabels([wish(100, 100, "站")], size, [], [115, 100])[0]!.anchor).toBe("end");
    const crowd = Array.from({ length: 20 }, () => wish(150, 100, "拥挤的车站"));
    const placed = placeLabels(crowd, size, [], []).filter((label) => label !== null);
    expect(placed.length).toBeGreaterThan(1);
    expect(placed.length).toBeLessThan(9);
    expect(placeLabels([wish(100, 100, "站")], size, [[0, 0, 300, 200]], [])).toEqual([null]);
  });

  test("widths and overlaps", () => {
    expect(textWidth("人民a", 10)).toBeCloseTo(25.8);
    expect(overlap([0, 0, 2, 2], [1, 1, 3, 3])).toBe(true);
    expect(overlap([0, 0, 2, 2], [2, 0, 3, 3])).toBe(false);
  });
});

describe("road classes", () => {
  test("links rank with their road, unknown ones last", () => {
    expect(roadRank("primary_link")).toBe(roadRank("primary"));
    expect(roadRank("whatever")).toBe(6);
    expect(roadRank("constructor")).toBe(6);
  });

  test("more classes the closer one looks", () => {
    let before = -1;
    for (let zoom = 0; zoom <= 18; zoom++) {
      expect(lastRankAt(zoom)).toBeGreaterThanOrEqual(before);
      before = lastRankAt(zoom);
    }
    expect(roadClassesAt(8)).toEqual(["motorway", "motorway_link", "trunk", "trunk_link", "primary", "primary_link"]);
    expect(roadClassesAt(16)).toBeNull();
  });
});
