import Layer from "ol/layer/Layer.js";
import type { FrameState } from "ol/Map.js";
import type Source from "ol/source/Source.js";
import { isOutside, isSameSight, lookOf, moveTo, newCanvas, type Sight } from "./drawn-layer.client";

interface FarLayerOptions {
  /** Asks for a picture, which `show` is given when it has come. */
  ask: (sight: Sight, pixelRatio: number) => void;
  /** As of `drawnLayer`. */
  beyond: number;
  isEmpty?: () => boolean;
  source?: Source;
  zIndex?: number;
}

export interface FarLayer {
  layer: Layer;
  /** Puts a picture in the place of the one before; answers whether it is the one asked for last. */
  show: (picture: ImageBitmap, sight: Sight) => boolean;
}

/** As `drawnLayer`, of pictures that another thread draws: the browser takes them as they are, so that the page has nothing to draw. */
export function farLayer({ ask, beyond, isEmpty, source, zIndex }: FarLayerOptions): FarLayer {
  const canvas = newCanvas();
  const pen = canvas.getContext("bitmaprenderer")!;
  let shown: Sight | undefined;
  let asked: Sight | undefined;
  let waiting = false;

  function render(frame: FrameState): HTMLElement {
    if (isEmpty?.() && !shown) return null as never;
    const look = lookOf(frame, beyond);
    // A map that is dragged passes many places: one picture is asked for at a time.
    const isAsked = asked && (isSameSight(asked, look.wanted) || (look.moving && waiting));
    if (!isAsked && isOutside(shown, look)) {
      [asked, waiting] = [look.wanted, true];
      ask(asked, frame.pixelRatio);
    }
    return shown ? moveTo(canvas, shown, look) : (null as never);
  }
  const layer: Layer = new Layer({ render, source, zIndex });
  return {
    layer,
    show(picture, sight) {
      [canvas.width, canvas.height] = [picture.width, picture.height];
      [canvas.style.width, canvas.style.height] = [`${sight.width}px`, `${sight.height}px`];
      pen.transferFromImageBitmap(picture);
      shown = sight;
      layer.changed();
      const isLast = asked !== undefined && isSameSight(asked, sight);
      if (isLast) waiting = false;
      return isLast;
    },
  };
}
