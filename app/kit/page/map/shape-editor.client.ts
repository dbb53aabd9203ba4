import { areasLayer } from "./areas-layer.client";
import { bindShape } from "./bound-shape.client";
import type { ShapeNames } from "./bound-shape.client";
import { dragShape } from "./drag-shape.client";
import type { ShapeDrawing } from "./draw-shape.client";
import { boxAround } from "~/transit/geo/lng-lat";
import type { MapView } from "./map-view.client";
import { LINE } from "./road-style";
import type { MapShape, Shape, ShapeKind } from "~/transit/geo/shape";
import { holdShape } from "./held-shape.client";
import { emptyOf, faultOf } from "./shape-changes.client";
import { boxOfShape } from "~/transit/geo/shape-geometry";
import { shapeKeys } from "./shape-keys.client";
import { howToDraw, shapeWords } from "./shape-words";
import { colourAt } from "./theme-colour.client";

export interface EditorState {
  note: string;
  faulty: boolean;
  drawing: boolean;
  mayUndo: boolean;
  /** A corner is chosen and may be taken out. */
  mayRemove: boolean;
}

export interface ShapeEditor {
  draw: () => void;
  undo: () => void;
  remove: () => void;
  clear: () => void;
  addCentre: () => void;
  dispose: () => void;
}

/** Draws, drags and undoes the shape that a form's inputs hold; `around` stands behind it. */
export function shapeEditor(
  view: MapView,
  names: ShapeNames,
  fixed: ShapeKind,
  around: readonly MapShape[],
  tell: (state: EditorState) => void,
): ShapeEditor {
  const colour = colourAt(view.target, LINE);
  const behind = areasLayer(around, colour).layer;
  view.map.addLayer(behind);
  let drawing: ShapeDrawing | null = null;

  const held = holdShape((next) => {
    inputs.write(next);
    show();
  });
  const inputs = bindShape(view.target, names, fixed, () => {
    const readable = held.read(inputs.read(), inputs.kind());
    show();
    if (readable) frame();
  });
  const grips = dragShape(view, colour, {
    onDrag: (dragging) => report(dragging),
    onDrop: held.change,
    onChoose: choose,
  });

  function show() {
    const shape = held.shape();
    grips.choose(held.chosen());
    grips.show(shape, faultOf(shape) !== null);
    report();
  }
  function choose(corner: number | null) {
    held.choose(corner);
    grips.choose(corner);
    report();
  }
  function report(now: Shape | null = held.shape()) {
    const fault = held.fault(now);
    const note = drawing
      ? howToDraw[inputs.kind()]
      : (fault ?? (now ? `${shapeWords(now)}，可拖动圆点修改` : "还没有画：点“绘制”开始"));
    tell({
      note,
      faulty: !drawing && fault !== null,
      drawing: drawing !== null,
      mayUndo: held.mayUndo() || drawing !== null,
      mayRemove: held.mayRemove(),
    });
  }
  function frame() {
    const shape = held.shape();
    const box = boxAround((shape ? [shape] : around.map((one) => one.shape)).map(boxOfShape));
    if (box) view.fit(box);
    else toCentre();
  }
  function endDrawing() {
    drawing?.stop();
    drawing = null;
    grips.handles(true);
    report();
  }
  async function startOrEnd() {
    if (drawing) return endDrawing();
    const { startDrawing } = await drawingTool();
    if (drawing) return;
    const shape = held.shape();
    const width = shape?.kind === "corridor" ? shape.width : emptyOf(inputs.kind(), view).width;
    drawing = startDrawing(view, inputs.kind(), colour, width, (drawn) => {
      // Stopped after the click that ended it has run its course.
      setTimeout(endDrawing);
      held.change(drawn);
    });
    grips.handles(false);
    report();
  }
  function undo() {
    if (!drawing) held.undo();
    else if (!drawing.undo()) endDrawing();
  }
  function addCentre() {
    if (drawing) endDrawing();
    held.add(view.centre(), emptyOf(inputs.kind(), view).shape);
  }

  // Fetched when the first hand comes near the map, and not while the page is still being made.
  const nearby = view.target.parentElement!;
  for (const sign of ["pointerover", "focusin"])
    nearby.addEventListener(sign, () => void drawingTool().catch(() => {}), { once: true });
  const stopKeys = shapeKeys(view.target, {
    nudge: (east, north) => held.moveChosen((at) => view.shift(at, east, north)),
    remove: held.removeChosen,
    leave() {
      if (drawing) endDrawing();
      choose(null);
    },
    choose: (step) => choose(held.nextCorner(step)),
    addCentre,
    undo,
  });
  const toCentre = view.home;
  view.home = frame;
  held.read(inputs.read(), inputs.kind());
  show();
  frame();
  return {
    draw: startOrEnd,
    undo,
    remove: held.removeChosen,
    clear() {
      if (drawing) endDrawing();
      if (held.shape()) held.change(null);
    },
    addCentre,
    dispose() {
      drawing?.stop();
      stopKeys();
      inputs.dispose();
      grips.dispose();
      view.map.removeLayer(behind);
    },
  };
}

/** The library's own way of drawing, which most visits of a form do without. */
const drawingTool = () => import("./draw-shape.client");
