import type { Shape } from "~/transit/geo/shape";
import { dragHandle, type Handle, handlesOf } from "~/transit/geo/shape-edit";
import { drawArea, ringOf } from "./areas-layer.client";
import { drawText } from "./draw-text.client";
import { drawnLayer, pixelsOf } from "./drawn-layer.client";
import { grab } from "./grab.client";
import type { MapView } from "./map-view.client";
import { BREAK, HALO, HIGHLIGHT, INK } from "./road-style";

export interface DraggedShape {
  /** Draws a shape, red while it has a fault, or takes it away; the chosen corner stays chosen while it is there. */
  show: (shape: Shape | null, faulty: boolean) => void;
  choose: (corner: number | null) => void;
  /** No handles while a new shape is being drawn. */
  handles: (visible: boolean) => void;
  dispose: () => void;
}

interface DragListeners {
  onDrag: (shape: Shape) => void;
  onDrop: (shape: Shape) => void;
  onChoose: (corner: number | null) => void;
}

/** A shape on the map with its handles: corners, middles of sides, centre, a circle's rim. */
export function dragShape(view: MapView, colour: string, { onDrag, onDrop, onChoose }: DragListeners): DraggedShape {
  let current: Shape | null = null;
  let trial: Shape | null = null;
  let faulty = false;
  let chosen: number | null = null;
  let held: Handle | null = null;
  let visible = true;
  const layer = drawnLayer({
    beyond: 64,
    zIndex: 5,
    isEmpty: () => !trial && !current,
    draw(pen, sight) {
      const shape = trial ?? current;
      if (!shape) return;
      pen.save();
      pen.globalAlpha = visible ? 1 : 0.45;
      drawArea(pen, pixelsOf(ringOf(shape), sight), faulty && !trial ? BREAK : colour);
      pen.restore();
      if (!visible) return;
      const handles = handlesOf(shape).sort((a, b) => ORDER[a.kind] - ORDER[b.kind]);
      for (const handle of handles) {
        const [x, y] = pixelsOf(view.toMap(handle.at), sight) as [number, number];
        drawHandle(pen, x, y, handle, { colour, picked: handle.kind === "corner" && handle.index === chosen });
      }
    },
  });
  view.map.addLayer(layer);
  const stopGrabbing = grab<Handle>(view, {
    at(place) {
      const [x, y] = view.toMap(place) as [number, number];
      const reach = REACH * view.map.getView().getResolution()!;
      const near = (current ? handlesOf(current) : []).filter(({ at }) => {
        const [handleX, handleY] = view.toMap(at) as [number, number];
        return Math.hypot(x - handleX, y - handleY) <= reach;
      });
      return near.sort((a, b) => ORDER[b.kind] - ORDER[a.kind])[0] ?? null;
    },
    holds: () => true,
    onDrag(handle, place) {
      if (!current) return;
      if (!held) onChoose(handle.kind === "corner" ? handle.index : handle.kind === "middle" ? handle.index + 1 : null);
      held = handle;
      trial = dragHandle(current, handle, place);
      layer.changed();
      onDrag(trial);
    },
    onDrop(handle, place) {
      const dropped = current && dragHandle(current, handle, place);
      held = trial = null;
      if (dropped) onDrop(dropped);
    },
    onClick: (handle) => onChoose(handle?.kind === "corner" ? handle.index : null),
    active: () => visible,
  });
  return {
    show(shape, hasFault) {
      [current, faulty, trial] = [shape, hasFault, null];
      layer.changed();
    },
    choose(corner) {
      chosen = corner;
      layer.changed();
    },
    handles(on) {
      visible = on;
      layer.changed();
    },
    dispose() {
      stopGrabbing();
      view.map.removeLayer(layer);
    },
  };
}

/** Pixels around a handle by which it can be taken hold of. */
const REACH = 15;

const ORDER = { middle: 0, centre: 1, corner: 2, rim: 2 };

function drawHandle(
  pen: CanvasRenderingContext2D,
  x: number,
  y: number,
  { kind, index }: Handle,
  { colour, picked }: { colour: string; picked: boolean },
) {
  pen.beginPath();
  if (kind === "centre") pen.rect(x - 5, y - 5, 10, 10);
  else pen.arc(x, y, { middle: 4, corner: 8, rim: 6.5 }[kind], 0, 7);
  pen.fillStyle = picked ? HIGHLIGHT : kind === "middle" ? "rgba(255, 255, 255, 0.65)" : HALO;
  pen.fill();
  pen.lineWidth = 2;
  pen.strokeStyle = picked ? HALO : kind === "centre" ? INK : colour;
  pen.stroke();
  if (kind !== "corner") return;
  const place = { x, y: y + 0.5, anchor: "middle" as const };
  drawText(pen, String(index + 1), place, { size: 10, colour: picked ? HALO : INK, centred: true });
}
