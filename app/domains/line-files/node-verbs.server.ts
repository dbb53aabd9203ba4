import { checkExtra, type NodeType, nodeTypes } from "~/domains/node-types/queries.server";
import { requireFreeNodeKey } from "~/domains/voice-versions/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { inTransaction, joinTransaction, newKey } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { type DrivenPath } from "~/transit/announcements/driven-path";
import * as place from "~/transit/announcements/edit-nodes";
import { spotAt } from "~/transit/announcements/make-nodes";
import type { LineInput, Node } from "~/transit/announcements/model";
import type { NodeExtra } from "~/transit/announcements/node-extra";
import { type NodeEdit, editNodes, fileOfNode, pathOf } from "./edit-nodes.server";
import { findNode } from "./list-nodes.server";
import type { NewNode, NodeChange, NodeRow } from "./node-schema";

/** Adds a node by hand, on the path where it is nearest to the point, or so many metres along it. */
export async function addNode(viewer: Viewer, fileUuid: string, values: NewNode, version?: number): Promise<NodeRow> {
  const { nodeUuid = newKey(), direction, nodeTypeUuid, extra, ...rest } = values;
  await editNodes(viewer, fileUuid, version, async ({ trx, line, nodes }) => {
    if (nodes.some((node) => node.nodeUuid === nodeUuid)) return nodes;
    await requireFreeNodeKey(trx, nodeUuid);
    const type = await requireType(nodeTypeUuid);
    const path = pathOf(line, direction);
    const node: Node = {
      nodeUuid,
      direction,
      serial: 0,
      use: type.use,
      nodeTypeUuid,
      name: rest.name,
      ...spotOf(path, rest),
      radius: rest.radius ?? type.defaultRadius,
      limitSpeed: rest.limitSpeed ?? undefined,
      isBroadcast: rest.isBroadcast ?? true,
      isReport: rest.isReport ?? false,
      extra: readExtra(type, extra),
      playlists: [],
      texts: [],
    };
    return place.insertNode(nodes, path, node);
  });
  return findNode(viewer, nodeUuid);
}

/** Changes the fields given; a place is taken onto the path. */
export async function changeNode(
  viewer: Viewer,
  nodeUuid: string,
  changes: NodeChange,
  version?: number,
): Promise<NodeRow> {
  await changeNodes(viewer, await fileOfNode(nodeUuid), [{ nodeUuid, ...changes }], version);
  return findNode(viewer, nodeUuid);
}

/** Changes nodes of a draft one after the other, all or none. */
export async function changeNodes(
  viewer: Viewer,
  fileUuid: string,
  changes: readonly ({ nodeUuid: string } & NodeChange)[],
  version?: number,
): Promise<void> {
  await editNodes(viewer, fileUuid, version, async (edited) => {
    let { nodes } = edited;
    const known = new Set(nodes.map(({ nodeUuid }) => nodeUuid));
    if (changes.some(({ nodeUuid }) => !known.has(nodeUuid))) throw problem.used("有节点刚刚被别人删除");
    for (const { nodeUuid, ...change } of changes) nodes = await changed({ ...edited, nodes }, nodeUuid, change);
    return nodes;
  });
}

async function changed({ line, nodes }: NodeEdit, nodeUuid: string, changes: NodeChange) {
  const node = nodes.find((one) => one.nodeUuid === nodeUuid);
  if (!node) throw problem.missing("节点");
  const path = pathOf(line, node.direction);
  const wanted = changes.nodeTypeUuid ?? (changes.extra && node.nodeTypeUuid);
  const type = wanted === undefined ? undefined : await requireType(wanted);
  if (type && node.staUuid !== undefined && type.use !== node.use)
    throw problem.field("nodeTypeUuid", "站点的节点只能改为同一用途的节点类型");
  const isMoved = [changes.lng, changes.lat, changes.distance].some((given) => given !== undefined);
  const moved = isMoved ? moveOnPath(nodes, path, node, changes) : nodes;
  return moved.map((one) => (one.nodeUuid === nodeUuid ? withChanges(one, changes, path, type) : one));
}

/** Takes nodes out of their drafts, all or none. */
export async function removeNode(viewer: Viewer, nodeUuids: readonly string[], version?: number): Promise<void> {
  const files = new Map<string, string[]>();
  for (const nodeUuid of nodeUuids) {
    const fileUuid = await fileOfNode(nodeUuid);
    files.set(fileUuid, [...(files.get(fileUuid) ?? []), nodeUuid]);
  }
  await inTransaction(async (trx) => {
    for (const [fileUuid, gone] of [...files].sort())
      await joinTransaction(trx, () =>
        editNodes(viewer, fileUuid, version, ({ line, nodes }) =>
          gone.reduce((rest, nodeUuid) => withoutNode(line, rest, nodeUuid), nodes),
        ),
      );
  });
}

function withoutNode(line: LineInput, nodes: Node[], nodeUuid: string): Node[] {
  const node = nodes.find((one) => one.nodeUuid === nodeUuid);
  if (!node) throw problem.missing("节点");
  const isDriven = line.directions.some(
    ({ direction, stations }) => direction === node.direction && stations.length > 1,
  );
  return isDriven
    ? place.removeNode(nodes, pathOf(line, node.direction), nodeUuid)
    : nodes.filter((one) => one !== node);
}

type Place = Pick<NodeChange, "lng" | "lat" | "distance" | "azimuth">;

const farthest = 50;

function spotOf(path: DrivenPath, { lng, lat, distance, azimuth }: Place) {
  const turned = azimuth ?? undefined;
  if ((lng === undefined) !== (lat === undefined))
    throw problem.field(lng === undefined ? "lng" : "lat", "请同时给出经度和纬度");
  if (lng === undefined || lat === undefined) {
    if (distance === undefined) throw problem.field("lng", "请给出经度和纬度，或离起点的距离 distance（米）");
    return { ...spotAt(path, withinPath(path, distance)), ...(turned !== undefined && { azimuth: turned }) };
  }
  const { offset, ...spot } = place.placeNode(path, [lng, lat], { azimuth: turned, near: distance });
  if (offset > farthest) throw problem.field("lng", `离路径 ${Math.round(offset)} 米，请放在路径 ${farthest} 米以内`);
  return { ...spot, ...(turned !== undefined && { azimuth: turned }) };
}

function withinPath({ length }: DrivenPath, distance: number): number {
  if (distance > length) throw problem.field("distance", `这个方向的路径只有 ${Math.round(length)} 米`);
  return distance;
}

function moveOnPath(nodes: readonly Node[], path: DrivenPath, node: Node, to: Place): Node[] {
  const near = to.lng === undefined ? to.distance : (to.distance ?? node.distance);
  const { distance } = spotOf(path, { ...to, distance: near, azimuth: undefined });
  return place.moveNodeTo(nodes, path, node.nodeUuid, distance);
}

function withChanges(node: Node, changes: NodeChange, path: DrivenPath, type: NodeType | undefined): Node {
  const { nodeTypeUuid, name, azimuth, radius, limitSpeed, isBroadcast, isReport } = changes;
  return {
    ...node,
    ...(type && nodeTypeUuid && { nodeTypeUuid, use: type.use }),
    ...(name !== undefined && { name }),
    ...(azimuth !== undefined && { azimuth: azimuth ?? spotAt(path, node.distance).azimuth }),
    ...(radius !== undefined && { radius: radius ?? type?.defaultRadius ?? node.radius }),
    ...(limitSpeed !== undefined && { limitSpeed: limitSpeed ?? undefined }),
    ...(isBroadcast !== undefined && { isBroadcast }),
    ...(isReport !== undefined && { isReport }),
    ...(type && changes.extra && { extra: readExtra(type, changes.extra) }),
  };
}

async function requireType(typeUuid: string): Promise<NodeType> {
  const type = (await nodeTypes()).find((one) => one.typeUuid === typeUuid);
  if (!type?.isValid) throw problem.field("nodeTypeUuid", "节点类型不存在或已停用，请重新选择");
  return type;
}

function readExtra({ columns }: NodeType, given: NodeChange["extra"]): NodeExtra {
  const { extra, faults } = checkExtra(columns, given ?? {});
  if (faults.length > 0)
    throw problem.fields(faults.map(({ columnCode, message }) => ({ path: `extra.${columnCode}`, message })));
  return extra;
}
