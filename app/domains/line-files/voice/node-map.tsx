import { Island } from "~/kit/page/islands/island";
import type { LineDrawing, MapRoad } from "~/kit/page/map/line-drawing";
import { LineMap, LinePicture } from "~/kit/page/map/line-map";
import type { MapSettings } from "~/kit/page/map/map-settings";
import type { Node } from "~/transit/announcements/model";
import type { NodeMapProps } from "./node-map.island";
import type { NodeStep } from "./node-steps";

interface Props {
  title: string;
  settings: MapSettings;
  drawing: LineDrawing;
  roads: readonly MapRoad[];
  dataUrl: string;
  file: { fileUuid: string; version: number };
  direction: number;
  /** Of a draft that the person may change; else the map only shows. */
  nodes?: readonly Node[];
  /** Refused, to be saved again. */
  steps: readonly NodeStep[];
}

/** The nodes of a direction on its path; with JavaScript those of a draft are moved by hand. */
export function NodeMap({ nodes, file, direction, steps, ...map }: Props) {
  const { title, settings, drawing, roads, dataUrl } = map;
  if (!nodes || drawing.path.length < 2) return <LineMap {...map} width={480} height={height} />;
  const props: NodeMapProps = {
    title,
    settings,
    dataUrl,
    height,
    steps,
    direction,
    version: file.version,
    fileUuid: file.fileUuid,
    nodes: nodes.map((node) => ({ ...node, playlists: [], texts: [] })),
  };
  return (
    <Island name="nodeMap" props={props} when="visible">
      <LinePicture title={title} drawing={drawing} roads={roads} width={480} height={height} />
    </Island>
  );
}

const height = 440;
