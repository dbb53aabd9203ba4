import OlMap from "ol/Map.js";
import { afterEach, beforeEach, vi } from "vitest";
import { find } from "./open-page";

const [width, height] = [800, 600];

/** Gives every map of a happy-dom page a size and something to draw on. */
export function giveMapsRoom(): void {
  const pen: unknown = new Proxy(() => pen, {
    get: (_, name) => (name === Symbol.toPrimitive ? () => 0 : pen),
    set: () => true,
  });
  globalThis.Path2D ??= class {} as typeof Path2D;
  // Maps go on asking for their tiles after a test.
  globalThis.fetch = () => Promise.resolve(new Response(null, { status: 404 }));
  let maps: OlMap[] = [];
  beforeEach(() => {
    const { setTarget } = OlMap.prototype;
    vi.spyOn(OlMap.prototype, "setTarget").mockImplementation(function (this: OlMap, target) {
      maps.push(this);
      setTarget.call(this, target);
    });
    const computed = getComputedStyle;
    vi.stubGlobal("getComputedStyle", (element: Element) => {
      const style = computed(element);
      return new Proxy(style, {
        get(_, name) {
          const value = style[name as "width"];
          if (/^(border|padding).*(Width|Left|Right|Top|Bottom)$/.test(String(name))) return "0px";
          return typeof value === "function" ? (value as () => unknown).bind(style) : value;
        },
      });
    });
    vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockReturnValue(width);
    vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(height);
    vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, width, height));
    HTMLCanvasElement.prototype.getContext = (() => pen) as never;
  });
  afterEach(() => {
    // What goes on being drawn outlives the window.
    const left = maps;
    maps = [];
    for (const map of left) map.setTarget(undefined);
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
}

export interface Place {
  clientX: number;
  clientY: number;
}

/** What a mouse does at a place of the page's map. */
export const pointer = (kind: string, place: Place, more: PointerEventInit = {}): boolean =>
  find(".ol-viewport").dispatchEvent(
    new PointerEvent(kind, {
      bubbles: true,
      cancelable: true,
      pointerId: 1,
      pointerType: "mouse",
      isPrimary: true,
      button: 0,
      ...place,
      ...more,
    }),
  );
