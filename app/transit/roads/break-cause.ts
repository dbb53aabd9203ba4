import { arcEndNode, arcStartNode, edgeLength, type Position, type RoadGraph } from "./graph";
import type { SearchChoice } from "./found-route";
import { Heap } from "./heap";
import type { RouteSearch } from "./route";

/** Why a drive cannot be found: a point without a road, a turn that rules forbid, a way that exists only against the traffic, one that is too long, or none at all. */
export type BreakCause = "no-road" | "forbidden-turn" | "against-traffic" | "too-long" | "no-way";

/** What would have to be lifted for a drive within `limit` metres to exist; asked only where none does. */
export function causeOf(
  search: RouteSearch,
  starts: readonly Position[],
  targets: readonly Position[],
  limit: number,
  choice: SearchChoice,
): BreakCause {
  if (starts.length === 0 || targets.length === 0) return "no-road";
  const free = starts.map((start) => ({ ...start, cost: 0 }));
  const anyTurn = search.find(free, targets, limit, { ...choice, plain: true, lawless: true });
  if (anyTurn.some(Boolean)) return "forbidden-turn";
  const metres = undirected(search.graph, starts, targets);
  return metres <= limit ? "against-traffic" : metres < Infinity ? "too-long" : "no-way";
}

/** Metres of the shortest way along roads in whatever direction. */
function undirected(graph: RoadGraph, starts: readonly Position[], targets: readonly Position[]): number {
  const { first, arcs } = allArcs(graph);
  const heap = new Heap();
  const reached = new Float64Array(graph.nodeX.length).fill(Infinity);
  const reach = (node: number, metres: number) => {
    if (metres >= reached[node]!) return;
    reached[node] = metres;
    heap.push(metres, node);
  };
  for (const { arc, offset } of starts) {
    reach(arcStartNode(graph, arc), offset);
    reach(arcEndNode(graph, arc), edgeLength(graph, arc >> 1) - offset);
  }
  let best = Infinity;
  for (const start of starts)
    for (const target of targets)
      if (start.arc >> 1 === target.arc >> 1)
        best = Math.min(best, Math.abs(along(graph, start) - along(graph, target)));
  while (heap.size > 0 && heap.minKey < best) {
    const metres = heap.minKey;
    const node = heap.pop();
    if (metres > reached[node]!) continue;
    for (const { arc, offset } of targets) {
      if (arcStartNode(graph, arc) === node) best = Math.min(best, metres + offset);
      if (arcEndNode(graph, arc) === node) best = Math.min(best, metres + edgeLength(graph, arc >> 1) - offset);
    }
    for (let i = first[node]!; i < first[node + 1]!; i++)
      reach(arcEndNode(graph, arcs[i]!), metres + edgeLength(graph, arcs[i]! >> 1));
  }
  return best;
}

const along = (graph: RoadGraph, { arc, offset }: Position) =>
  arc & 1 ? edgeLength(graph, arc >> 1) - offset : offset;

const known = new WeakMap<RoadGraph, { first: Uint32Array; arcs: Uint32Array }>();

/** The arcs that leave each node, also those that may not be driven; made at the first break. */
function allArcs(graph: RoadGraph): { first: Uint32Array; arcs: Uint32Array } {
  const before = known.get(graph);
  if (before) return before;
  const count = 2 * graph.edgeFrom.length;
  const first = new Uint32Array(graph.nodeX.length + 1);
  for (let arc = 0; arc < count; arc++) first[arcStartNode(graph, arc) + 1]!++;
  for (let node = 1; node < first.length; node++) first[node]! += first[node - 1]!;
  const next = first.slice();
  const arcs = new Uint32Array(count);
  for (let arc = 0; arc < count; arc++) arcs[next[arcStartNode(graph, arc)]!++] = arc;
  known.set(graph, { first, arcs });
  return known.get(graph)!;
}
