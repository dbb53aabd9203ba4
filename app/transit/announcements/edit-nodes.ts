import type { LngLat } from "~/transit/geo/lng-lat";
import { type DrivenPath, nearestOn } from "./driven-path";
import { spotAt } from "./make-nodes";
import type { Node } from "./model";

/** Metres between two nodes of a direction, at least. */
const step = 0.1;

/** Where on the path a point dropped on the map comes to lie. */
export function placeNode(path: DrivenPath, point: LngLat, towards: { azimuth?: number; near?: number } = {}) {
  const { distance, offset } = nearestOn(path, point, towards);
  return { ...spotAt(path, distance), offset };
}

export function insertNode(nodes: readonly Node[], path: DrivenPath, node: Node): Node[] {
  return settleNodes([...nodes, node], path);
}

export function moveNode(nodes: readonly Node[], path: DrivenPath, nodeUuid: string, point: LngLat): Node[] {
  const near = nodes.find((one) => one.nodeUuid === nodeUuid)?.distance;
  return moveNodeTo(nodes, path, nodeUuid, placeNode(path, point, { near }).distance);
}

/** So many metres along the path; a node made of a station stays between the stations' nodes before and behind it. */
export function moveNodeTo(nodes: readonly Node[], path: DrivenPath, nodeUuid: string, wanted: number): Node[] {
  const node = nodes.find((one) => one.nodeUuid === nodeUuid);
  if (!node) return [...nodes];
  const distance = node.staUuid === undefined ? wanted : keepBetween(nodes, node, wanted);
  const moved = { ...node, ...spotAt(path, distance) };
  return settleNodes(
    nodes.map((one) => (one === node ? moved : one)),
    path,
    node.direction,
  );
}

export function removeNode(nodes: readonly Node[], path: DrivenPath, nodeUuid: string): Node[] {
  const gone = nodes.find((one) => one.nodeUuid === nodeUuid);
  const rest = nodes.filter((one) => one !== gone);
  return gone ? settleNodes(rest, path, gone.direction) : rest;
}

function keepBetween(nodes: readonly Node[], node: Node, wanted: number): number {
  const stations = nodes
    .filter((one) => one.direction === node.direction && one.staUuid !== undefined)
    .sort((a, b) => a.serial - b.serial);
  const at = stations.indexOf(node);
  const from = stations[at - 1] ? stations[at - 1]!.distance + step : 0;
  const to = stations[at + 1] ? stations[at + 1]!.distance - step : Infinity;
  return Math.max(from, Math.min(to, wanted));
}

/** Numbers the nodes of one direction (else of the last one given) along its path, a trifle apart where they would lie together. */
export function settleNodes(nodes: readonly Node[], path: DrivenPath, direction = nodes.at(-1)?.direction): Node[] {
  const own = nodes.filter((one) => one.direction === direction).sort(inOrder);
  const others = nodes.filter((one) => one.direction !== direction);
  const distances = apart(
    own.map((one) => one.distance),
    path.length,
  );
  const settled = own.map((one, at) => {
    const there = distances[at] === one.distance ? one : { ...one, ...spotAt(path, distances[at]!) };
    return there.serial === at + 1 ? there : { ...there, serial: at + 1 };
  });
  return [...others, ...settled].sort((a, b) => a.direction - b.direction || a.serial - b.serial);
}

/** Nodes of stations never change places with one another. */
function inOrder(a: Node, b: Node): number {
  const along = a.distance - b.distance;
  return along || (a.staSerial ?? 0) - (b.staSerial ?? 0) || a.use - b.use;
}

function apart(distances: readonly number[], length: number): number[] {
  const tenths = distances.map((distance) => Math.round(distance * 10));
  const most = Math.floor(length * 10);
  for (let at = 1; at < tenths.length; at++) tenths[at] = Math.max(tenths[at]!, tenths[at - 1]! + 1);
  for (let at = tenths.length - 1, limit = most; at >= 0; at--, limit--) {
    limit = Math.min(limit, tenths[at]!);
    tenths[at] = limit;
  }
  return tenths.map((tenth) => tenth / 10);
}
