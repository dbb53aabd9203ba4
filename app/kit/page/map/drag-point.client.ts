import Collection from "ol/Collection.js";
import Feature from "ol/Feature.js";
import Point from "ol/geom/Point.js";
import Translate from "ol/interaction/Translate.js";
import VectorLayer from "ol/layer/Vector.js";
import { unByKey } from "ol/Observable.js";
import VectorSource from "ol/source/Vector.js";
import Icon from "ol/style/Icon.js";
import Style from "ol/style/Style.js";
import type { LngLat } from "~/transit/geo/lng-lat";
import type { MapView } from "./map-view.client";
import { HALO, HIGHLIGHT } from "./road-style";

export interface DraggedPoint {
  /** Moves the pin, or takes it away. */
  show: (point: LngLat | null) => void;
  dispose: () => void;
}

/** A pin that is set by a click and moved by dragging; `onMove` hears where a person put it. */
export function dragPoint(view: MapView, onMove: (point: LngLat) => void): DraggedPoint {
  const pin = new Point([0, 0]);
  const feature = new Feature(pin);
  const source = new VectorSource();
  const layer = new VectorLayer({ source, zIndex: 10, style: pinStyle(), updateWhileInteracting: true });
  const drag = new Translate({ features: new Collection([feature]), hitTolerance: 6 });
  view.map.addLayer(layer);
  view.map.addInteraction(drag);
  const show = (point: LngLat | null) => {
    source.clear(true);
    if (!point) return;
    pin.setCoordinates(view.toMap(point));
    source.addFeature(feature);
  };
  const dropped = () => onMove(view.toLngLat(pin.getCoordinates()));
  drag.on("translateend", dropped);
  const click = view.map.on("singleclick", ({ coordinate }) => {
    show(view.toLngLat(coordinate));
    dropped();
  });
  return {
    show,
    dispose() {
      unByKey(click);
      view.map.removeInteraction(drag);
      view.map.removeLayer(layer);
    },
  };
}

export function pinLayer(view: MapView, point: LngLat): VectorLayer {
  return new VectorLayer({
    source: new VectorSource({ features: [new Feature(new Point(view.toMap(point)))] }),
    zIndex: 10,
    style: pinStyle(),
  });
}

const pinStyle = () => new Style({ image: new Icon({ img: pinPicture(), anchor: [0.5, 34 / 36], scale: 0.5 }) });

/** Drawn rather than loaded, so that no policy on images stands in its way. */
function pinPicture(): HTMLCanvasElement {
  const sharp = 2;
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [26 * sharp, 36 * sharp];
  const pen = canvas.getContext("2d")!;
  pen.scale(sharp, sharp);
  pen.translate(13, 34);
  const drop = new Path2D("M0 0C-4-10-12-13-12-21a12 12 0 0 1 24 0C12-13 4-10 0 0z");
  pen.fillStyle = HIGHLIGHT;
  pen.fill(drop);
  pen.strokeStyle = HALO;
  pen.lineWidth = 1.5;
  pen.stroke(drop);
  pen.fillStyle = HALO;
  pen.fill(new Path2D("M-4.5-21a4.5 4.5 0 0 1 9 0a4.5 4.5 0 0 1-9 0z"));
  return canvas;
}
