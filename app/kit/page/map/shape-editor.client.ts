import { areasLayer } from "./areas-layer.client";
import { bindShape } from "./bound-shape.client";
import type { ShapeNames } from "./bound-shape.client";
import { dragShape } from "./drag-shape.client";
import type { ShapeDrawing } from "./draw-shape.client";
import { boxAround } from "~/transit/geo/lng-lat";
import type { MapView } from "./map-view.client";
import { LINE } from "./road-style";
import { listedPoints } from "~/transit/geo/shape";
import type { MapShape, Shape, ShapeKind } from "~/transit/geo/shape";
import { handlesOf, withCorner, withoutCorner } from "~/transit/geo/shape-edit";
import { emptyOf, faultOf, movedCorner } from "./shape-changes.client";
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
  const past: (Shape | null)[] = [];
  let shape: Shape | null = null;
  let misread: string | null = null;
  let chosen: number | null = null;
  let drawing: ShapeDrawing | null = null;

  const inputs = bindShape(view.target, names, fixed, () => {
    const read = inputs.read();
    misread = typeof read === "string" ? read : null;
    if (typeof read !== "string") shape = read;
    else if (shape?.kind !== inputs.kind()) shape = null;
    show();
    if (shape && misread === null) frame();
  });
  const grips = dragShape(view, colour, {
    onDrag: (dragging) => report(dragging),
    onDrop: change,
    onChoose(corner) {
      chosen = corner;
      grips.choose(corner);
      report();
    },
  });

  function change(next: Shape | null) {
    past.push(shape);
    take(next);
  }
  function take(next: Shape | null) {
    shape = next;
    misread = null;
    if (chosen !== null && !cornerAt(chosen)) chosen = null;
    grips.choose(chosen);
    inputs.write(next);
    show();
  }
  function show() {
    grips.show(shape, faultOf(shape) !== null);
    report();
  }
  function cornerAt(index: number) {
    return shape && handlesOf(shape).find((handle) => handle.kind === "corner" && handle.index === index);
  }
  function report(now: Shape | null = shape) {
    const fault = misread ?? faultOf(now);
    const words = now ? shapeWords(now) : "";
    const note = drawing
      ? howToDraw[inputs.kind()]
      : (fault ?? (now ? `${words}，可拖动圆点修改` : "还没有画：点“绘制”开始"));
    tell({
      note,
      faulty: !drawing && fault !== null,
      drawing: drawing !== null,
      mayUndo: past.length > 0 || drawing !== null,
      mayRemove: chosen !== null && shape?.kind !== "rectangle",
    });
  }
  function frame() {
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
    const width = shape?.kind === "corridor" ? shape.width : emptyOf(inputs.kind(), view).width;
    drawing = startDrawing(view, inputs.kind(), colour, width, (drawn) => {
      // Stopped after the click that ended it has run its course.
      setTimeout(endDrawing);
      change(drawn);
    });
    grips.handles(false);
    report();
  }
  function undo() {
    if (drawing) return drawing.undo() ? undefined : endDrawing();
    if (past.length > 0) take(past.pop()!);
  }
  function remove() {
    if (!shape || chosen === null) return;
    change(withoutCorner(shape, chosen));
  }
  function nudge(east: number, north: number) {
    const corner = chosen === null ? null : cornerAt(chosen);
    if (!corner || !shape) return false;
    const [x, y] = view.toMap(corner.at) as [number, number];
    const step = view.map.getView().getResolution()!;
    const moved = view.toLngLat([x + east * step, y + north * step]);
    change(listedPoints(shape).length > 0 ? movedCorner(shape, chosen!, moved) : shape);
    return true;
  }
  function leave() {
    if (drawing) endDrawing();
    chosen = null;
    grips.choose(null);
    report();
  }
  function choose(step: number) {
    const count = shape ? listedPoints(shape).length : 0;
    if (count === 0) return;
    chosen = chosen === null ? (step > 0 ? 0 : count - 1) : (chosen + step + count) % count;
    grips.choose(chosen);
    report();
  }
  function addCentre() {
    if (drawing) endDrawing();
    const at = view.toLngLat(view.map.getView().getCenter()!);
    change(withCorner(shape ?? emptyOf(inputs.kind(), view).shape, at));
  }

  // Fetched when the first hand comes near the map, and not while the page is still being made.
  const nearby = view.target.parentElement!;
  for (const sign of ["pointerover", "focusin"])
    nearby.addEventListener(sign, () => void drawingTool().catch(() => {}), { once: true });
  const stopKeys = shapeKeys(view.target, { nudge, remove, leave, choose, addCentre, undo });
  const toCentre = view.home;
  view.home = frame;
  const read = inputs.read();
  if (typeof read === "string") misread = read;
  else shape = read;
  show();
  frame();
  return {
    draw: startOrEnd,
    undo,
    remove,
    clear: () => {
      if (drawing) endDrawing();
      if (shape) change(null);
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
