import type { Viewer } from "~/kit/data/access/viewer";
import type { LineDrawing } from "~/kit/page/map/line-drawing";
import { drivenPath } from "~/transit/announcements/driven-path";
import type { LineDirection, Node } from "~/transit/announcements/model";
import { type Direction, directions } from "~/transit/announcements/words";
import { type FileContent, loadContent } from "../file-content.server";

export interface VoiceAsked {
  content: FileContent;
  tabs: { direction: Direction; directionName: string }[];
  direction: Direction;
  driven?: LineDirection;
}

/** A file with one of its directions: the one asked for, else the first. */
export async function loadVoice(viewer: Viewer, fileUuid: string, url: URL): Promise<VoiceAsked> {
  const content = await loadContent(viewer, fileUuid);
  const served = content.line.directions;
  const driven = served.find((one) => String(one.direction) === url.searchParams.get("direction")) ?? served[0];
  return {
    content,
    tabs: served.map(({ direction }) => ({
      direction,
      directionName: `${content.line.isLoop ? "环行" : directions[direction]}（${content.nodes.filter((node) => node.direction === direction).length} 个节点）`,
    })),
    direction: driven?.direction ?? 1,
    driven,
  };
}

/** The path with its nodes in the place of stations. */
export function drawNodes(driven: LineDirection | undefined, nodes: readonly Node[]): LineDrawing {
  return {
    path: driven ? drivenPath(driven).points : [],
    stations: nodes.map(({ serial, name, lng, lat, distance }) => ({ serial, staName: name, lng, lat, distance })),
    breaks: [],
  };
}
