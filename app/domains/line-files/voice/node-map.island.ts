import type { PlainHost } from "~/kit/page/islands/mount-plain";
import { fetchLine } from "~/kit/page/map/fetch-line.client";
import { mapFrame } from "~/kit/page/map/map-frame.client";
import type { MapSettings } from "~/kit/page/map/map-settings";
import type { Node } from "~/transit/announcements/model";
import { nodeControls } from "./node-controls.client";
import type { NodeStep } from "./node-steps";

export interface NodeMapProps {
  title: string;
  settings: MapSettings;
  /** Answers the path as a `LineDrawing`. */
  dataUrl: string;
  height: number;
  fileUuid: string;
  version: number;
  direction: number;
  /** Without their playlists and texts. */
  nodes: Node[];
  /** What was refused and is to be saved again. */
  steps: readonly NodeStep[];
}

/** The nodes of a draft on the map, to be dragged along the path; the form below saves the steps. */
export default function nodeMap(host: PlainHost, { title, settings, dataUrl, height, ...props }: NodeMapProps) {
  const controls = nodeControls(props);
  const frame = mapFrame(host, {
    label: `${title}。N 和 P 选节点，选中后方向键沿路径移动，Ctrl+Z 撤销`,
    settings,
    height,
    code: Promise.all([import("./move-nodes.client"), fetchLine(dataUrl, AbortSignal.timeout(30_000))]),
    start(view, [{ moveNodes }, { path }]): () => void {
      return moveNodes(view, { ...props, path, controls, say: frame.note });
    },
  });
  host.place.append(controls.element);
  return () => {
    frame.dispose();
    controls.dispose();
  };
}
