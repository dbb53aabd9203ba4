import { haversine } from "~/kernel/osm/distance";
import type { RoadEdge } from "~/kernel/roads/edge";

/**
 * A way as a new file shows it, joined with what earlier files showed: neighbouring extracts see different junctions and
 * different stretches of the ways they share. Junctions known before stay cut. `refs`, the way's node ids, is given when
 * the file holds only part of the way: stored stretches outside that part then stay.
 */
export function joinWay(stored: readonly RoadEdge[], fresh: readonly RoadEdge[], refs?: ArrayLike<number>): RoadEdge[] {
  const first = fresh[0];
  if (!first) return [...stored];
  const nodes = new Map<string, number>();
  for (const edge of [...stored, ...fresh]) {
    nodes.set(pointAt(edge, 0), edge.fromNode);
    nodes.set(pointAt(edge, edge.coords.length / 2 - 1), edge.toNode);
  }
  const pieces = fresh.flatMap((edge) => cutAt(edge, nodes));
  if (refs) {
    const covered = new Set(fresh.flatMap((edge) => segmentsOf(edge)));
    const place = new Map(Array.from(refs, (id, index) => [id, index] as const).reverse());
    for (const edge of stored) for (const rest of cutAt(edge, nodes)) if (!segmentsOf(rest).some((segment) => covered.has(segment))) pieces.push(rest);
    pieces.sort((a, b) => (place.get(a.fromNode) ?? Infinity) - (place.get(b.fromNode) ?? Infinity) || (place.get(a.toNode) ?? Infinity) - (place.get(b.toNode) ?? Infinity));
  }
  const { wayId, roadClass, roadName, forward, backward, maxSpeed } = first;
  return pieces.map(({ fromNode, toNode, coords }, seq) => ({ edgeKey: `${wayId}:${seq}`, wayId, seq, fromNode, toNode, coords, roadClass, roadName, forward, backward, length: lengthOf(coords), maxSpeed }));
}

type Piece = Pick<RoadEdge, "fromNode" | "toNode" | "coords">;

/** The edge in pieces, cut at every inner point that is a known node. */
function cutAt(edge: Piece, nodes: ReadonlyMap<string, number>): Piece[] {
  const pieces: Piece[] = [];
  const last = edge.coords.length / 2 - 1;
  let start = 0;
  for (let at = 1; at <= last; at++) {
    const node = at < last ? nodes.get(pointAt(edge, at)) : edge.toNode;
    if (node === undefined) continue;
    pieces.push({ fromNode: pieces.at(-1)?.toNode ?? edge.fromNode, toNode: node, coords: edge.coords.slice(2 * start, 2 * at + 2) });
    start = at;
  }
  return pieces;
}

function segmentsOf(edge: Piece): string[] {
  return Array.from({ length: edge.coords.length / 2 - 1 }, (_, at) => `${pointAt(edge, at)}>${pointAt(edge, at + 1)}`);
}

function pointAt({ coords }: Piece, at: number): string {
  return `${Math.round(coords[2 * at]! * 1e7)},${Math.round(coords[2 * at + 1]! * 1e7)}`;
}

function lengthOf(coords: Float64Array): number {
  let length = 0;
  for (let i = 2; i < coords.length; i += 2) length += haversine(coords[i - 2]!, coords[i - 1]!, coords[i]!, coords[i + 1]!);
  return length;
}
