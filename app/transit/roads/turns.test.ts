import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { LngLat } from "~/transit/geo/lng-lat";
import { type Chain, likeliestChain } from "./chain";
import { causeOf } from "./break-cause";
import { type CostChoice, routeCosts, shortest } from "./costs";
import type { RoadEdge } from "./edge";
import { arcEndNode, edgeLength, type Position } from "./graph";
import { buildGraph } from "./graph-build";
import { packGraph, unpackGraph } from "./graph-file";
import { matchStops, stopOptions } from "./match";
import { edgesNear } from "./near";
import { toLngLat } from "./place";
import { type Route, RouteSearch } from "./route";
import { randomTowns, turningCosts } from "./random-towns.sample";
import { type Drive, forbids, slowly, type Town, turnCost } from "./slow.sample";
import { type Metres, metresOf, place, road } from "./town.sample";
import type { TurnRule } from "./turn-rule";

const streets = randomTowns(3, 7);

/** Rules along random walks, over one crossing or several; at most one that orders the way on from one road. */
const walks = fc.array(
  fc.record({ only: fc.boolean(), begin: fc.nat(), steps: fc.array(fc.nat(), { minLength: 1, maxLength: 3 }) }),
  { maxLength: 6 },
);

function rulesAlong(
  edges: readonly RoadEdge[],
  found: { only: boolean; begin: number; steps: number[] }[],
): TurnRule[] {
  const ordered = new Set<string>();
  return found.flatMap(({ only, begin, steps }, relationId) => {
    const first = edges[begin % edges.length]!;
    const rule: TurnRule = { relationId, only, ways: [first.wayId], nodes: [] };
    let node = begin % 2 ? first.fromNode : first.toNode;
    if (only && ordered.has(`${first.wayId}:${node}`)) return [];
    for (const step of steps) {
      const ways = edges.filter(({ fromNode, toNode }) => fromNode === node || toNode === node);
      const next = ways[step % ways.length]!;
      rule.ways.push(next.wayId);
      rule.nodes.push(node);
      node = next.fromNode === node ? next.toNode : next.fromNode;
    }
    const drivable = runsIn({ edges, rule });
    if (only && !drivable) return [];
    if (only) ordered.add(`${first.wayId}:${rule.nodes[0]}`);
    return [rule];
  });
}

/** Whether a rule's roads may be driven in its direction. */
function runsIn({ edges, rule }: { edges: readonly RoadEdge[]; rule: TurnRule }): boolean {
  return rule.ways.every((way, i) => {
    const edge = edges.find(({ wayId }) => wayId === way)!;
    const forward = i < rule.nodes.length ? edge.toNode === rule.nodes[i] : edge.fromNode === rule.nodes[i - 1];
    return forward ? edge.forward : edge.backward;
  });
}

function townOf(
  edges: readonly RoadEdge[],
  rules: readonly TurnRule[],
  costChoice = turningCosts,
): Town & { search: RouteSearch } {
  const graph = buildGraph(edges, rules);
  const costs = routeCosts(graph, costChoice);
  return { graph, costs, edges, rules, search: new RouteSearch(graph, costs) };
}

test("with rules over one crossing or several, a search finds what trying everything finds", () => {
  fc.assert(
    fc.property(
      streets,
      walks,
      fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat(199)), { maxLength: 4 }),
      (edges, found, trips) => {
        if (edges.length === 0) return;
        const town = townOf(edges, rulesAlong(edges, found));
        const arcs = town.graph.nodeArcs;
        if (arcs.length === 0) return;
        for (const [a, b, offset] of trips) {
          const from = { arc: arcs[a % arcs.length]!, offset: 50 };
          const targets = [b, b + 1, a + 3].map((n) => ({ arc: arcs[n % arcs.length]!, offset }));
          for (const turnBack of [Infinity, 120]) {
            const routes = town.search.find([{ ...from, cost: 0 }], targets, 100_000, { turnBack });
            const best = targets.map(() => Infinity);
            for (const { target, cost } of slowly(
              town,
              [{ drive: [from.arc], offset: 50, cost: 0 }],
              targets,
              turnBack,
            ).values())
              best[target] = Math.min(best[target]!, cost);
            targets.forEach((_, t) => expect(routes[t]?.cost ?? Infinity).toBeCloseTo(best[t]!, 3));
          }
        }
      },
    ),
    { numRuns: 150 },
  );
});

const options = { ...stopOptions, radius: 150, candidates: 3, limitExtra: 100_000, limitDetour: 1e6, turnBack: 120 };

const places = fc.array(fc.tuple(fc.integer({ min: -20, max: 420 }), fc.integer({ min: -20, max: 420 })), {
  minLength: 2,
  maxLength: 4,
});

test("a line's whole drive costs what the best of all drives past its stops costs, and breaks no rule", () => {
  fc.assert(
    fc.property(streets, walks, places, (edges, found, stops) => {
      if (edges.length === 0) return;
      const town = townOf(edges, rulesAlong(edges, found));
      const points = stops.map((stop) => ({ at: toLngLat(place(stop)) }));
      const chain = likeliestChain(town.search, points, options);
      const layers = points.map(({ at }) => candidates(town, at));
      const usual = chain.states.every((state, i) => layers[i]!.some((one) => one.arc === state?.arc));
      if (!usual) return;
      const whole = chain.routes.every((route) => typeof route !== "string");
      const best = bestOf(town, layers);
      expect(whole).toBe(best < Infinity);
      if (!whole) return;
      for (const piece of unturned(chain))
        piece.forEach((_, i) => expect(forbids(town, piece.slice(Math.max(0, i - 3), i + 1))).toBe(false));
      expect(costOf(town, chain)).toBeCloseTo(best, 2);
    }),
    { numRuns: 200 },
  );
});

test("every break has a witness: what its reason says is lifted, and a drive is there", () => {
  const free: CostChoice = { ...shortest, uTurn: 0, deadEndTurn: 0 };
  const both = { forward: true, backward: true };
  const isOpen = ({ forward, backward }: RoadEdge) => forward || backward;
  const told = new Set<string>();
  const trips = fc.record({ a: fc.nat(), b: fc.nat(), limit: fc.nat(1500), open: fc.nat(7) });
  fc.assert(
    fc.property(streets, walks, trips, (all, found, { a, b, limit, open }) => {
      const edges = all.map((edge, i) => (i % 8 < open ? edge : { ...edge, forward: false, backward: false }));
      if (edges.length === 0) return;
      const town = townOf(edges, rulesAlong(edges, found), free);
      const arcs = town.graph.nodeArcs;
      if (arcs.length === 0) return;
      const from = { arc: arcs[a % arcs.length]!, offset: 180 };
      const to = { arc: arcs[b % arcs.length]!, offset: 20 };
      const back = { arc: to.arc ^ 1, offset: edgeLength(town.graph, to.arc >> 1) - 20 };
      const drives = (over: Town, start: Position, ends: Position[]) =>
        [...slowly(over, [{ drive: [start.arc], offset: start.offset, cost: 0 }], ends, 0).values()].map(
          ({ cost }) => cost,
        );
      const metres = (over: Town, ends = [to]) => Math.min(Infinity, ...drives(over, from, ends));
      const without = (lift: (edge: RoadEdge) => boolean) =>
        townOf(
          edges.map((edge) => (lift(edge) ? { ...edge, ...both } : edge)),
          [],
          free,
        );
      const lawful = metres(town);
      const ways = town.search.find([{ ...from, cost: 0 }], [to], limit, { turnBack: 0, plain: true });
      expect(ways[0] !== undefined).toBe(lawful <= limit);
      if (ways[0]) return;
      const cause = causeOf(town.search, [from], [to], limit, { turnBack: 0 });
      const [kind, road = ""] = cause.split(":");
      told.add(kind!);
      const opened = without((edge) => !isOpen(edge));
      const over = metres(opened);
      const against = metres(without(isOpen), [to, back]);
      const isClosed = over <= limit && over < against;
      if (metres(without(() => false)) <= limit) return void expect(cause).toBe("forbidden-turn");
      if (against <= limit && !isClosed) return void expect(cause).toBe("against-traffic");
      const anyhow = metres(
        without(() => true),
        [to, back],
      );
      if (!isClosed && anyhow > limit) return void expect(cause).toBe(against < Infinity ? "too-long" : "no-way");
      const named = edges.filter((edge) => !isOpen(edge) && road.includes(`“${edge.roadName}”`));
      expect([kind, named.length]).toEqual(["closed", 1]);
      if (!isClosed) return;
      const edge = opened.graph.edgeWay.indexOf(named[0]!.wayId);
      const through = [2 * edge, 2 * edge + 1].map((arc) => {
        const middle = { arc, offset: 100 };
        return Math.min(...drives(opened, from, [middle])) + Math.min(Infinity, ...drives(opened, middle, [to]));
      });
      expect(Math.min(...through)).toBeCloseTo(over, 2);
    }),
    { numRuns: 400 },
  );
  expect([...told].sort()).toEqual(["against-traffic", "closed", "forbidden-turn", "no-way", "too-long"]);
});

interface Candidate {
  arc: number;
  offset: number;
  distance: number;
}

function candidates({ graph }: Town, [lng, lat]: LngLat): Candidate[] {
  return edgesNear(graph, lng, lat, options.radius, options.candidates).flatMap(({ edge, offset, distance }) =>
    [2 * edge, 2 * edge + 1]
      .filter((arc) => graph.nodeArcs.includes(arc))
      .map((arc) => ({ arc, offset: arc & 1 ? edgeLength(graph, edge) - offset : offset, distance })),
  );
}

const missed = ({ distance }: Candidate) => (options.beta / 2) * (distance / options.sigma) ** 2;

function bestOf(town: Town, layers: Candidate[][]): number {
  let here = layers[0]!.map((one) => ({ drive: [one.arc] as Drive, offset: one.offset, cost: missed(one) }));
  for (const layer of layers.slice(1))
    here = [...slowly(town, here, layer, options.turnBack).values()].map(({ target, drive, cost }) => ({
      drive,
      offset: layer[target]!.offset,
      cost: cost + missed(layer[target]!),
    }));
  return Math.min(Infinity, ...here.map(({ cost }) => cost));
}

/** What a chain drives, cut where the bus turns round in the middle of a road. */
function unturned({ states, routes }: Chain): number[][] {
  const pieces: number[][] = [[states[0]!.arc]];
  routes.forEach((route, i) => {
    const { arcs } = route as Route;
    if (arcs[0] === states[i]!.arc) pieces.at(-1)!.push(...arcs.slice(1));
    else pieces.push([...arcs]);
  });
  return pieces;
}

function costOf({ graph, costs }: Town, { states, routes }: Chain): number {
  const metre = (arc: number) => costs.perMetre[graph.edgeClass[arc >> 1]!]!;
  let sum = missed(states[0]!);
  routes.forEach((route, i) => {
    const [from, to] = [states[i]!, states[i + 1]!];
    const { arcs } = route as Route;
    const turned = arcs[0] !== from.arc;
    let at = turned ? edgeLength(graph, from.arc >> 1) - from.offset : from.offset;
    if (turned) sum += options.turnBack;
    arcs.forEach((arc, k) => {
      const end = k === arcs.length - 1 ? to.offset : edgeLength(graph, arc >> 1);
      sum += (end - at) * metre(arc) + (k > 0 ? turnCost({ graph, costs }, arcs[k - 1]!, arc) : 0);
      at = 0;
    });
    sum += missed(to);
  });
  return sum;
}

describe("a rule of turning", () => {
  const cross = [
    road(1, [
      [0, 0],
      [200, 0],
    ]),
    road(2, [
      [200, 0],
      [400, 0],
    ]),
    road(3, [
      [200, 0],
      [200, 200],
    ]),
    road(4, [
      [200, 200],
      [400, 200],
    ]),
    road(5, [
      [400, 200],
      [400, 0],
    ]),
  ];
  const node = ([x, y]: Metres) => (x + 50_000) * 100_000 + y + 50_000;
  const left: TurnRule = { relationId: 1, only: false, ways: [1, 3], nodes: [node([200, 0])] };
  const driven = (rules: TurnRule[], stops: Metres[]) =>
    matchStops(new RouteSearch(...graphOf(cross, rules)), stops.map(place)).edges.map(
      ({ edgeKey, forward }) => `${edgeKey.split(":")[0]}${forward ? "+" : "-"}`,
    );

  test("at one crossing sends the bus another way", () => {
    const stops: Metres[] = [
      [100, 0],
      [200, 150],
    ];
    expect(driven([], stops)).toEqual(["1+", "3+"]);
    expect(driven([left], stops)).toEqual(["1+", "2+", "5-", "4-", "3-"]);
    expect(driven([{ ...left, only: true, ways: [1, 2] }], stops)).toEqual(["1+", "2+", "5-", "4-", "3-"]);
  });

  test("over a road between binds across a stop on that road, and only who came over the first", () => {
    const over: TurnRule = { relationId: 2, only: false, ways: [1, 2, 5], nodes: [node([200, 0]), node([400, 0])] };
    const [first, middle, last]: Metres[] = [
      [100, 0],
      [300, 0],
      [400, 100],
    ];
    expect(driven([], [first!, middle!, last!])).toEqual(["1+", "2+", "5-"]);
    expect(driven([over], [first!, middle!, last!]).join(" ")).not.toContain("1+ 2+ 5-");
    expect(driven([over], [middle!, last!])).toEqual(["2+", "5-"]);
  });

  test("stays in the packed graph, and one on roads that are not there is passed over", () => {
    const [graph] = graphOf(cross, [left, { ...left, ways: [1, 99] }, { ...left, nodes: [77] }]);
    expect(graph.turnState.length).toBe(1);
    const read = unpackGraph(new Uint8Array(Buffer.concat(packGraph(graph))).buffer);
    expect([...read.turnState, ...read.turnArc, ...read.turnNext]).toEqual([
      ...graph.turnState,
      ...graph.turnArc,
      ...graph.turnNext,
    ]);
    expect(arcEndNode(read, read.turnState[0]!)).toBe(arcEndNode(graph, 0));
  });

  test("that alone is in the way is the reason of the break", () => {
    const result = matchStops(
      new RouteSearch(
        ...graphOf(
          cross.slice(0, 3).map((edge) => ({ ...edge, backward: false })),
          [left],
        ),
      ),
      [place([100, 0]), place([200, 150])],
    );
    expect(result.breaks.map(({ reason }) => reason)).toEqual([expect.stringContaining("转向限制")]);
  });
});

function graphOf(edges: readonly RoadEdge[], rules: readonly TurnRule[]) {
  const graph = buildGraph(edges, rules);
  return [graph, routeCosts(graph, { ...turningCosts, uTurn: Infinity })] as const;
}

test("turning round at a stop in the middle of a road is possible, and dear", () => {
  const long = [
    road(1, [
      [0, 0],
      [9000, 0],
    ]),
  ];
  const there: Metres[] = [
    [1000, 0],
    [4000, 0],
    [1000, 0],
  ];
  const result = matchStops(new RouteSearch(...graphOf(long, [])), there.map(place));
  expect(result.breaks).toEqual([]);
  expect(result.length).toBeCloseTo(6000, -1);
  expect(result.path.map(metresOf)).toEqual([
    [1000, 0],
    [4000, 0],
    [1000, 0],
  ]);
});
