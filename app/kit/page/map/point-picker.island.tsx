import { useRef, useState } from "react";
import { bindInputs } from "./bound-inputs.client";
import { dragPoint } from "./drag-point.client";
import { formatLngLat, isLngLat } from "~/transit/geo/lng-lat";
import type { LngLat } from "~/transit/geo/lng-lat";
import { MapFrame, Tool } from "./map-frame";
import type { MapSettings } from "./map-settings";
import type { MapView } from "./map-view.client";
import type { MapShape } from "~/transit/geo/shape";
import { shapeLayer } from "./shape-features.client";
import { nearbyStations } from "./nearby-stations.client";

export interface PointPickerProps {
  lngName: string;
  latName: string;
  mapSettings: MapSettings;
  /** `?lng=&lat=` answers `{ stations: [{ staName, lng, lat }] }`, to be seen beside the new point. */
  nearbyUrl?: string;
  height: number;
  /** Areas behind the point. */
  shapes?: MapShape[];
}

/** A pin on the live map that moves with two number inputs of the same form, and moves them. */
export default function PointPickerIsland({
  lngName,
  latName,
  mapSettings,
  nearbyUrl,
  height,
  shapes,
}: PointPickerProps) {
  const [note, setNote] = useState(EMPTY);
  const takeCentre = useRef(() => {});

  async function start(view: MapView) {
    if (shapes?.length) view.map.addLayer(shapeLayer(view, shapes));
    const nearby = nearbyUrl ? nearbyStations(view, nearbyUrl) : null;
    const tell = (point: LngLat | null) => {
      setNote(point ? `当前位置 ${formatLngLat(point)}，可拖动图钉` : EMPTY);
      if (point) void nearby?.around(point);
    };
    const inputs = bindInputs(view.target, [lngName, latName], () => {
      pin.show(typed());
      tell(typed());
      if (typed()) view.home();
    });
    const typed = (): LngLat | null => {
      const [lng, lat] = inputs.read() ?? [NaN, NaN];
      return isLngLat(lng!, lat!) ? [lng!, lat!] : null;
    };
    const pin = dragPoint(view, (point) => {
      inputs.write(point);
      tell(point);
    });
    const olView = view.map.getView();
    const toCentre = view.home;
    view.home = () => {
      const point = typed();
      if (!point) return toCentre();
      olView.setCenter(view.toMap(point));
    };
    takeCentre.current = () => {
      const point = view.toLngLat(olView.getCenter()!);
      pin.show(point);
      inputs.write(point);
      tell(point);
    };
    if (typed()) olView.setZoom(Math.min(16, mapSettings.maxZoom));
    view.home();
    pin.show(typed());
    tell(typed());
    return () => {
      inputs.dispose();
      pin.dispose();
      nearby?.dispose();
    };
  }

  const tools = <Tool label="取中心点" onClick={() => takeCentre.current()} />;
  return (
    <MapFrame label="选择位置的地图" settings={mapSettings} height={height} start={start} note={note} tools={tools} />
  );
}

const EMPTY = "在地图上点击选择位置";
