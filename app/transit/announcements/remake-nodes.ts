import { groupBy } from "~/kit/ground/group-by";
import { metresApart } from "~/transit/geo/metres";
import { drivenPath } from "./driven-path";
import { placeNode, settleNodes } from "./edit-nodes";
import { makeNodes } from "./make-nodes";
import type { LineDirection, LineInput, Node } from "./model";

export interface RemadeNodes {
  nodes: Node[];
  /** More than a metre. */
  moved: { nodeUuid: string; name: string; metres: number }[];
  came: Node[];
  went: Node[];
}

/** Nodes made anew from stations and path; those made by hand are kept, and what was set by hand at a station's node. */
export function remakeNodes(old: readonly Node[], line: LineInput): RemadeNodes {
  const before = new Map(keyedNodes(old));
  const taken = new Set(old.map(({ nodeUuid }) => nodeUuid));
  const made = keyedNodes(makeNodes(line)).map(([key, node]) => keepSettings(before.get(key), node, taken));
  const drivable = line.directions.filter(({ path, stations }) => path.length > 1 || stations.length > 1);
  const byHand = old.filter(({ staUuid }) => staUuid === undefined);
  const nodes = drivable.flatMap((one) => settleDirection(one, made, byHand));
  const oldUuids = new Map(old.map((node) => [node.nodeUuid, node]));
  const newUuids = new Set(nodes.map(({ nodeUuid }) => nodeUuid));
  return {
    nodes,
    moved: nodes.flatMap((node) => {
      const was = oldUuids.get(node.nodeUuid);
      const metres = was ? Math.round(metresApart([was.lng, was.lat], [node.lng, node.lat])) : 0;
      return metres > 1 ? [{ nodeUuid: node.nodeUuid, name: node.name, metres }] : [];
    }),
    came: nodes.filter(({ nodeUuid }) => !oldUuids.has(nodeUuid)),
    went: old.filter(({ nodeUuid }) => !newUuids.has(nodeUuid)),
  };
}

/** A node too far from the new path stays where it is, for the compiler to name. */
const farthest = 50;

function settleDirection(direction: LineDirection, made: readonly Node[], byHand: readonly Node[]): Node[] {
  const path = drivenPath(direction);
  const kept = byHand
    .filter((node) => node.direction === direction.direction)
    .map((node) => {
      const { offset, ...spot } = placeNode(path, [node.lng, node.lat], { azimuth: node.azimuth, near: node.distance });
      return offset > farthest ? { ...node, distance: spot.distance } : { ...node, ...spot };
    });
  const own = made.filter((node) => node.direction === direction.direction);
  return settleNodes([...own, ...kept], path, direction.direction);
}

/** The second call at a station is another node than its first. */
function keyedNodes(nodes: readonly Node[]): [string, Node][] {
  const ordered = nodes.filter(({ staUuid }) => staUuid !== undefined).sort((a, b) => a.serial - b.serial);
  const groups = groupBy(ordered, ({ direction, staUuid, use }) => `${direction} ${staUuid} ${use}`);
  return [...groups].flatMap(([key, group]) => group.map((node, call): [string, Node] => [`${key} ${call}`, node]));
}

function keepSettings(was: Node | undefined, node: Node, taken: ReadonlySet<string>): Node {
  if (was) {
    const { nodeUuid, nodeTypeUuid, isBroadcast, isReport, extra, playlists, texts } = was;
    return { ...node, nodeUuid, nodeTypeUuid, isBroadcast, isReport, ...(extra && { extra }), playlists, texts };
  }
  let { nodeUuid } = node;
  while (taken.has(nodeUuid)) nodeUuid += "-new";
  return { ...node, nodeUuid };
}
