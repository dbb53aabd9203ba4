import Feature from "ol/Feature.js";
import Point from "ol/geom/Point.js";
import Translate from "ol/interaction/Translate.js";
import VectorLayer from "ol/layer/Vector.js";
import { unByKey } from "ol/Observable.js";
import VectorSource from "ol/source/Vector.js";
import CircleStyle from "ol/style/Circle.js";
import Fill from "ol/style/Fill.js";
import RegularShape from "ol/style/RegularShape.js";
import Stroke from "ol/style/Stroke.js";
import Style from "ol/style/Style.js";
import Text from "ol/style/Text.js";
import type { MapView } from "./map-view.client";
import { BREAK, HALO, HIGHLIGHT, INK } from "./road-style";
import type { Shape } from "~/transit/geo/shape";
import { areaOf, areaStyles } from "./shape-features.client";
import { dragHandle, handlesOf } from "~/transit/geo/shape-edit";
import type { Handle } from "~/transit/geo/shape-edit";
import { FONT } from "./text-font";

export interface DraggedShape {
  /** Draws a shape, red while it has a fault, or takes it away; the chosen corner stays chosen while it is there. */
  show: (shape: Shape | null, faulty: boolean) => void;
  choose: (corner: number | null) => void;
  /** No handles while a new shape is being drawn. */
  handles: (visible: boolean) => void;
  dispose: () => void;
}

interface Heard {
  onDrag: (shape: Shape) => void;
  onDrop: (shape: Shape) => void;
  onChoose: (corner: number | null) => void;
}

/** A shape on the map with its handles: corners, middles of sides, centre, a circle's rim. */
export function dragShape(view: MapView, colour: string, { onDrag, onDrop, onChoose }: Heard): DraggedShape {
  const area = new VectorSource();
  const grips = new VectorSource();
  const areaLayer = new VectorLayer({ source: area, zIndex: 5, updateWhileInteracting: true });
  const gripLayer = new VectorLayer({
    source: grips,
    zIndex: 6,
    updateWhileInteracting: true,
    style: (feature) => gripStyle(feature.get("handle") as Handle, colour, chosen),
  });
  const drag = new Translate({ layers: [gripLayer], hitTolerance: 7 });
  let current: Shape | null = null;
  let chosen: number | null = null;
  let from: { shape: Shape; handle: Handle } | null = null;
  view.map.addLayer(areaLayer);
  view.map.addLayer(gripLayer);
  view.map.addInteraction(drag);

  const drawArea = (shape: Shape | null, faulty: boolean) => {
    area.clear(true);
    if (!shape) return;
    const feature = new Feature(areaOf(view, shape));
    feature.setStyle(areaStyles(faulty ? BREAK : colour));
    area.addFeature(feature);
  };
  drag.on("translatestart", ({ features }) => {
    const handle = features.item(0)?.get("handle") as Handle | undefined;
    from = current && handle ? { shape: current, handle } : null;
    if (handle) onChoose(handle.kind === "corner" ? handle.index : handle.kind === "middle" ? handle.index + 1 : null);
  });
  const draggedTo = (features: { item: (index: number) => Feature }) => {
    if (!from) return null;
    const point = features.item(0).getGeometry() as Point;
    return dragHandle(from.shape, from.handle, view.toLngLat(point.getCoordinates()));
  };
  drag.on("translating", ({ features }) => {
    const shape = draggedTo(features);
    if (!shape) return;
    drawArea(shape, false);
    onDrag(shape);
  });
  drag.on("translateend", ({ features }) => {
    const shape = draggedTo(features);
    from = null;
    if (shape) onDrop(shape);
  });
  const click = view.map.on("click", ({ pixel }) => {
    const hit = view.map.forEachFeatureAtPixel(pixel, (feature) => feature.get("handle") as Handle | undefined, {
      layerFilter: (layer) => layer === gripLayer,
      hitTolerance: 7,
    });
    onChoose(hit?.kind === "corner" ? hit.index : null);
  });
  return {
    show(shape, faulty) {
      current = shape;
      drawArea(shape, faulty);
      grips.clear(true);
      for (const handle of shape ? handlesOf(shape) : [])
        grips.addFeature(new Feature({ geometry: new Point(view.toMap(handle.at)), handle }));
    },
    choose(corner) {
      chosen = corner;
      gripLayer.changed();
    },
    handles(visible) {
      gripLayer.setVisible(visible);
      areaLayer.setOpacity(visible ? 1 : 0.45);
      drag.setActive(visible);
    },
    dispose() {
      unByKey(click);
      view.map.removeInteraction(drag);
      view.map.removeLayer(areaLayer);
      view.map.removeLayer(gripLayer);
    },
  };
}

function gripStyle({ kind, index }: Handle, colour: string, chosen: number | null): Style {
  const picked = kind === "corner" && index === chosen;
  const edge = new Stroke({ color: picked ? HALO : kind === "centre" ? INK : colour, width: 2 });
  const fill = new Fill({ color: picked ? HIGHLIGHT : kind === "middle" ? "rgba(255, 255, 255, 0.65)" : HALO });
  const zIndex = { middle: 0, centre: 1, corner: 2, rim: 2 }[kind];
  if (kind === "centre")
    return new Style({ zIndex, image: new RegularShape({ points: 4, radius: 7, fill, stroke: edge }) });
  const number =
    kind === "corner"
      ? new Text({
          text: String(index + 1),
          font: `10px ${FONT}`,
          offsetY: 0.5,
          fill: new Fill({ color: picked ? HALO : INK }),
        })
      : undefined;
  return new Style({
    zIndex,
    text: number,
    image: new CircleStyle({ radius: kind === "middle" ? 4 : number ? 8 : 6.5, fill, stroke: edge }),
  });
}
