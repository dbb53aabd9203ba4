import type { LngLat } from "~/transit/geo/lng-lat";
import fc from "fast-check";
import { expect, test } from "vitest";
import { stopsAlong } from "./stops-along";
import { type Metres, metresOf, place } from "./town.sample";

const at = (points: Metres[]): LngLat[] => points.map(place).map(({ lng, lat }): LngLat => [lng, lat]);
const along = (path: Metres[], stops: Metres[]) => stopsAlong(at(path), at(stops));

test("each stop lies at the nearest place of the path", () => {
  const stops = along(
    [
      [0, 0],
      [1000, 0],
      [1000, 500],
    ],
    [
      [-20, 0],
      [300, 12],
      [1010, 200],
    ],
  );
  expect(stops.map((stop) => [Math.round(stop.distance), Math.round(stop.offset), ...metresOf(stop.place)])).toEqual([
    [0, 20, 0, 0],
    [300, 12, 300, 0],
    [1200, 10, 1000, 200],
  ]);
});

test("where the path passes a stop twice, the order of the stops decides", () => {
  const outAndBack: Metres[] = [
    [0, 0],
    [1000, 0],
    [0, 0],
  ];
  expect(
    along(outAndBack, [
      [200, 5],
      [900, 5],
      [600, 5],
      [200, 5],
    ]).map((stop) => Math.round(stop.distance)),
  ).toEqual([200, 900, 1400, 1800]);
});

test("a stop that could only be reached backwards stays at the one before it", () => {
  const stops = along(
    [
      [0, 0],
      [1000, 0],
    ],
    [
      [600, 0],
      [200, 0],
      [800, 0],
    ],
  );
  const distances = stops.map((stop) => Math.round(stop.distance));
  expect(distances).toEqual([...distances].sort((a, b) => a - b));
});

test("an empty path and a path of one point put every stop at its start", () => {
  expect(along([], [[5, 5]])).toMatchObject([{ distance: 0 }]);
  expect(along([[0, 0]], [[3, 4]])).toMatchObject([{ distance: 0, offset: expect.closeTo(5, 1) as number }]);
  expect(
    along(
      [
        [0, 0],
        [10, 0],
      ],
      [],
    ),
  ).toEqual([]);
});

const points = fc.array(fc.tuple(fc.integer({ min: 0, max: 2000 }), fc.integer({ min: 0, max: 2000 })), {
  minLength: 1,
  maxLength: 30,
});

test("distances never go back and never leave the path", () => {
  fc.assert(
    fc.property(points, points, (path, stops) => {
      const found = along(path, stops);
      const length = path.slice(1).reduce((sum, [x, y], i) => sum + Math.hypot(x - path[i]![0], y - path[i]![1]), 0);
      found.forEach((stop, i) => {
        expect(stop.distance).toBeGreaterThanOrEqual(found[i - 1]?.distance ?? 0);
        expect(stop.distance).toBeLessThanOrEqual(length * 1.01 + 1);
      });
    }),
    { numRuns: 100 },
  );
});
