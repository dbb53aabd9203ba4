import LayerGroup from "ol/layer/Group.js";
import Source from "ol/source/Source.js";
import { drawnLayer } from "./drawn-layer.client";
import { farRoadPainter } from "./far-road-painter.client";

/** Our own roads from vector tiles at `url`, with their names above what else is drawn. */
export function roadLayer(url: string): LayerGroup {
  const source = new Source({});
  const painter = farRoadPainter(url, () => {
    source.loading = painter.isLoading();
    roads.changed();
    names.changed();
  });
  const roads = drawnLayer({
    ...{ beyond: 64, source },
    draw(pen, sight) {
      painter.roads(pen, sight);
      source.loading = painter.isLoading();
    },
  });
  const names = drawnLayer({ beyond: 0, zIndex: 4, isEmpty: painter.isLoading, draw: painter.names });
  return new LayerGroup({ layers: [roads, names] });
}
