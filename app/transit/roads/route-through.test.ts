import { pathLength } from "~/transit/geo/path";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { RoadEdge } from "./edge";
import { buildGraph } from "./graph-build";
import { searchFor } from "./match";
import { type Anchor, anchorOptions, type Leg, routeThrough } from "./route-through";
import { chequerboard, driven, eastRoad, type Metres, metresOf, oneWay, place, square } from "./town.sample";

function through(edges: RoadEdge[], points: Metres[], facts: Partial<Anchor>[] = []): Leg[] {
  return routeThrough(
    searchFor(buildGraph(edges), anchorOptions),
    points.map((point, i) => ({ ...place(point), ...facts[i] })),
  );
}

test("a point dragged onto another street leads the way through it, leg by leg", () => {
  const [plain] = through(square, [
    [100, 0],
    [400, 300],
  ]);
  expect(driven(plain!)).toBe("1+ 2+");
  expect(plain!.length).toBeCloseTo(600, 0);
  const [first, second] = through(square, [
    [100, 0],
    [200, 395],
    [400, 300],
  ]);
  expect(driven(first!)).toBe("1- 3+ 4+");
  expect(driven(second!)).toBe("4+ 2-");
  expect(first!.path.at(-1)).toEqual(second!.path[0]);
  expect(second!.path.map(metresOf)).toEqual([
    [200, 400],
    [400, 400],
    [400, 300],
  ]);
});

test("a one-way street is not driven against its direction", () => {
  const around = square.map((edge) => (edge.wayId === 1 ? { ...edge, forward: false } : edge));
  expect(
    driven(
      through(around, [
        [100, 0],
        [400, 300],
      ])[0]!,
    ),
  ).toBe("1- 3+ 4+ 2-");
});

test("a known heading decides in which direction a two-way street is left", () => {
  const headed = (heading: number) =>
    driven(
      through(
        square,
        [
          [200, 0],
          [400, 100],
        ],
        [{ heading }],
      )[0]!,
    );
  expect([headed(95), headed(265), headed(0)]).toEqual(["1+ 2+", "1- 1+ 2+", "1+ 2+"]);
});

test("a point without a road near, and roads that do not meet, are told and run straight", () => {
  const apart = [eastRoad(1, 0, 400), eastRoad(2, 500, 900)];
  const legs = through(apart, [
    [50, 0],
    [350, 0],
    [550, 0],
    [550, 900],
    [850, 0],
  ]);
  expect(legs.map((leg) => leg.broken)).toEqual([false, true, true, true]);
  expect(legs.map((leg) => leg.reason)).toEqual([
    "",
    "道路不相通，已用直线连接",
    "附近没有公交可走的道路，已用直线连接",
    "附近没有公交可走的道路，已用直线连接",
  ]);
  expect(legs[2]).toMatchObject({ edges: [] });
  expect(legs[2]!.path.map(metresOf)).toEqual([
    [550, 0],
    [550, 900],
  ]);
  expect(
    through(
      [eastRoad(1, 0, 900, oneWay)],
      [
        [800, 0],
        [200, 0],
      ],
    )[0]!.reason,
  ).toBe("地图上此处只能反方向行驶，已用直线连接，请核对单行道");
});

test("no anchor, one, and the same one twice", () => {
  expect(through(square, [])).toEqual([]);
  expect(through(square, [[100, 0]])).toEqual([]);
  expect(
    through(square, [
      [100, 0],
      [100, 0],
    ]),
  ).toMatchObject([{ length: 0, broken: false }]);
  expect(
    through(square, [
      [5000, 0],
      [5000, 0],
    ]),
  ).toMatchObject([{ length: 0, broken: true, edges: [] }]);
  expect(() => through(square, [[NaN, 0]])).toThrow(RangeError);
});

test("whatever the streets and anchors, the legs join and are as long as they look", () => {
  const anywhere = fc.array(fc.tuple(fc.integer({ min: -250, max: 1050 }), fc.integer({ min: -250, max: 1050 })), {
    minLength: 2,
    maxLength: 6,
  });
  const town = fc
    .array(fc.nat(3), { minLength: 40, maxLength: 40 })
    .map((kinds) =>
      chequerboard(5, 5).map((edge, i) => ({ ...edge, forward: kinds[i] !== 1, backward: kinds[i] !== 2 })),
    );
  fc.assert(
    fc.property(town, anywhere, (edges, points) => {
      const legs = through(edges, points);
      expect(legs).toHaveLength(points.length - 1);
      legs.forEach(({ path, length, edges: on, broken }, i) => {
        if (i > 0) expect(path[0]).toEqual(legs[i - 1]!.path.at(-1));
        expect(pathLength(path)).toBeCloseTo(length, 0);
        expect(on.length > 0).toBe(!broken);
      });
    }),
    { numRuns: 60 },
  );
});
