import type { PlainHost } from "~/kit/page/islands/mount-plain";
import type { LngLat } from "~/transit/geo/lng-lat";
import type { MapShape } from "~/transit/geo/shape";
import { mapFrame } from "./map-frame.client";
import styles from "./map.module.css";
import type { MapSettings } from "./map-settings";

export interface PointPickerProps {
  lngName: string;
  latName: string;
  mapSettings: MapSettings;
  /** `?lng=&lat=` answers `{ stations: [{ staName, lng, lat }] }`, to be seen beside the new point. */
  nearbyUrl?: string;
  height: number;
  shapes?: MapShape[];
  from?: LngLat;
}

export default function pointPicker(host: PlainHost, props: PointPickerProps) {
  let takeCentre = () => {};
  const frame = mapFrame(host, {
    label: "选择位置的地图",
    settings: props.mapSettings,
    height: props.height,
    code: import("./point-picker.client"),
    start(view, { pickPoint }) {
      const picker = pickPoint(view, props, frame.note);
      takeCentre = picker.takeCentre;
      return picker.dispose;
    },
  });
  frame.note("在地图上点击选择位置");
  frame.tool("取中心点", () => takeCentre());
  const keys = document.createElement("p");
  keys.className = styles.keys!;
  keys.textContent = "键盘：聚焦地图后，方向键移动地图，+ / - 缩放，Enter 取地图中心。";
  host.place.append(keys);
  return frame.dispose;
}
