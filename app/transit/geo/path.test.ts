import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { distanceBetween, isInBox, type LngLat } from "./lng-lat";
import { bearing, METRES_PER_DEGREE, metresPerDegreeEast, toUnits, metresBetweenUnits } from "./metres";
import { distancesAlong, flatPathLength, pathLength, placeAlong, segmentAt } from "./path";
import { distanceToSegment, interpolate, nearestShare } from "./segment";

/** East 1,000 m, then north 1,000 m, about. */
const corner: LngLat = [116.3 + 1000 / metresPerDegreeEast(39.9), 39.9];
const path: LngLat[] = [[116.3, 39.9], corner, [corner[0], 39.9 + 1000 / METRES_PER_DEGREE]];

describe("a segment", () => {
  test("is nearest at its foot, or at an end", () => {
    expect(distanceToSegment(5, 3, 0, 0, 10, 0)).toBe(3);
    expect(distanceToSegment(-3, 4, 0, 0, 10, 0)).toBe(5);
    expect(distanceToSegment(13, -4, 0, 0, 10, 0)).toBe(5);
    expect(distanceToSegment(3, 4, 0, 0, 0, 0)).toBe(5);
    expect(nearestShare(-2.5, 7, 10, 0)).toBe(0.25);
    expect(nearestShare(1, 1, 0, 0)).toBe(0);
  });

  test("no other place of it is nearer", () => {
    const metres = fc.double({ min: -1000, max: 1000, noNaN: true });
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(metres, metres, metres, metres, share, (ax, ay, dx, dy, other) => {
        const away = (at: number) => Math.hypot(ax + at * dx, ay + at * dy);
        const nearest = distanceToSegment(0, 0, ax, ay, ax + dx, ay + dy);
        expect(nearest).toBeCloseTo(away(nearestShare(ax, ay, dx, dy)), 6);
        expect(away(other)).toBeGreaterThanOrEqual(nearest - 1e-6);
      }),
    );
  });

  test("is walked by its share", () => {
    expect(interpolate([116, 39], [118, 40], 0.5)).toEqual([117, 39.5]);
  });
});

describe("a path", () => {
  test("has the same length as points, as a flat list and summed up", () => {
    expect(pathLength(path)).toBeCloseTo(2000, 1);
    expect(flatPathLength(Float64Array.from(path.flat()))).toBeCloseTo(pathLength(path), 1);
    expect(distancesAlong(path).at(-1)).toBe(pathLength(path));
    expect([pathLength([]), pathLength([corner]), flatPathLength([])]).toEqual([0, 0, 0]);
  });

  test("is walked by metres, no further than its ends", () => {
    const distances = distancesAlong(path);
    const at = (metres: number) => placeAlong(path, distances, metres);
    expect([at(-5), at(0), at(9999)]).toEqual([path[0], path[0], path[2]]);
    expect(distanceBetween(at(500), path[0]!)).toBeCloseTo(500, 1);
    expect(distanceBetween(at(1500), corner)).toBeCloseTo(500, 1);
    expect([-5, 0, 999, 1001, 9999].map((metres) => segmentAt(distances, metres))).toEqual([0, 0, 0, 1, 1]);
  });

  test("stands still where two points are one", () => {
    const twice: LngLat[] = [corner, corner, corner];
    expect(placeAlong(twice, distancesAlong(twice), 7)).toEqual(corner);
  });
});

describe("metres", () => {
  test("of near places are the same on the flat plane of the graph as along the great circle", () => {
    const degrees = fc.double({ min: -0.2, max: 0.2, noNaN: true });
    fc.assert(
      fc.property(degrees, degrees, (east, north) => {
        const [a, b]: [LngLat, LngLat] = [
          [116.3, 39.9],
          [116.3 + east, 39.9 + north],
        ];
        const flat = metresBetweenUnits(toUnits(a[0]), toUnits(a[1]), toUnits(b[0]), toUnits(b[1]));
        expect(Math.abs(flat - distanceBetween(a, b))).toBeLessThan(0.02 + 1e-5 * flat);
      }),
    );
  });

  test("go round the earth where it is shorter", () => {
    expect(distanceBetween([179.9, 0], [-179.9, 0])).toBeCloseTo(0.2 * METRES_PER_DEGREE, 0);
    expect(bearing([116.3, 39.9], corner)).toBeCloseTo(90, 6);
  });
});

test("a box holds its edge", () => {
  const box = { minLng: 116, minLat: 39, maxLng: 117, maxLat: 40 };
  expect([isInBox([116, 40], box), isInBox([116.5, 39.5], box), isInBox([117.1, 39.5], box)]).toEqual([
    true,
    true,
    false,
  ]);
});
