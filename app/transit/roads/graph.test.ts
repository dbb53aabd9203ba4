import fc from "fast-check";
import { expect, test } from "vitest";
import { arcEndHeading, arcEndNode, arcStartHeading, arcStartNode, edgeKey, edgeLength, isDrivable } from "./graph";
import { buildGraph } from "./graph-build";
import { graphBytes, packGraph, unpackGraph } from "./graph-file";
import { edgesInBox, edgesNear, placeOn } from "./near";
import { chequerboard, metresOf, oneWay, place, road } from "./town.sample";

const bent = road(
  7,
  [
    [0, 0],
    [300, 0],
    [300, 400],
  ],
  { ...oneWay, roadName: "长安街", roadClass: "primary", maxSpeed: 60 },
);

function packed(edges: Parameters<typeof buildGraph>[0]): ArrayBuffer {
  return new Uint8Array(Buffer.concat(packGraph(buildGraph(edges)))).buffer;
}

test("an edge keeps its length, key, class, name and directions", () => {
  const graph = buildGraph([bent]);
  expect(edgeLength(graph, 0)).toBeCloseTo(700, 0);
  expect(edgeKey(graph, 0)).toBe("7:0");
  expect([isDrivable(graph, 0), isDrivable(graph, 1)]).toEqual([true, false]);
  expect([graph.classes[graph.edgeClass[0]!], graph.names[graph.edgeName[0]!], graph.edgeSpeed[0]]).toEqual([
    "primary",
    "长安街",
    60,
  ]);
});

test("the two arcs of an edge run opposite ways", () => {
  const graph = buildGraph([bent]);
  expect(arcStartNode(graph, 0)).toBe(arcEndNode(graph, 1));
  expect([arcStartHeading(graph, 0), arcEndHeading(graph, 0)]).toEqual([64, 0]);
  expect([arcStartHeading(graph, 1), arcEndHeading(graph, 1)]).toEqual([128, 192]);
  expect(metresOf(placeOn(graph, 0, 400))).toEqual([300, 100]);
  expect(metresOf(placeOn(graph, 1, 400))).toEqual([300, 0]);
});

test("only legal arcs leave a node", () => {
  const graph = buildGraph([
    road(
      1,
      [
        [0, 0],
        [100, 0],
      ],
      oneWay,
    ),
    road(2, [
      [100, 0],
      [200, 0],
    ]),
  ]);
  const leaving = (node: number) => [
    ...graph.nodeArcs.subarray(graph.nodeArcStart[node]!, graph.nodeArcStart[node + 1]!),
  ];
  expect(leaving(arcEndNode(graph, 0))).toEqual([2]);
  expect(leaving(arcStartNode(graph, 0))).toEqual([0]);
  expect(leaving(arcEndNode(graph, 2))).toEqual([3]);
});

test("edges that are no lines are left out, and no edges make an empty graph", () => {
  const graph = buildGraph([road(1, [[0, 0]]), { ...bent, coords: Float64Array.of(0, 0, NaN, 1) }]);
  expect(graph.edgeFrom.length).toBe(0);
  expect(edgesNear(graph, 116.4, 39.9, 100, 8)).toEqual([]);
  expect(edgesInBox(graph, [116, 39, 117, 40], 10)).toEqual({ edges: [], more: false });
  expect(unpackGraph(packed([])).index).toBeUndefined();
});

test("the nearest places come first, one for each road, none beyond the radius and none where nobody may drive", () => {
  const shut = road(
    3,
    [
      [0, 5],
      [500, 5],
    ],
    { forward: false, backward: false },
  );
  const graph = buildGraph([
    road(1, [
      [0, 0],
      [250, 0],
      [500, 0],
    ]),
    road(2, [
      [0, 40],
      [500, 40],
    ]),
    shut,
    road(4, [
      [0, 200],
      [500, 200],
    ]),
  ]);
  const { lng, lat } = place([260, 15]);
  const near = edgesNear(graph, lng, lat, 50, 8);
  expect(
    near.map((found) => [edgeKey(graph, found.edge), Math.round(found.distance), Math.round(found.offset)]),
  ).toEqual([
    ["1:0", 15, 260],
    ["2:0", 25, 260],
  ]);
  expect(edgesNear(graph, lng, lat, 50, 1)).toHaveLength(1);
});

test("a box gives at most the cap and says when there was more", () => {
  const graph = buildGraph(chequerboard(5, 5));
  const [west, east] = [place([-10, -10]), place([410, 10])];
  const box = [west.lng, west.lat, east.lng, east.lat] as const;
  expect(edgesInBox(graph, box, 100)).toMatchObject({ more: false });
  expect(edgesInBox(graph, box, 100).edges).toHaveLength(6);
  expect(edgesInBox(graph, box, 4)).toMatchObject({ more: true });
  expect(edgesInBox(graph, box, 4).edges).toHaveLength(4);
});

test("a packed graph reads back the same, and damaged bytes are refused", () => {
  const graph = buildGraph([...chequerboard(4, 3), bent]);
  const bytes = packed([...chequerboard(4, 3), bent]);
  const again = unpackGraph(bytes);
  expect({ ...again, index: undefined }).toEqual({ ...graph, index: undefined });
  expect(graphBytes(again)).toBe(graphBytes(graph));
  expect(Buffer.concat(packGraph(again)).equals(Buffer.from(bytes))).toBe(true);
  const { lng, lat } = place([290, 10]);
  expect(edgesNear(again, lng, lat, 60, 8)).toEqual(edgesNear(graph, lng, lat, 60, 8));
  expect(() => unpackGraph(bytes.slice(0, bytes.byteLength - 64))).toThrow();
  expect(() => unpackGraph(bytes.slice(8))).toThrow("not a packed road graph");
});

test("the order in which edges arrive does not matter", () => {
  const edges = [...chequerboard(4, 4), { ...bent, wayId: 99 }];
  const expected = Buffer.concat(packGraph(buildGraph(edges)));
  fc.assert(
    fc.property(fc.shuffledSubarray(edges, { minLength: edges.length }), (shuffled) => {
      expect(Buffer.concat(packGraph(buildGraph(shuffled))).equals(expected)).toBe(true);
    }),
    { numRuns: 30 },
  );
});
