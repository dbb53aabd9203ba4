import { expect, test } from "vitest";
import { oneWay, road } from "~/transit/roads/town.sample";
import { joinWays } from "./path";
import { shapesOfRoads } from "./road-shapes";

const first = road(1, [
  [0, 0],
  [100, 0],
  [200, 0],
]);
const second = {
  ...road(1, [
    [200, 0],
    [300, 50],
    [400, 0],
  ]),
  seq: 1,
  edgeKey: "1:1",
};

test("a way's stretches make one shape, its junctions with their own nodes", () => {
  const shape = shapesOfRoads([second, first]).get(1)!;
  expect(shape.coords).toHaveLength(5);
  expect(shape.nodes.filter((node) => node > 0)).toEqual([first.fromNode, first.toNode, second.toNode]);
  expect(new Set(shape.nodes).size).toBe(5);
  expect([shape.whole, shape.oneway]).toEqual([true, 0]);
  expect(shapesOfRoads([{ ...first, ...oneWay }]).get(1)!.oneway).toBe(1);
  expect(shapesOfRoads([{ ...first, forward: false }]).get(1)!.oneway).toBe(-1);
});

test("a way that misses a stretch ends there and is not whole", () => {
  const shape = shapesOfRoads([
    first,
    {
      ...road(1, [
        [500, 0],
        [600, 0],
      ]),
      seq: 3,
    },
  ]).get(1)!;
  expect([shape.coords.length, shape.whole]).toEqual([3, false]);
});

test("ways join where their roads meet, whichever way round they run", () => {
  const shapes = shapesOfRoads([
    first,
    second,
    road(2, [
      [400, 300],
      [400, 0],
    ]),
  ]);
  const { path, breaks } = joinWays([1, 2].map((id) => ({ id, side: "" as const, shape: shapes.get(id)! })));
  expect(breaks).toEqual([]);
  expect(path).toHaveLength(6);
});
