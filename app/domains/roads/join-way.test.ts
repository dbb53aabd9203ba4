import { expect, test } from "vitest";
import type { RoadEdge } from "~/transit/roads/edge";
import { joinWay } from "./join-way";

const road = { roadClass: "primary", roadName: "人民路", forward: true, backward: true, maxSpeed: 0 };
/** Edges of way 7 through places on one street; a place's number is its node id and its position. */
const way = (...stretches: number[][]): RoadEdge[] =>
  stretches.map((places, seq) => ({
    ...road,
    edgeKey: `7:${seq}`,
    wayId: 7,
    seq,
    fromNode: places[0]!,
    toNode: places.at(-1)!,
    coords: Float64Array.from(places.flatMap((place) => [116 + place / 1000, 39])),
    length: 0,
  }));
const part = (refs: number[], ...shared: number[]) => ({ refs, shared: new Set(shared) });
const shapes = (edges: readonly RoadEdge[]) =>
  edges.map(({ edgeKey, fromNode, toNode, coords }) => [edgeKey, fromNode, toNode, coords.length / 2]);

test("a junction that an earlier file knew stays a junction", () => {
  const joined = joinWay(way([1, 2, 3], [3, 4, 5]), way([1, 2, 3, 4], [4, 5]));
  expect(shapes(joined)).toEqual([
    ["7:0", 1, 3, 3],
    ["7:1", 3, 4, 2],
    ["7:2", 4, 5, 2],
  ]);
  expect(joined[0]!.length).toBeGreaterThan(100);
});

test("the order in which neighbouring files come does not matter", () => {
  const [a, b] = [way([1, 2, 3], [3, 4, 5]), way([1, 2, 3, 4], [4, 5])];
  expect(joinWay(a, b)).toEqual(joinWay(b, a));
});

test("joining the same again changes nothing", () => {
  const joined = joinWay(way([1, 2, 3], [3, 4, 5]), way([1, 2, 3, 4], [4, 5]));
  expect(joinWay(joined, way([1, 2, 3, 4], [4, 5]))).toEqual(joined);
  expect(joinWay(joined, joined)).toEqual(joined);
});

test("a file that holds only part of a way keeps the stretches outside it", () => {
  const refs = part([1, 2, 3, 4, 5, 6]);
  const west = way([1, 2], [2, 3]);
  const east = way([3, 4], [4, 5, 6]);
  const both = [
    ["7:0", 1, 2, 2],
    ["7:1", 2, 3, 2],
    ["7:2", 3, 4, 2],
    ["7:3", 4, 6, 3],
  ];
  expect(shapes(joinWay(west, east, refs))).toEqual(both);
  expect(shapes(joinWay(east, west, refs))).toEqual(both);
});

test("where the file's part ends, an uncut stored way stays uncut, unless other roads meet there", () => {
  const [stored, fresh] = [way([1, 2, 3, 4]), way([3, 4], [4, 5])];
  expect(shapes(joinWay(stored, fresh, part([1, 2, 3, 4, 5])))).toEqual([
    ["7:0", 1, 4, 4],
    ["7:1", 4, 5, 2],
  ]);
  expect(shapes(joinWay(stored, fresh, part([1, 2, 3, 4, 5], 3)))).toEqual([
    ["7:0", 1, 3, 3],
    ["7:1", 3, 4, 2],
    ["7:2", 4, 5, 2],
  ]);
});

test("a part of a way that is stored whole changes nothing", () => {
  const whole = joinWay([], way([1, 2, 3], [3, 4, 5, 6]));
  expect(joinWay(whole, way([2, 3], [3, 4]), part([1, 2, 3, 4, 5, 6]))).toEqual(whole);
});

test("a whole way replaces what was there", () => {
  const moved = way([1, 8, 5]);
  expect(shapes(joinWay(way([1, 2, 3], [3, 4, 5]), moved))).toEqual([["7:0", 1, 5, 3]]);
});

test("a changed road keeps its cuts and takes the file's facts", () => {
  const closed = way([1, 2, 3]).map((edge) => ({ ...edge, backward: false, roadName: "建设路" }));
  expect(joinWay(way([1, 2], [2, 3]), closed).map(({ roadName, backward }) => [roadName, backward])).toEqual([
    ["建设路", false],
    ["建设路", false],
  ]);
});
