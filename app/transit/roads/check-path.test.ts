import fc from "fast-check";
import { expect, test } from "vitest";
import { checkPath } from "./check-path";
import { buildGraph } from "./graph-build";
import { chequerboard, type Metres, oneWay, place, road } from "./town.sample";

const line = (...points: Metres[]) => points.map((point) => place(point)).map(({ lng, lat }) => [lng, lat] as const);
const rounded = (path: ReturnType<typeof line>, graph = town) => {
  const { metres, ratio, stretches } = checkPath(graph, path);
  return {
    metres: Math.round(metres),
    ratio: Math.round(ratio * 100) / 100,
    stretches: stretches.map(({ from, to, cause }) => [Math.round(from / 10) * 10, Math.round(to / 10) * 10, cause]),
  };
};
const town = buildGraph(chequerboard(6, 4));

test("a path along the streets is on them, also a few metres beside", () => {
  expect(rounded(line([0, 0], [1000, 0], [1000, 400]))).toEqual({ metres: 1400, ratio: 1, stretches: [] });
  expect(rounded(line([0, 12], [900, 12])).ratio).toBe(1);
});

test("a path across a block is off the roads from where it leaves them to where it comes back", () => {
  const { ratio, stretches } = rounded(line([0, 0], [300, 0], [300, 200], [600, 200]));
  expect(stretches).toEqual([[expect.closeTo(310, -1.5), expect.closeTo(500, -1.5), "no-road"]]);
  expect(ratio).toBeGreaterThan(0.75);
  expect(ratio).toBeLessThan(0.85);
});

test("a path against a one-way street says so", () => {
  const graph = buildGraph([
    road(
      1,
      [
        [0, 0],
        [600, 0],
      ],
      oneWay,
    ),
    road(2, [
      [600, 0],
      [1000, 0],
    ]),
  ]);
  expect(rounded(line([0, 0], [1000, 0]), graph)).toEqual({ metres: 1000, ratio: 1, stretches: [] });
  expect(rounded(line([1000, 0], [0, 0]), graph).stretches).toEqual([
    [expect.closeTo(410, -1.5), 1000, "against-traffic"],
  ]);
});

test("a path along a road that is closed to buses names it", () => {
  const facts = { forward: false, backward: false, roadName: "步行街" };
  const street = (id: number, from: number, to: number, more = {}) =>
    road(
      id,
      [
        [from, 0],
        [to, 0],
      ],
      more,
    );
  const graph = buildGraph([street(1, 0, 400), street(2, 400, 800, facts), street(3, 800, 1000)]);
  expect(rounded(line([0, 0], [1000, 0]), graph).stretches).toEqual([
    [expect.closeTo(420, -1.5), expect.closeTo(780, -1.5), "closed:“步行街”"],
  ]);
});

test("an empty path, a point twice and a path far from every road are all answered", () => {
  expect(rounded([])).toEqual({ metres: 0, ratio: 0, stretches: [] });
  expect(rounded(line([0, 0], [0, 0], [200, 0])).ratio).toBe(1);
  expect(rounded(line([90_000, 0], [91_000, 0]))).toEqual({
    metres: 1000,
    ratio: 0,
    stretches: [[0, 1000, "no-road"]],
  });
});

test("whatever the path, stretches lie within it, in order and apart", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: -300, max: 1300 }), fc.integer({ min: -300, max: 900 })), { maxLength: 12 }),
      (points) => {
        const { metres, ratio, stretches } = checkPath(town, line(...(points as Metres[])));
        expect(ratio).toBeGreaterThanOrEqual(0);
        expect(ratio).toBeLessThanOrEqual(1);
        let before = 0;
        for (const { from, to } of stretches) {
          expect(from).toBeGreaterThanOrEqual(before);
          expect(to).toBeGreaterThan(from);
          expect(to).toBeLessThanOrEqual(metres);
          before = to;
        }
      },
    ),
  );
});

test("a path many times round the earth is looked at no more often than a long one", () => {
  const globe = Array.from({ length: 60 }, (_, n): readonly [number, number] => [n % 2 ? 179 : -179, n]);
  const { metres, ratio, stretches } = checkPath(town, globe);
  expect([metres > 1e9, ratio, stretches.length]).toEqual([true, 0, 1]);
  expect(stretches[0]!.to).toBeCloseTo(metres);
}, 20_000);
