import type { RouteCosts } from "./costs";
import { besideCrossing, keepBetter, type Route, type SearchChoice, type Start, worst } from "./found-route";
import {
  arcEndHeading,
  arcEndNode,
  arcStartHeading,
  edgeLength,
  isDrivable,
  type Position,
  type RoadGraph,
  arcStartNode,
} from "./graph";
import { Heap } from "./heap";
import { arcIn, FORBIDDEN, isRestricted, stateAfter } from "./turn-states";
import { METRES_PER_DEGREE, metresPerUnit, UNITS_PER_DEGREE, metresBetweenUnits } from "~/transit/geo/metres";

export type { Route, Start } from "./found-route";

/** A* over arcs, not nodes, so that turns can cost something; scratch arrays are reused: one search at a time. */
export class RouteSearch {
  private readonly heap = new Heap();
  private readonly seen: Uint32Array;
  private readonly done: Uint32Array;
  private readonly cost: Float64Array;
  private readonly metres: Float32Array;
  /** The state driven before, or -1 - 2 * start for an arc that a start lies on, one less where it turns round there. */
  private readonly before: Int32Array;
  private readonly statesOn = new Map<number, number[]>();
  private generation = 0;
  private choice: SearchChoice = {};

  constructor(
    readonly graph: RoadGraph,
    readonly costs: RouteCosts,
  ) {
    const arcs = graph.edgeFrom.length * 2;
    const states = arcs + graph.stateArc.length;
    this.seen = new Uint32Array(states);
    this.done = new Uint32Array(states);
    this.cost = new Float64Array(states);
    this.metres = new Float32Array(states);
    this.before = new Int32Array(states);
    graph.stateArc.forEach((arc, i) => this.statesOn.set(arc, [...this.statesOf(arc), arcs + i]));
  }

  /** The states in which an arc can be driven: itself, and those that remember what was driven before. */
  statesOf(arc: number): readonly number[] {
    return this.statesOn.get(arc) ?? [arc];
  }

  /** Undefined beyond `limit` metres; a target without a state is reached in any. */
  find(
    starts: readonly Start[],
    targets: readonly Position[],
    limit: number,
    choice: SearchChoice = {},
  ): (Route | undefined)[] {
    const { graph, heap } = this;
    const best: (Route | undefined)[] = targets.map(() => undefined);
    if (starts.length === 0 || targets.length === 0) return best;
    this.begin(choice);
    const goal = goalAround(graph, targets, limit);
    const targetsIn = new Map<number, number[]>();
    targets.forEach((target, t) => {
      for (const state of target.state === undefined ? this.statesOf(target.arc) : [target.state])
        targetsIn.set(state, [...(targetsIn.get(state) ?? []), t]);
    });
    const set = (start: Start, s: number, spent: number, code: number) => {
      const state = start.state ?? start.arc;
      const rate = this.rate(start.arc);
      for (const t of targetsIn.get(state) ?? []) {
        const ahead = targets[t]!.offset - start.offset;
        if (ahead < -(choice.slack ?? 0)) continue;
        const metres = Math.max(0, ahead);
        if (metres <= limit) keepBetter(best, t, { start: s, cost: spent + metres * rate, metres, arcs: [start.arc] });
      }
      const rest = Math.max(0, edgeLength(graph, start.arc >> 1) - start.offset);
      if (rest <= limit) this.leave(state, code, spent + rest * rate, rest, limit, goal);
    };
    const { turnBack = Infinity } = choice;
    starts.forEach((start, s) => {
      set(start, s, start.cost, -1 - 2 * s);
      const arc = start.arc ^ 1;
      const offset = Math.max(0, edgeLength(graph, arc >> 1) - start.offset);
      const barred = offset < besideCrossing && stateAfter(graph, start.state ?? start.arc, arc) === FORBIDDEN;
      if (turnBack === Infinity || !isDrivable(graph, arc) || (barred && !choice.lawless)) return;
      set({ arc, offset, cost: 0 }, s, start.cost + (choice.plain ? 0 : turnBack), -2 - 2 * s);
    });

    while (heap.size > 0 && heap.minKey < worst(best)) {
      const state = heap.pop();
      if (this.done[state] === this.generation) continue;
      this.done[state] = this.generation;
      const arc = arcIn(graph, state);
      const cost = this.cost[state]!;
      const metres = this.metres[state]!;
      const rate = this.rate(arc);
      for (const t of targetsIn.get(state) ?? []) {
        const { offset } = targets[t]!;
        const total = cost + offset * rate;
        if (metres + offset > limit || total >= (best[t]?.cost ?? Infinity)) continue;
        best[t] = { start: -1, cost: total, metres: metres + offset, arcs: [state] };
      }
      const length = edgeLength(graph, arc >> 1);
      if (metres + length <= limit) this.leave(state, state, cost + length * rate, metres + length, limit, goal);
    }
    for (const route of best) if (route && route.start < 0) this.trace(route, starts);
    return best;
  }

  private begin(choice: SearchChoice): void {
    this.choice = choice;
    this.heap.clear();
    this.generation++;
    if (this.generation < 0xffffffff) return;
    this.generation = 1;
    this.seen.fill(0);
    this.done.fill(0);
  }

  private rate(arc: number): number {
    return this.choice.plain ? 1 : this.costs.perMetre[this.graph.edgeClass[arc >> 1]!]!;
  }

  private leave(state: number, before: number, cost: number, metres: number, limit: number, goal: Goal): void {
    const { graph, costs, seen, done, generation, choice } = this;
    const arc = arcIn(graph, state);
    const node = arcEndNode(graph, arc);
    const end = graph.nodeArcStart[node + 1]!;
    const begin = graph.nodeArcStart[node]!;
    const out = arcEndHeading(graph, arc);
    const away = distanceToGoal(graph, node, goal);
    if (metres + away > limit) return;
    const bound = !choice.lawless && isRestricted(graph, state);
    for (let i = begin; i < end; i++) {
      const ahead = graph.nodeArcs[i]!;
      const next = bound ? stateAfter(graph, state, ahead) : ahead;
      if (next === FORBIDDEN || done[next] === generation) continue;
      let turn: number;
      if (choice.plain) turn = 0;
      else if (ahead === (arc ^ 1)) turn = end - begin === 1 ? costs.deadEndTurn : costs.uTurn;
      else turn = costs.turn[(arcStartHeading(graph, ahead) - out) & 255]!;
      const total = cost + turn;
      if (total === Infinity || (seen[next] === generation && this.cost[next]! <= total)) continue;
      seen[next] = generation;
      this.cost[next] = total;
      this.metres[next] = metres;
      this.before[next] = before;
      this.heap.push(total + away, next);
    }
  }

  private trace(route: Route, starts: readonly Start[]): void {
    let state = route.arcs[0]!;
    route.arcs = [arcIn(this.graph, state)];
    while (this.before[state]! >= 0) {
      state = this.before[state]!;
      route.arcs.push(arcIn(this.graph, state));
    }
    const code = -1 - this.before[state]!;
    route.start = code >> 1;
    route.arcs.push(starts[route.start]!.arc ^ (code & 1));
    route.arcs.reverse();
  }
}

/** A circle that holds the start of every target's arc; metres outside it can only be too few, never too many. */
interface Goal {
  x: number;
  y: number;
  east: number;
  north: number;
  radius: number;
}

function goalAround(graph: RoadGraph, targets: readonly Position[], limit: number): Goal {
  const nodes = targets.map((target) => arcStartNode(graph, target.arc));
  const x = nodes.reduce((sum, node) => sum + graph.nodeX[node]!, 0) / nodes.length;
  const y = nodes.reduce((sum, node) => sum + graph.nodeY[node]!, 0) / nodes.length;
  const farthest = Math.min(89.9 * UNITS_PER_DEGREE, Math.abs(y) + (limit / METRES_PER_DEGREE) * UNITS_PER_DEGREE);
  const plane = metresPerUnit(farthest);
  const radius = Math.max(...nodes.map((node) => metresBetweenUnits(graph.nodeX[node]!, graph.nodeY[node]!, x, y)));
  return { x, y, east: plane.east * 0.999, north: plane.north * 0.999, radius };
}

/** Metres from a node to the circle, never more than any route to it; 0 inside. */
function distanceToGoal(graph: RoadGraph, node: number, goal: Goal): number {
  const dx = (graph.nodeX[node]! - goal.x) * goal.east;
  const dy = (graph.nodeY[node]! - goal.y) * goal.north;
  return Math.max(0, Math.sqrt(dx * dx + dy * dy) - goal.radius);
}
