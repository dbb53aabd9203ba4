import { flatPathLength } from "~/transit/geo/path";
import type { RoadEdge } from "~/transit/roads/edge";

/** Neighbouring extracts see different junctions and stretches; known ones stay. `part`: the file holds no more. */
export function joinWay(stored: readonly RoadEdge[], fresh: readonly RoadEdge[], part?: WayPart): RoadEdge[] {
  const first = fresh[0];
  if (!first) return [...stored];
  const nodes = new Map<string, number>();
  for (const edge of [...stored, ...fresh]) {
    nodes.set(pointAt(edge, 0), edge.fromNode);
    nodes.set(pointAt(edge, edge.coords.length / 2 - 1), edge.toNode);
  }
  let pieces = fresh.flatMap((edge) => cutAt(edge, nodes));
  if (part) {
    const covered = new Set(fresh.flatMap((edge) => segmentsOf(edge)));
    const place = new Map(Array.from(part.refs, (id, index) => [id, index] as const).reverse());
    for (const edge of stored)
      for (const rest of cutAt(edge, nodes))
        if (!segmentsOf(rest).some((segment) => covered.has(segment))) pieces.push(rest);
    pieces.sort(
      (a, b) =>
        (place.get(a.fromNode) ?? Infinity) - (place.get(b.fromNode) ?? Infinity) ||
        (place.get(a.toNode) ?? Infinity) - (place.get(b.toNode) ?? Infinity),
    );
    pieces = withoutBorders(pieces, stored, fresh, part);
  }
  const { wayId, roadClass, roadName, forward, backward, maxSpeed } = first;
  return pieces.map(({ fromNode, toNode, coords }, seq) => ({
    edgeKey: `${wayId}:${seq}`,
    wayId,
    seq,
    fromNode,
    toNode,
    coords,
    roadClass,
    roadName,
    forward,
    backward,
    length: flatPathLength(coords),
    maxSpeed,
  }));
}

/** Of a way that leaves the file: all its node ids, and the file's nodes at which several ways end. */
export interface WayPart {
  refs: ArrayLike<number>;
  shared: ReadonlySet<number>;
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
    pieces.push({
      fromNode: pieces.at(-1)?.toNode ?? edge.fromNode,
      toNode: node,
      coords: edge.coords.slice(2 * start, 2 * at + 2),
    });
    start = at;
  }
  return pieces;
}

/** Where the file's part merely ends and the stored way goes on uncut, there is no junction: both sides become one piece again. */
function withoutBorders(
  pieces: Piece[],
  stored: readonly RoadEdge[],
  fresh: readonly RoadEdge[],
  part: WayPart,
): Piece[] {
  const known = new Set(stored.flatMap((edge) => [edge.fromNode, edge.toNode]));
  const borders = new Set(
    fresh.flatMap((edge, i) => [
      ...(fresh[i - 1]?.toNode === edge.fromNode ? [] : [edge.fromNode]),
      ...(fresh[i + 1]?.fromNode === edge.toNode ? [] : [edge.toNode]),
    ]),
  );
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const before = joined.at(-1);
    const node = piece.fromNode;
    if (before?.toNode === node && borders.has(node) && !known.has(node) && !part.shared.has(node)) {
      joined[joined.length - 1] = {
        fromNode: before.fromNode,
        toNode: piece.toNode,
        coords: Float64Array.from([...before.coords, ...piece.coords.slice(2)]),
      };
    } else joined.push(piece);
  }
  return joined;
}

function segmentsOf(edge: Piece): string[] {
  return Array.from({ length: edge.coords.length / 2 - 1 }, (_, at) => `${pointAt(edge, at)}>${pointAt(edge, at + 1)}`);
}

function pointAt({ coords }: Piece, at: number): string {
  return `${Math.round(coords[2 * at]! * 1e7)},${Math.round(coords[2 * at + 1]! * 1e7)}`;
}
