import { page } from "~/kit/page/http/page.server";
import { may } from "../../policy";
import { drawNodes, loadVoice } from "../load-voice.server";

export const loader = page(may.read, async (call) => {
  const { content, direction, driven } = await loadVoice(call);
  const nodes = content.nodes.filter((node) => node.direction === direction);
  return Response.json(drawNodes(driven, nodes));
});
