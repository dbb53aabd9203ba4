import type { RouteCosts } from "./costs";
import { distanceToGoal, type Goal, goalAround } from "./goal";
import { arcEndHeading, arcEndNode, arcStartHeading, edgeLength, type Position, type RoadGraph } from "./graph";
import { Heap } from "./heap";

/** A place to start from, with the cost already spent on getting there. */
export interface Start extends Position {
  cost: number;
}

/** A way to one target: which start it came from, its total cost, its metres and the arcs driven, first and last included. */
export interface Route {
  start: number;
  cost: number;
  metres: number;
  arcs: number[];
}

/** A* over arcs, not nodes, so that turns can cost something; scratch arrays are reused: one search at a time. */
export class RouteSearch {
  private readonly heap = new Heap();
  private readonly seen: Uint32Array;
  private readonly done: Uint32Array;
  private readonly cost: Float64Array;
  private readonly metres: Float32Array;
  /** The arc driven before, or -1 - start for an arc that a start lies on. */
  private readonly before: Int32Array;
  private generation = 0;

  constructor(
    readonly graph: RoadGraph,
    readonly costs: RouteCosts,
  ) {
    const arcs = graph.edgeFrom.length * 2;
    this.seen = new Uint32Array(arcs);
    this.done = new Uint32Array(arcs);
    this.cost = new Float64Array(arcs);
    this.metres = new Float32Array(arcs);
    this.before = new Int32Array(arcs);
  }

  /** Undefined beyond `limit` metres; a target up to `slack` metres behind a start on its arc is reached at once. */
  find(starts: readonly Start[], targets: readonly Position[], limit: number, slack = 0): (Route | undefined)[] {
    const { graph, heap } = this;
    const best: (Route | undefined)[] = targets.map(() => undefined);
    if (starts.length === 0 || targets.length === 0) return best;
    this.begin();
    const goal = goalAround(graph, targets, limit);
    const targetsOn = new Map<number, number[]>();
    targets.forEach((target, t) => targetsOn.set(target.arc, [...(targetsOn.get(target.arc) ?? []), t]));

    starts.forEach((start, s) => {
      const rate = this.rate(start.arc);
      for (const t of targetsOn.get(start.arc) ?? []) {
        const ahead = targets[t]!.offset - start.offset;
        if (ahead < -slack) continue;
        const metres = Math.max(0, ahead);
        keepBetter(best, t, { start: s, cost: start.cost + metres * rate, metres, arcs: [start.arc] });
      }
      const rest = Math.max(0, edgeLength(graph, start.arc >> 1) - start.offset);
      if (rest <= limit) this.leave(start.arc, -1 - s, start.cost + rest * rate, rest, limit, goal);
    });

    while (heap.size > 0 && heap.minKey < worst(best)) {
      const arc = heap.pop();
      if (this.done[arc] === this.generation) continue;
      this.done[arc] = this.generation;
      const cost = this.cost[arc]!;
      const metres = this.metres[arc]!;
      const rate = this.rate(arc);
      for (const t of targetsOn.get(arc) ?? []) {
        const { offset } = targets[t]!;
        const total = cost + offset * rate;
        if (metres + offset > limit || total >= (best[t]?.cost ?? Infinity)) continue;
        best[t] = { start: -1, cost: total, metres: metres + offset, arcs: [] };
      }
      const length = edgeLength(graph, arc >> 1);
      if (metres + length <= limit) this.leave(arc, arc, cost + length * rate, metres + length, limit, goal);
    }
    best.forEach((route, t) => {
      if (route && route.start < 0) this.trace(route, targets[t]!.arc, starts);
    });
    return best;
  }

  /** Whether any of the targets can be driven to from any of the starts within `limit` metres. */
  reaches(starts: readonly Position[], targets: readonly Position[], limit: number): boolean {
    const free = starts.map((start) => ({ ...start, cost: 0 }));
    return this.find(free, targets, limit).some((route) => route !== undefined);
  }

  private begin(): void {
    this.heap.clear();
    this.generation++;
    if (this.generation < 0xffffffff) return;
    this.generation = 1;
    this.seen.fill(0);
    this.done.fill(0);
  }

  private rate(arc: number): number {
    return this.costs.perMetre[this.graph.edgeClass[arc >> 1]!]!;
  }

  private leave(arc: number, before: number, cost: number, metres: number, limit: number, goal: Goal): void {
    const { graph, costs, seen, done, generation } = this;
    const node = arcEndNode(graph, arc);
    const end = graph.nodeArcStart[node + 1]!;
    const begin = graph.nodeArcStart[node]!;
    const out = arcEndHeading(graph, arc);
    const away = distanceToGoal(graph, node, goal);
    if (metres + away > limit) return;
    for (let i = begin; i < end; i++) {
      const next = graph.nodeArcs[i]!;
      if (done[next] === generation) continue;
      let turn: number;
      if (next === (arc ^ 1)) turn = end - begin === 1 ? costs.deadEndTurn : costs.uTurn;
      else turn = costs.turn[(arcStartHeading(graph, next) - out) & 255]!;
      const total = cost + turn;
      if (total === Infinity || (seen[next] === generation && this.cost[next]! <= total)) continue;
      seen[next] = generation;
      this.cost[next] = total;
      this.metres[next] = metres;
      this.before[next] = before;
      this.heap.push(total + away, next);
    }
  }

  private trace(route: Route, last: number, starts: readonly Start[]): void {
    let arc = last;
    route.arcs.push(arc);
    while (this.before[arc]! >= 0) {
      arc = this.before[arc]!;
      route.arcs.push(arc);
    }
    route.start = -1 - this.before[arc]!;
    route.arcs.push(starts[route.start]!.arc);
    route.arcs.reverse();
  }
}

function keepBetter(best: (Route | undefined)[], t: number, route: Route): void {
  if (route.cost < (best[t]?.cost ?? Infinity)) best[t] = route;
}

function worst(best: readonly (Route | undefined)[]): number {
  let most = 0;
  for (const route of best) {
    if (!route) return Infinity;
    if (route.cost > most) most = route.cost;
  }
  return most;
}
