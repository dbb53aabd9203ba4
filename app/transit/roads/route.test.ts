import fc from "fast-check";
import { expect, test } from "vitest";
import { busRoute, type CostChoice, routeCosts, shortest } from "./costs";
import type { RoadEdge } from "./edge";
import {
  arcEndHeading,
  arcEndNode,
  arcStartHeading,
  arcStartNode,
  edgeKey,
  edgeLength,
  type Position,
  type RoadGraph,
} from "./graph";
import { buildGraph } from "./graph-build";
import { randomTowns, turningCosts } from "./random-towns.sample";
import { RouteSearch } from "./route";
import { chequerboard, type Metres, oneWay, road } from "./town.sample";

function searchIn(edges: RoadEdge[], choice: CostChoice = shortest): RouteSearch {
  const graph = buildGraph(edges);
  return new RouteSearch(graph, routeCosts(graph, choice));
}

function between(search: RouteSearch, from: Position, to: Position, limit = 10_000) {
  const [route] = search.find([{ ...from, cost: 0 }], [to], limit);
  return route && { metres: Math.round(route.metres), arcs: route.arcs };
}

/** Cost of the cheapest route by relaxing every pair of arcs until nothing changes. */
function slowly(search: RouteSearch, from: Position, to: Position): number {
  const { graph, costs } = search;
  const rate = (arc: number) => costs.perMetre[graph.edgeClass[arc >> 1]!]!;
  const arcs = [...graph.nodeArcs];
  const leaving = (node: number) => arcs.filter((arc) => arcStartNode(graph, arc) === node);
  const turn = (arc: number, next: number) => {
    if (next === (arc ^ 1)) return leaving(arcEndNode(graph, arc)).length === 1 ? costs.deadEndTurn : costs.uTurn;
    return costs.turn[(arcStartHeading(graph, next) - arcEndHeading(graph, arc)) & 255]!;
  };
  const rest = (edgeLength(graph, from.arc >> 1) - from.offset) * rate(from.arc);
  const cost = new Map<number, number>();
  for (const next of leaving(arcEndNode(graph, from.arc))) cost.set(next, rest + turn(from.arc, next));
  for (let changed = true; changed;) {
    changed = false;
    for (const [arc, spent] of [...cost]) {
      for (const next of leaving(arcEndNode(graph, arc))) {
        const total = spent + edgeLength(graph, arc >> 1) * rate(arc) + turn(arc, next);
        if (total < (cost.get(next) ?? Infinity) - 1e-9) changed = cost.set(next, total).size > 0;
      }
    }
  }
  const round = (cost.get(to.arc) ?? Infinity) + to.offset * rate(to.arc);
  const straight =
    from.arc === to.arc && to.offset >= from.offset ? (to.offset - from.offset) * rate(to.arc) : Infinity;
  return Math.min(round, straight);
}

test("a route along one road is the piece between the two offsets", () => {
  const search = searchIn([
    road(1, [
      [0, 0],
      [500, 0],
    ]),
  ]);
  expect(between(search, { arc: 0, offset: 100 }, { arc: 0, offset: 350 })).toEqual({ metres: 250, arcs: [0] });
  expect(between(search, { arc: 1, offset: 100 }, { arc: 1, offset: 350 })).toEqual({ metres: 250, arcs: [1] });
});

test("a one-way road is not driven against its direction", () => {
  const search = searchIn([
    road(1, [
      [0, 0],
      [200, 0],
    ]),
    road(
      2,
      [
        [200, 0],
        [400, 0],
      ],
      oneWay,
    ),
    road(3, [
      [400, 0],
      [600, 0],
    ]),
    road(4, [
      [200, 0],
      [200, 300],
      [400, 300],
      [400, 0],
    ]),
  ]);
  expect(between(search, { arc: 0, offset: 0 }, { arc: 4, offset: 10 })).toEqual({ metres: 410, arcs: [0, 2, 4] });
  expect(between(search, { arc: 5, offset: 190 }, { arc: 1, offset: 10 })).toEqual({ metres: 820, arcs: [5, 7, 1] });
});

test("a place behind the start on the same road needs a way round, unless it lies within the slack", () => {
  const search = searchIn([
    road(
      1,
      [
        [0, 0],
        [300, 0],
      ],
      oneWay,
    ),
    road(
      2,
      [
        [300, 0],
        [300, 200],
        [0, 200],
        [0, 0],
      ],
      oneWay,
    ),
  ]);
  expect(between(search, { arc: 0, offset: 200 }, { arc: 0, offset: 180 })).toEqual({ metres: 980, arcs: [0, 2, 0] });
  const [near] = search.find([{ arc: 0, offset: 200, cost: 0 }], [{ arc: 0, offset: 180 }], 5000, { slack: 30 });
  expect(near).toMatchObject({ metres: 0, arcs: [0] });
});

test("turning round costs less at a dead end than on a road that goes on, and can be forbidden", () => {
  const edges = [
    road(1, [
      [0, 0],
      [300, 0],
    ]),
    road(2, [
      [300, 0],
      [400, 0],
    ]),
  ];
  const back = (choice: Partial<CostChoice>) =>
    searchIn(edges, { ...shortest, ...choice }).find(
      [{ arc: 0, offset: 100, cost: 0 }],
      [{ arc: 1, offset: 200 }],
      5000,
    )[0];
  expect(back({})!.arcs).toEqual([0, 2, 3, 1]);
  expect(back({ uTurn: 60 })!.arcs).toEqual([0, 1]);
  expect(back({ uTurn: Infinity, deadEndTurn: Infinity })).toBeUndefined();
});

test("beyond the limit there is no route", () => {
  const search = searchIn(chequerboard(6, 1));
  expect(between(search, { arc: 0, offset: 0 }, { arc: 8, offset: 100 }, 900)).toMatchObject({ metres: 900 });
  expect(between(search, { arc: 0, offset: 0 }, { arc: 8, offset: 100 }, 890)).toBeUndefined();
});

test("a cheaper class of road is worth a detour", () => {
  const edges = [
    road(1, [
      [0, 0],
      [100, 0],
    ]),
    road(
      2,
      [
        [100, 0],
        [500, 0],
      ],
      { roadClass: "service" },
    ),
    road(3, [
      [100, 0],
      [100, 50],
      [500, 50],
      [500, 0],
    ]),
    road(4, [
      [500, 0],
      [600, 0],
    ]),
  ];
  const way = (classes: Record<string, number>) =>
    between(searchIn(edges, { ...shortest, classes }), { arc: 0, offset: 0 }, { arc: 6, offset: 100 });
  expect(way({})).toMatchObject({ metres: 600 });
  expect(way({ service: 2 })).toMatchObject({ metres: 700 });
});

test.each([
  ["left", 1],
  ["right", -1],
])("a bus drives a wide bend rather than two sharp turns to the %s", (_, side) => {
  const bend = Array.from({ length: 37 }, (_, i) => (i * Math.PI) / 36).map((angle): Metres => [
    Math.round(100 * Math.sin(angle)),
    side * Math.round(100 - 100 * Math.cos(angle)),
  ]);
  const edges = [
    road(1, [
      [-100, 0],
      [0, 0],
    ]),
    road(2, [
      [0, 0],
      [0, side * 200],
    ]),
    road(3, bend),
    road(4, [
      [0, side * 200],
      [-100, side * 200],
    ]),
  ];
  const way = (choice: CostChoice) => between(searchIn(edges, choice), { arc: 0, offset: 0 }, { arc: 6, offset: 100 });
  expect(way(shortest)?.metres).toBe(400);
  expect(way(busRoute)?.metres).toBeGreaterThan(500);
});

test("a loop that begins and ends at one crossing can be driven either way", () => {
  const edges = [
    road(1, [
      [-200, 0],
      [0, 0],
    ]),
    road(2, [
      [0, 0],
      [100, 100],
      [200, 0],
      [100, -100],
      [0, 0],
    ]),
  ];
  const search = searchIn(edges, { ...shortest, uTurn: Infinity });
  expect(between(search, { arc: 0, offset: 0 }, { arc: 1, offset: 100 })).toEqual({ metres: 866, arcs: [0, 2, 1] });
});

test("one search finds what trying everything finds, again and again with the same arrays", () => {
  fc.assert(
    fc.property(
      randomTowns(4, 5),
      fc.array(fc.tuple(fc.nat(), fc.nat(), fc.integer({ min: 0, max: 199 })), { minLength: 1, maxLength: 4 }),
      (edges, trips) => {
        const search = searchIn(edges, turningCosts);
        const arcs = search.graph.nodeArcs;
        if (arcs.length === 0) return;
        for (const [a, b, offset] of trips) {
          const from = { arc: arcs[a % arcs.length]!, offset: 50 };
          const targets = [b, b + 1, a + 3].map((n) => ({ arc: arcs[n % arcs.length]!, offset }));
          const routes = search.find([{ ...from, cost: 0 }], targets, 100_000);
          targets.forEach((to, t) => expect(routes[t]?.cost ?? Infinity).toBeCloseTo(slowly(search, from, to), 3));
          for (const route of routes) if (route) expect(connected(search.graph, route.arcs)).toBe(true);
        }
      },
    ),
    { numRuns: 60 },
  );
});

test("of several starts the one with the cheapest total wins", () => {
  const search = searchIn(chequerboard(6, 1));
  const starts = [
    { arc: 0, offset: 0, cost: 0 },
    { arc: 4, offset: 0, cost: 500 },
  ];
  const [route] = search.find(starts, [{ arc: 8, offset: 100 }], 5000);
  expect(route).toMatchObject({ start: 0, arcs: [0, 2, 4, 6, 8] });
  const [other] = search.find([starts[0]!, { ...starts[1]!, cost: 300 }], [{ arc: 8, offset: 100 }], 5000);
  expect(other).toMatchObject({ start: 1, arcs: [4, 6, 8] });
  expect(edgeKey(search.graph, 2)).toBe("3:0");
});

function connected(graph: RoadGraph, arcs: number[]): boolean {
  return arcs.every((arc, i) => i === 0 || arcEndNode(graph, arcs[i - 1]!) === arcStartNode(graph, arc));
}
