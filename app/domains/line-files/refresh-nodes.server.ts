import type { Viewer } from "~/kit/data/access/viewer";
import { type RemadeNodes, remakeNodes } from "~/transit/announcements/remake-nodes";
import { editNodes } from "./edit-nodes.server";

export interface RefreshedNodes {
  moved: { nodeUuid: string; name: string; metres: number }[];
  came: string[];
  went: string[];
}

/** Makes the nodes of a draft anew from stations and path; those made by hand stay. Answers what moved, came and went. */
export async function refreshNodes(viewer: Viewer, fileUuid: string, version?: number): Promise<RefreshedNodes> {
  let remade: RemadeNodes | undefined;
  await editNodes(viewer, fileUuid, version, ({ line, nodes }) => (remade = remakeNodes(nodes, line)).nodes);
  const { moved, came, went } = remade!;
  return { moved, came: came.map(({ name }) => name), went: went.map(({ name }) => name) };
}
