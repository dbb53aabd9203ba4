import Layer from "ol/layer/Layer.js";
import type { FrameState } from "ol/Map.js";
import type Source from "ol/source/Source.js";

/** A piece of the map as a picture: the map coordinates of its left top corner, and its size in pixels. */
export interface Sight {
  left: number;
  top: number;
  resolution: number;
  zoom: number;
  width: number;
  height: number;
}

interface DrawnLayerOptions {
  draw: (pen: CanvasRenderingContext2D, sight: Sight) => void;
  /** How many pixels the picture reaches beyond the map on each side; 0: what the map moves to is drawn when it rests. */
  beyond: number;
  isEmpty?: () => boolean;
  source?: Source;
  zIndex?: number;
}

/** A picture over the whole map, drawn anew when the map rests somewhere else or after `changed()`, one picture a frame; while the map moves it only moves along. */
export function drawnLayer({ draw, beyond, isEmpty, source, zIndex }: DrawnLayerOptions): Layer {
  const canvas = document.createElement("canvas");
  canvas.style.cssText = "position:absolute;left:0;top:0;transform-origin:0 0;pointer-events:none";
  let drawn: (Sight & { revision: number }) | undefined;

  function render(frame: FrameState): HTMLElement {
    const { size, viewState, viewHints, pixelRatio } = frame;
    if (isEmpty?.() && !drawn) return null as never;
    const now = sightOf(size as [number, number], viewState, 0);
    const wanted = sightOf(size as [number, number], viewState, beyond);
    const moving = viewHints.some((hint) => hint > 0);
    const revision = layer.getRevision();
    if (
      !drawn ||
      drawn.revision !== revision ||
      (moving ? beyond > 0 && !covers(drawn, now) : !isSameSight(drawn, wanted))
    ) {
      if (moving || lastDrawn !== frame) {
        lastDrawn = frame;
        draw(emptyPen(canvas, wanted, pixelRatio), wanted);
        drawn = { ...wanted, revision };
      } else {
        frame.animate = true;
        if (!drawn) return null as never;
      }
    }
    const scale = drawn.resolution / now.resolution;
    const [x, y] = [(drawn.left - now.left) / now.resolution, (now.top - drawn.top) / now.resolution];
    canvas.style.transform = `matrix(${scale},0,0,${scale},${x},${y})`;
    return canvas;
  }
  const layer: Layer = new Layer({ render, source, zIndex });
  return layer;
}

let lastDrawn: FrameState | undefined;

/** A pen for pixels of the page on an empty canvas; one of another size costs much more than an emptied one. */
function emptyPen(canvas: HTMLCanvasElement, { width, height }: Sight, pixelRatio: number): CanvasRenderingContext2D {
  const pen = canvas.getContext("2d")!;
  const [wide, high] = [Math.round(width * pixelRatio), Math.round(height * pixelRatio)];
  if (canvas.width !== wide || canvas.height !== high) {
    [canvas.width, canvas.height] = [wide, high];
    [canvas.style.width, canvas.style.height] = [`${width}px`, `${height}px`];
  } else {
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, wide, high);
  }
  pen.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
  return pen;
}

function sightOf(
  [mapWidth, mapHeight]: [number, number],
  { center, resolution, zoom }: FrameState["viewState"],
  beyond: number,
): Sight {
  const [width, height] = [mapWidth + 2 * beyond, mapHeight + 2 * beyond];
  const [x, y] = center as [number, number];
  return {
    ...{ width, height, resolution, zoom },
    left: x - (resolution * width) / 2,
    top: y + (resolution * height) / 2,
  };
}

function covers(drawn: Sight, now: Sight): boolean {
  const right = (sight: Sight) => sight.left + sight.width * sight.resolution;
  const bottom = (sight: Sight) => sight.top - sight.height * sight.resolution;
  return drawn.left <= now.left && drawn.top >= now.top && right(drawn) >= right(now) && bottom(drawn) <= bottom(now);
}

export function isSameSight(a: Sight, b: Sight): boolean {
  return (
    a.left === b.left &&
    a.top === b.top &&
    a.resolution === b.resolution &&
    a.width === b.width &&
    a.height === b.height
  );
}

/** Pixels of a picture, x right and y down, of flat map coordinates. */
export function pixelsOf(flat: readonly number[], { left, top, resolution }: Sight): number[] {
  return flat.map((value, i) => (i % 2 ? top - value : value - left) / resolution);
}
