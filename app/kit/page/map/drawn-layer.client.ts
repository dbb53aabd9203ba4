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

type Draw<Drawn> = (pen: CanvasRenderingContext2D, sight: Sight) => Drawn;

interface DrawnLayerOptions {
  draw?: Draw<void>;
  /** In its place: on a map at rest so much is drawn in each frame, up to a yield, as is soon done, while the picture before stays. */
  drawParts?: Draw<Iterator<void>>;
  /** How many pixels the picture reaches beyond the map on each side; 0: what the map moves to is drawn when it rests. */
  beyond: number;
  isEmpty?: () => boolean;
  source?: Source;
  zIndex?: number;
}

interface Drawing extends Sight {
  canvas: HTMLCanvasElement;
  revision: number;
}

/** A picture over the whole map, drawn anew when the map rests somewhere else or after `changed()`, one picture or part of one a frame; while the map moves it only moves along. */
export function drawnLayer({ draw, drawParts, beyond, isEmpty, source, zIndex }: DrawnLayerOptions): Layer {
  let drawn: Drawing | undefined;
  let coming: (Drawing & { parts: Iterator<void> | undefined }) | undefined;
  let spare: HTMLCanvasElement | undefined;

  function render(frame: FrameState): HTMLElement {
    if (isEmpty?.() && !drawn) return null as never;
    const look = lookOf(frame, beyond);
    const { wanted, moving } = look;
    const revision = layer.getRevision();
    if (drawn?.revision !== revision || isOutside(drawn, look)) {
      if (moving || lastDrawn !== frame) {
        lastDrawn = frame;
        drawOn(wanted, revision, moving, frame.pixelRatio);
      }
      if (drawn?.revision !== revision || !isSameSight(drawn, wanted)) frame.animate = true;
      if (!drawn) return null as never;
    }
    return moveTo(drawn.canvas, drawn, look);
  }

  /** Draws all of a picture or its next part; one that has begun is ended before what has changed since is drawn. */
  function drawOn(wanted: Sight, revision: number, atOnce: boolean, pixelRatio: number) {
    if (!coming || !isSameSight(coming, wanted)) {
      const canvas = (drawParts ? (coming?.canvas ?? spare) : drawn?.canvas) ?? newCanvas();
      const pen = emptyPen(canvas, wanted, pixelRatio);
      coming = { ...wanted, canvas, revision, parts: drawParts?.(pen, wanted) };
      draw?.(pen, wanted);
    }
    const { parts, ...picture } = coming;
    const began = performance.now();
    let isWhole: boolean | undefined;
    do isWhole = !parts || parts.next().done;
    while (!isWhole && (atOnce || performance.now() - began < AT_ONCE));
    if (isWhole) [drawn, spare, coming] = [picture, drawn?.canvas, undefined];
  }
  const layer: Layer = new Layer({ render, source, zIndex });
  return layer;
}

/** An empty canvas over the whole map, which hears of no pointer. */
export function newCanvas(): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.style.cssText = "position:absolute;left:0;top:0;transform-origin:0 0;pointer-events:none";
  return canvas;
}

/** What a frame shows, what a picture of it with so many pixels beyond would, and whether the map moves. */
interface Look {
  now: Sight;
  wanted: Sight;
  moving: boolean;
  beyond: number;
}

export function lookOf({ size, viewState, viewHints }: FrameState, beyond: number): Look {
  const [now, wanted] = [0, beyond].map((more) => sightOf(size as [number, number], viewState, more)) as [Sight, Sight];
  return { now, wanted, moving: viewHints.some((hint) => hint > 0), beyond };
}

/** Whether a picture is of another place than the frame's; of a moving map, whether the frame has left it. */
export const isOutside = (drawn: Sight | undefined, { now, wanted, moving, beyond }: Look): boolean =>
  !drawn || (moving ? beyond > 0 && !covers(drawn, now) : !isSameSight(drawn, wanted));

/** Moves a picture to where it lies in the frame. */
export function moveTo(canvas: HTMLCanvasElement, drawn: Sight, { now }: Look): HTMLCanvasElement {
  const scale = drawn.resolution / now.resolution;
  const [x, y] = [(drawn.left - now.left) / now.resolution, (now.top - drawn.top) / now.resolution];
  canvas.style.transform = `matrix(${scale},0,0,${scale},${x},${y})`;
  return canvas;
}

/** Milliseconds; what the browser makes of it takes several times as long. */
const AT_ONCE = 4;

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
    width,
    height,
    resolution,
    zoom,
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

/** Draws one after the other, with a yield before each so many. */
export function* inParts<T>(all: readonly T[], many: number, draw: (one: T) => void): Iterable<void> {
  for (const [at, one] of all.entries()) {
    if (at % many === 0) yield;
    draw(one);
  }
}
