import { useRef, useState } from "react";
import type { ShapeNames } from "./bound-shape.client";
import { MapFrame, Tool } from "./map-frame";
import styles from "./map.module.css";
import type { MapSettings } from "./map-settings";
import type { MapView } from "./map-view.client";
import type { MapShape, ShapeKind } from "~/transit/geo/shape";
import { shapeEditor } from "./shape-editor.client";
import type { EditorState, ShapeEditor } from "./shape-editor.client";

export interface ShapePickerProps {
  names: ShapeNames;
  /** The kind where the form offers no choice of one. */
  kind: ShapeKind;
  /** What stands behind: the fence that a waiting area lies in, say. */
  around: MapShape[];
  mapSettings: MapSettings;
  height: number;
}

/** An area drawn and changed on the live map; it moves with the inputs of the same form, and moves them. */
export default function ShapePickerIsland({ names, kind, around, mapSettings, height }: ShapePickerProps) {
  const [state, setState] = useState<EditorState>({
    note: "",
    faulty: false,
    drawing: false,
    mayUndo: false,
    mayRemove: false,
  });
  const editor = useRef<ShapeEditor>();

  async function start(view: MapView) {
    const live = shapeEditor(view, names, kind, around, setState);
    editor.current = live;
    return live.dispose;
  }

  const tools = (
    <>
      <Tool
        label={state.drawing ? "结束绘制" : "绘制"}
        pressed={state.drawing}
        onClick={() => editor.current?.draw()}
      />
      <Tool label="中心加点" onClick={() => editor.current?.addCentre()} />
      <Tool label="撤销" disabled={!state.mayUndo} onClick={() => editor.current?.undo()} />
      <Tool label="删除顶点" disabled={!state.mayRemove} onClick={() => editor.current?.remove()} />
      <Tool label="清空" onClick={() => editor.current?.clear()} />
    </>
  );
  return (
    <>
      <MapFrame
        label="绘制区域的地图"
        settings={mapSettings}
        height={height}
        start={start}
        note={state.note}
        noteBad={state.faulty}
        tools={tools}
      />
      <p className={styles.keys}>
        键盘：聚焦地图后，方向键移动地图，Enter 在地图中心加一个点，N / P
        选择下一个、上一个顶点；选中后用方向键移动（按住 Shift 更快），Delete 删除，Ctrl+Z 撤销，Esc 取消。
      </p>
    </>
  );
}
