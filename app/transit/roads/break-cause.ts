import type { LngLat } from "~/transit/geo/lng-lat";
import { namedClosed } from "./closed-roads";
import type { SearchChoice } from "./found-route";
import { arcEndNode, arcStartNode, edgeLength, isClosed, isDrivable, type Position, type RoadGraph } from "./graph";
import { Heap } from "./heap";
import { edgesNear } from "./near";
import type { RouteSearch } from "./route";

/** Why a drive cannot be found: a point without a road, a turn that rules forbid, a way that exists only against the traffic or over roads closed to buses (which are named), one that is too long, or none at all. */
export type BreakCause =
  "no-road" | "forbidden-turn" | "against-traffic" | "too-long" | "no-way" | `${"closed" | "building"}:${string}`;

/** What would have to be lifted for a drive within `limit` metres to exist; asked only where none does. */
export function causeOf(
  search: RouteSearch,
  starts: readonly Position[],
  targets: readonly Position[],
  limit: number,
  choice: SearchChoice,
): BreakCause {
  const { graph } = search;
  if (starts.length === 0 || targets.length === 0) return "no-road";
  const free = starts.map((start) => ({ ...start, cost: 0 }));
  const anyTurn = search.find(free, targets, limit, { ...choice, plain: true, lawless: true });
  if (anyTurn.some(Boolean)) return "forbidden-turn";
  const against = shortestDrive(graph, starts, targets, { may: (arc) => !isClosed(graph, arc >> 1) });
  const metres = against?.metres ?? Infinity;
  const open = (arc: number) => isDrivable(graph, arc) || isClosed(graph, arc >> 1);
  const opened = shortestDrive(graph, starts, targets, { may: open, directed: true, limit: Math.min(limit, metres) });
  const usesClosed = (drive: Drive) => drive.edges.some((edge) => isClosed(graph, edge));
  if (opened && opened.metres <= limit && opened.metres < metres && usesClosed(opened))
    return namedClosed(graph, opened.edges);
  if (metres <= limit) return "against-traffic";
  const both = shortestDrive(graph, starts, targets, { may: () => true, limit });
  if (both && both.metres <= limit) return namedClosed(graph, both.edges);
  return metres < Infinity ? "too-long" : "no-way";
}

/** Why a point has no road: one that buses may not use may lie there. */
export function causeAt(graph: RoadGraph, [lng, lat]: LngLat, radius: number): BreakCause {
  const [closed] = edgesNear(graph, lng, lat, radius, 1, { closed: true });
  return closed ? namedClosed(graph, [closed.edge]) : "no-road";
}

interface Drive {
  metres: number;
  edges: number[];
}

interface Choice {
  may: (arc: number) => boolean;
  /** A target is reached only in its own direction. */
  directed?: boolean;
  limit?: number;
}

/** The drive of fewest metres over the arcs that may be taken, from any start, turning round anywhere; not much beyond `limit`. */
function shortestDrive(
  graph: RoadGraph,
  starts: readonly Position[],
  targets: readonly Position[],
  { may, directed = false, limit = Infinity }: Choice,
): Drive | undefined {
  const { first, arcs } = allArcs(graph);
  const heap = new Heap();
  const reached = new Float64Array(graph.nodeX.length).fill(Infinity);
  const by = new Map<number, number>();
  const reach = (node: number, metres: number, arc: number) => {
    if (metres >= reached[node]!) return;
    reached[node] = metres;
    by.set(node, arc);
    heap.push(metres, node);
  };
  for (const { arc, offset } of starts) {
    reach(arcEndNode(graph, arc), edgeLength(graph, arc >> 1) - offset, -1);
    if (may(arc ^ 1)) reach(arcStartNode(graph, arc), offset, -1);
  }
  let best = Infinity;
  let end = -1;
  const arrive = (metres: number, node: number) => {
    if (metres < best) [best, end] = [metres, node];
  };
  const enters = (arc: number, target: Position) => (directed ? arc === target.arc : may(arc));
  for (const start of starts)
    for (const target of targets)
      if (start.arc >> 1 === target.arc >> 1) {
        const ahead = along(graph, target) - along(graph, start);
        if (enters(2 * (start.arc >> 1) + (ahead < 0 ? 1 : 0), target)) arrive(Math.abs(ahead), -1);
      }
  while (heap.size > 0 && heap.minKey < best && heap.minKey <= limit) {
    const metres = heap.minKey;
    const node = heap.pop();
    if (metres > reached[node]!) continue;
    for (const target of targets) {
      const { arc, offset } = target;
      if (arcStartNode(graph, arc) === node) arrive(metres + offset, node);
      if (arcEndNode(graph, arc) === node && enters(arc ^ 1, target))
        arrive(metres + edgeLength(graph, arc >> 1) - offset, node);
    }
    for (let i = first[node]!; i < first[node + 1]!; i++)
      if (may(arcs[i]!)) reach(arcEndNode(graph, arcs[i]!), metres + edgeLength(graph, arcs[i]! >> 1), arcs[i]!);
  }
  if (best === Infinity) return undefined;
  const edges: number[] = [];
  for (let arc = by.get(end) ?? -1; arc >= 0; arc = by.get(arcStartNode(graph, arc))!) edges.push(arc >> 1);
  return { metres: best, edges };
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
