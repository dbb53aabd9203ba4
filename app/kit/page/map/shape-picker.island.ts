import type { PlainHost } from "~/kit/page/islands/mount-plain";
import type { MapShape, ShapeKind } from "~/transit/geo/shape";
import type { ShapeNames } from "./bound-shape.client";
import { mapFrame } from "./map-frame.client";
import styles from "./map.module.css";
import type { MapSettings } from "./map-settings";
import type { EditorState, ShapeEditor } from "./shape-editor.client";

export interface ShapePickerProps {
  names: ShapeNames;
  kind: ShapeKind;
  around: MapShape[];
  mapSettings: MapSettings;
  height: number;
}

export default function shapePicker(host: PlainHost, { names, kind, around, mapSettings, height }: ShapePickerProps) {
  let editor: ShapeEditor | undefined;
  const frame = mapFrame(host, {
    label: "绘制区域的地图",
    settings: mapSettings,
    height,
    code: import("./shape-editor.client"),
    start(view, { shapeEditor }) {
      editor = shapeEditor(view, names, kind, around, show);
      return editor.dispose;
    },
  });
  const draw = frame.tool("绘制", () => editor?.draw());
  frame.tool("中心加点", () => editor?.addCentre());
  const undo = frame.tool("撤销", () => editor?.undo());
  const remove = frame.tool("删除顶点", () => editor?.remove());
  frame.tool("清空", () => editor?.clear());
  const show = ({ note, faulty, drawing, mayUndo, mayRemove }: EditorState) => {
    frame.note(note, faulty);
    draw.label(drawing ? "结束绘制" : "绘制");
    draw.pressed(drawing);
    undo.disabled(!mayUndo);
    remove.disabled(!mayRemove);
  };
  show({ note: "", faulty: false, drawing: false, mayUndo: false, mayRemove: false });
  const keys = document.createElement("p");
  keys.className = styles.keys!;
  keys.textContent =
    "键盘：聚焦地图后，方向键移动地图，Enter 在地图中心加一个点，N / P 选择下一个、上一个顶点；选中后用方向键移动（按住 Shift 更快），Delete 删除，Ctrl+Z 撤销，Esc 取消。";
  host.place.append(keys);
  return frame.dispose;
}
