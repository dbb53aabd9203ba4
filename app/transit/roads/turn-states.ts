import { arcEndNode, RESTRICTED, type RoadGraph } from "./graph";

/** What `turnNext` holds where a turn is forbidden. */
export const FORBIDDEN = 0xffffffff;

/**
 * Enters runs of arcs that may not be driven. Where a forbidden run has more than two arcs, what was driven before its last
 * one matters: the arcs in its middle get a second state each, numbered from the count of arcs on, that remembers it.
 */
export function forbidRuns(graph: RoadGraph, runs: readonly (readonly number[])[]): void {
  const forbidden = new Set(runs.map((run) => run.join()));
  const states = new Map<string, number>();
  const begun: (readonly number[])[] = [];
  for (const run of runs)
    for (let length = 2; length < run.length; length++) {
      const begin = run.slice(0, length);
      if (states.has(begin.join())) continue;
      states.set(begin.join(), 2 * graph.edgeFrom.length + begun.length);
      begun.push(begin);
    }
  const turns: [state: number, arc: number, next: number][] = [];
  const enter = (state: number, driven: readonly number[]) => {
    const node = arcEndNode(graph, driven.at(-1)!);
    for (let i = graph.nodeArcStart[node]!; i < graph.nodeArcStart[node + 1]!; i++) {
      const arc = graph.nodeArcs[i]!;
      const ends = driven.map((_, from) => [...driven.slice(from), arc].join());
      if (ends.some((end) => forbidden.has(end))) turns.push([state, arc, FORBIDDEN]);
      else {
        const longest = ends.find((end) => states.has(end));
        if (longest) turns.push([state, arc, states.get(longest)!]);
      }
    }
  };
  for (const arc of new Set(runs.map((run) => run[0]!))) {
    graph.edgeFlags[arc >> 1]! |= RESTRICTED << (arc & 1);
    enter(arc, [arc]);
  }
  begun.forEach((driven) => enter(states.get(driven.join())!, driven));
  turns.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  graph.turnState = Uint32Array.from(turns, ([state]) => state);
  graph.turnArc = Uint32Array.from(turns, ([, arc]) => arc);
  graph.turnNext = Uint32Array.from(turns, ([, , next]) => next);
  graph.stateArc = Uint32Array.from(begun, (driven) => driven.at(-1)!);
}

/** The state after driving an arc out of a state; FORBIDDEN where no bus may. */
export function stateAfter(graph: RoadGraph, state: number, arc: number): number {
  const { turnState, turnArc, turnNext } = graph;
  let [low, high] = [0, turnState.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (turnState[middle]! < state) low = middle + 1;
    else high = middle;
  }
  for (; turnState[low] === state; low++) if (turnArc[low] === arc) return turnNext[low]!;
  return arc;
}

/** Whether a state's next turn depends on rules. */
export function isRestricted(graph: RoadGraph, state: number): boolean {
  const edge = state >> 1;
  return edge >= graph.edgeFlags.length || (graph.edgeFlags[edge]! & (RESTRICTED << (state & 1))) !== 0;
}

/** The arc that is driven in a state. */
export function arcIn(graph: RoadGraph, state: number): number {
  const arcs = 2 * graph.edgeFrom.length;
  return state < arcs ? state : graph.stateArc[state - arcs]!;
}
