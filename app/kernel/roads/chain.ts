import { edgeLength, isDrivable, type Position, type RoadGraph } from "./graph";
import { metresApart } from "./metres";
import { edgesNear } from "./near";
import type { Route, RouteSearch } from "./route";

export type LngLat = readonly [lng: number, lat: number];

export interface ChainOptions {
  /** Metres around a point in which roads are looked for; four times as many where none is found. */
  radius: number;
  /** Roads considered for each point. */
  candidates: number;
  /** Metres by which a point usually misses its road. */
  sigma: number;
  /** Metres of detour that weigh as much as one unit of -log likelihood. */
  beta: number;
  /** A route may be `limitFactor` times the straight line plus `limitExtra` metres long, but no detour of over `limitDetour`. */
  limitFactor: number;
  limitExtra: number;
  limitDetour: number;
  /** Metres a point may fall behind the one before it on the same road without turning round. */
  slack: number;
}

/** One way of being at a point: driving an arc at an offset, `distance` metres from the point itself. */
export interface State extends Position {
  distance: number;
}

/** Why a chain breaks: a point without a road, a way that exists only against the traffic, or no way at all. */
export type BreakCause = "no-road" | "against-traffic" | "no-way";

/** The chosen states (undefined where a point has no road) and the routes between them, or why there is none. */
export interface Chain {
  states: (State | undefined)[];
  routes: (Route | BreakCause)[];
}

/**
 * The likeliest drive past all points, as a hidden Markov model: a state's cost grows with the square of its distance from
 * the point, a transition's with the cost of the route. The straight line that the usual model subtracts is the same for all
 * states of a gap, so each gap needs one search from all states at once. Where no state can be reached the chain ends and a
 * new one starts.
 */
export function likeliestChain(search: RouteSearch, points: readonly LngLat[], options: ChainOptions): Chain {
  const layers = points.map((point) => statesAt(search.graph, point, options.radius, options));
  const steps: Step[][] = [];
  let costs: number[] = [];
  const chain: Chain = { states: points.map(() => undefined), routes: points.slice(1).map(() => "no-road") };
  let first = 0;
  points.forEach((point, i) => {
    let states = layers[i]!;
    const before = i > first ? layers[i - 1]! : [];
    const starts = before.map((state, s) => ({ ...state, cost: costs[s]! })).filter((start) => start.cost < Infinity);
    const origin = Math.min(...starts.map((start) => start.cost));
    for (const start of starts) start.cost -= origin;
    const limit = i > first ? farthest(metresApart(points[i - 1]!, point), options) : 0;
    let routes = search.find(starts, states, limit, options.slack);
    if (starts.length > 0 && routes.every((route) => !route)) {
      // The road meant may lie just outside the radius, behind a nearer one that leads nowhere.
      states = layers[i] = statesAt(search.graph, point, options.radius * 2, options);
      routes = search.find(starts, states, limit, options.slack);
    }
    if (i > first && routes.every((route) => !route)) {
      if (starts.length > 0 && states.length > 0) chain.routes[i - 1] = search.reaches(states, before, limit) ? "against-traffic" : "no-way";
      settle(chain, layers, steps, costs, first, i - 1);
      first = i;
    }
    const reachable = before.map((_, s) => s).filter((s) => costs[s]! < Infinity);
    steps[i] = routes.map((route) => (route && i > first ? { route, from: reachable[route.start]! } : undefined));
    costs = states.map((state, s) => emission(state, options) + (i > first ? (routes[s]?.cost ?? Infinity) : 0));
  });
  if (layers.length > 0) settle(chain, layers, steps, costs, first, layers.length - 1);
  return chain;
}

type Step = { route: Route; from: number } | undefined;

/** Reads the best chain backwards from its last layer and writes it down. */
function settle(chain: Chain, layers: State[][], steps: Step[][], costs: number[], first: number, last: number): void {
  let state = costs.indexOf(Math.min(...costs));
  for (let i = last; i >= first && state >= 0; i--) {
    chain.states[i] = layers[i]![state];
    const step = steps[i]![state];
    if (!step) return;
    chain.routes[i - 1] = step.route;
    state = step.from;
  }
}

function farthest(straight: number, { limitFactor, limitExtra, limitDetour }: ChainOptions): number {
  return Math.min(limitFactor * straight + limitExtra, straight + limitDetour);
}

function emission(state: State, options: ChainOptions): number {
  return (options.beta / 2) * (state.distance / options.sigma) ** 2;
}

function statesAt(graph: RoadGraph, [lng, lat]: LngLat, radius: number, options: ChainOptions): State[] {
  let near = edgesNear(graph, lng, lat, radius, options.candidates);
  if (near.length === 0) near = edgesNear(graph, lng, lat, options.radius * 4, options.candidates);
  return near.flatMap(({ edge, offset, distance }) => {
    const states: State[] = [];
    if (isDrivable(graph, 2 * edge)) states.push({ arc: 2 * edge, offset, distance });
    if (isDrivable(graph, 2 * edge + 1)) states.push({ arc: 2 * edge + 1, offset: edgeLength(graph, edge) - offset, distance });
    return states;
  });
}
