import { type LngLat } from "~/transit/geo/lng-lat";
import { type BreakCause, causeAt, causeOf } from "./break-cause";
import { edgeLength, isDrivable, type Position, type RoadGraph } from "./graph";
import { metresApart, turnBetween } from "~/transit/geo/metres";
import { edgesNear, headingOn } from "./near";
import type { Route, RouteSearch } from "./route";

export type { BreakCause } from "./break-cause";

export interface ChainOptions {
  /** Metres around a point in which roads are looked for; four times as many where none is found. */
  radius: number;
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
  /** Metres that turning round at a point is worth; left out, it is not possible. */
  turnBack?: number;
  /** OSM way ids: where one of these is among the roads near a point, no other is considered. */
  ways?: readonly number[];
}

export interface Waypoint {
  at: LngLat;
  /** Degrees clockwise from north in which the bus drives there; roads in other directions count only where no other is near. */
  heading?: number;
  /** Metres by which this point usually misses its road. */
  sigma?: number;
}

/** One way of being at a point: driving an arc at an offset, `distance` metres from the point itself. */
export interface State extends Position {
  distance: number;
}

/** The chosen states (undefined where a point has no road) and the routes between them, or why there is none. */
export interface Chain {
  states: (State | undefined)[];
  routes: (Route | BreakCause)[];
}

/** A hidden Markov model; the straight line it usually subtracts is one for all states of a gap: one search does. */
export function likeliestChain(search: RouteSearch, points: readonly Waypoint[], options: ChainOptions): Chain {
  const chain: Chain = { states: points.map(() => undefined), routes: points.slice(1).map(() => "no-road") };
  const layers: ReachedState[][] = [];
  points.forEach((point, i) => {
    const before = layers[i - 1];
    const next = before ? follow(search, before, points[i - 1]!, point, options) : "no-road";
    if (typeof next !== "string") {
      layers[i] = next;
      return;
    }
    if (before) {
      chain.routes[i - 1] = next;
      settle(chain, layers, i - 1);
    }
    layers[i] = statesAt(search.graph, point, options.radius, options).map((state) => ({
      state,
      cost: emission(state, point, options),
    }));
  });
  settle(chain, layers, points.length - 1);
  return chain;
}

/** A state of one point with the cost of the best chain up to it, and the route from its state at the point before. */
interface ReachedState {
  state: State;
  cost: number;
  route?: Route;
}

function follow(
  search: RouteSearch,
  before: ReachedState[],
  last: Waypoint,
  point: Waypoint,
  options: ChainOptions,
): ReachedState[] | BreakCause {
  if (before.length === 0) return causeAt(search.graph, last.at, options.radius);
  const limit = farthest(metresApart(last.at, point.at), options);
  const least = Math.min(...before.map(({ cost }) => cost));
  const starts = before.map(({ state, cost }) => ({ ...state, cost: cost - least }));
  const { slack, turnBack } = options;
  const reach = (radius: number, plain: boolean) => {
    const states = statesAt(search.graph, point, radius, options).flatMap((state) =>
      search.statesOf(state.arc).map((own) => ({ ...state, state: own })),
    );
    const from = plain ? starts.map((start) => ({ ...start, cost: 0 })) : starts;
    const routes = search.find(from, states, limit, { slack, turnBack, plain });
    return states.flatMap((state, s) => {
      const route = routes[s];
      const spent = route && plain ? starts[route.start]!.cost : 0;
      return route ? [{ state, cost: spent + route.cost + emission(state, point, options), route }] : [];
    });
  };
  // The road meant may lie just outside the radius, behind a nearer one that leads nowhere.
  for (const radius of [options.radius, options.radius * 2]) {
    const reached = reach(radius, false);
    if (reached.length > 0) return reached;
  }
  // The cheapest drive may be longer than the limit where a dearer one is not.
  const reached = reach(options.radius * 2, true);
  if (reached.length > 0) return reached;
  const targets = statesAt(search.graph, point, options.radius * 2, options);
  if (targets.length === 0) return causeAt(search.graph, point.at, options.radius);
  return causeOf(search, starts, targets, limit, { slack, turnBack });
}

function settle(chain: Chain, layers: readonly ReachedState[][], last: number): void {
  let here = layers[last]?.reduce((best, next) => (next.cost < best.cost ? next : best), layers[last][0]!);
  for (let i = last; here; i--) {
    chain.states[i] = here.state;
    if (!here.route) return;
    chain.routes[i - 1] = here.route;
    here = layers[i - 1]![here.route.start];
  }
}

function farthest(straight: number, { limitFactor, limitExtra, limitDetour }: ChainOptions): number {
  return Math.min(limitFactor * straight + limitExtra, straight + limitDetour);
}

function emission(state: State, { sigma }: Waypoint, options: ChainOptions): number {
  return (options.beta / 2) * (state.distance / (sigma ?? options.sigma)) ** 2;
}

function statesAt(
  graph: RoadGraph,
  { at: [lng, lat], heading }: Waypoint,
  radius: number,
  options: ChainOptions,
): State[] {
  let near = edgesNear(graph, lng, lat, radius, options.candidates);
  for (const reach of [radius, options.radius * 4])
    if (near.length === 0) near = edgesNear(graph, lng, lat, reach, options.candidates, { driveways: true });
  if (options.ways) {
    const own = near.filter(({ edge }) => options.ways!.includes(graph.edgeWay[edge]!));
    if (own.length > 0) near = own;
  }
  const all = near.flatMap(({ edge, offset, distance }) => {
    const states: State[] = [];
    if (isDrivable(graph, 2 * edge)) states.push({ arc: 2 * edge, offset, distance });
    if (isDrivable(graph, 2 * edge + 1))
      states.push({ arc: 2 * edge + 1, offset: edgeLength(graph, edge) - offset, distance });
    return states;
  });
  const along =
    heading === undefined
      ? []
      : all.filter(({ arc, offset }) => turnBetween(headingOn(graph, arc, offset), heading) <= 60);
  return along.length > 0 ? along : all;
}
