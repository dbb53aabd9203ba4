import { requireLine } from "~/domains/lines/queries.server";
import type { ViewerCall } from "~/kit/page/http/page.server";
import type { LineDrawing } from "~/kit/page/map/line-drawing";
import { drivenPath } from "~/transit/announcements/driven-path";
import type { LineDirection, Node } from "~/transit/announcements/model";
import type { Direction } from "~/transit/announcements/words";
import { requireFileOf } from "../file-page.server";
import { loadSpeech, type SpeakingFile } from "../load-speech.server";

export interface VoiceAsked {
  content: SpeakingFile;
  tabs: { direction: Direction; directionName: string }[];
  direction: Direction;
  driven?: LineDirection;
}

/** The file of a page with one of its directions: the one asked for, else the one that the operator begins with. */
export async function loadVoice(call: Pick<ViewerCall, "viewer" | "params" | "facts" | "url">): Promise<VoiceAsked> {
  const content = await loadSpeech(await requireFileOf(call));
  const { directions: named } = await requireLine(call.viewer, content.file.lineUuid);
  const served = named.flatMap(({ direction }) => content.line.directions.filter((one) => one.direction === direction));
  const driven = served.find((one) => String(one.direction) === call.url.searchParams.get("direction")) ?? served[0];
  return {
    content,
    tabs: served.map(({ direction }) => ({
      direction,
      directionName: `${named.find((one) => one.direction === direction)!.directionName}（${content.nodes.filter((node) => node.direction === direction).length} 个节点）`,
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
