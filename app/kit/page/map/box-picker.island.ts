import type { PlainHost } from "~/kit/page/islands/mount-plain";
import type { pickBox } from "./box-picker.client";
import { mapFrame } from "./map-frame.client";
import type { MapSettings } from "./map-settings";

export interface BoxPickerProps {
  minLngName: string;
  minLatName: string;
  maxLngName: string;
  maxLatName: string;
  mapSettings: MapSettings;
  height: number;
}

export default function boxPicker(host: PlainHost, props: BoxPickerProps) {
  let picker: ReturnType<typeof pickBox> | undefined;
  const frame = mapFrame(host, {
    label: "选择范围的地图",
    settings: props.mapSettings,
    height: props.height,
    code: import("./box-picker.client"),
    start(view, { pickBox }) {
      picker = pickBox(view, props, { note: frame.note, drawing: drawing.pressed });
      return picker.dispose;
    },
  });
  const drawing = frame.tool("画选区", () => picker?.toggle());
  drawing.pressed(false);
  frame.tool("取当前视野", () => picker?.takeSight());
  return frame.dispose;
}
