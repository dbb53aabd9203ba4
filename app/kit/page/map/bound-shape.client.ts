import { type Axis, readDegrees } from "~/transit/geo/degrees";
import { asLines, opened, readLines } from "~/transit/geo/coordinate-lines";
import { cornersOf, kindOf, listedPoints } from "~/transit/geo/shape";
import type { Shape, ShapeKind } from "~/transit/geo/shape";
import { missingMeasure } from "~/transit/geo/shape-faults";

/** Names of the inputs a shape is made of; those a form lacks are absent. */
export interface ShapeNames {
  /** Radio buttons with the number of the kind. */
  shape?: string;
  coords: string;
  lng?: string;
  lat?: string;
  radius?: string;
  width?: string;
}

export interface BoundShape {
  kind: () => ShapeKind;
  /** What the inputs say, finished or not; a string is what is wrong with what was typed. */
  read: () => Shape | null | string;
  /** Fills them in as a person would, so that whoever listens to the form hears of it. */
  write: (shape: Shape | null) => void;
  dispose: () => void;
}

/** Finds the inputs in the form around `element`; `onEdit` hears of typing and of another kind chosen. */
export function bindShape(element: Element, names: ShapeNames, fixed: ShapeKind, onEdit: () => void): BoundShape {
  const around: ParentNode = element.closest("form") ?? document;
  const inputsOf = (name: string | undefined) =>
    name ? [...around.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(`[name="${CSS.escape(name)}"]`)] : [];
  const input = (name: string | undefined) => inputsOf(name)[0];
  const metres = (name: string | undefined) => {
    const text = input(name)?.value.trim();
    return text && Number.isFinite(Number(text)) ? Math.max(1, Number(text)) : null;
  };
  const kind = (): ShapeKind => {
    const chosen = inputsOf(names.shape).find((one) => (one as HTMLInputElement).checked);
    return kindOf(Number(chosen?.value)) ?? fixed;
  };
  let writing = false;
  const stop = new AbortController();
  for (const one of Object.values(names).flatMap(inputsOf)) {
    one.addEventListener(one.type === "radio" ? "change" : "input", () => writing || onEdit(), { signal: stop.signal });
  }
  const degrees = (name: string | undefined, axis: Axis) => readDegrees(input(name)?.value ?? "", axis) ?? NaN;
  const fill = (name: string | undefined, value: string) => {
    const target = input(name);
    if (!target || target.disabled || target.readOnly || target.value === value) return;
    target.value = value;
    target.dispatchEvent(new Event("input", { bubbles: true }));
    target.dispatchEvent(new Event("change", { bubbles: true }));
  };
  return {
    kind,
    read() {
      const now = kind();
      if (now === "circle") {
        const [lng, lat] = [degrees(names.lng, "lng"), degrees(names.lat, "lat")];
        if (!(Math.abs(lng) <= 180 && Math.abs(lat) <= 90)) return null;
        const radius = metres(names.radius);
        return radius === null ? missingMeasure(now) : { kind: now, centre: [lng, lat], radius };
      }
      const lines = readLines(input(names.coords)?.value ?? "");
      if ("fault" in lines) return lines.fault;
      const points = opened(lines.points);
      if (points.length === 0) return null;
      if (now === "corridor") {
        const width = metres(names.width);
        return width === null ? missingMeasure(now) : { kind: now, path: points, width };
      }
      return {
        kind: now,
        ring: now === "rectangle" && points.length === 2 ? cornersOf(points[0]!, points[1]!) : points,
      };
    },
    write(shape) {
      writing = true;
      if (shape?.kind === "circle") {
        fill(names.lng, shape.centre[0].toFixed(6));
        fill(names.lat, shape.centre[1].toFixed(6));
        fill(names.radius, String(shape.radius));
      } else {
        fill(names.coords, shape ? asLines(listedPoints(shape)) : "");
        if (shape?.kind === "corridor") fill(names.width, String(shape.width));
      }
      if (!shape && kind() === "circle") for (const name of [names.lng, names.lat, names.radius]) fill(name, "");
      writing = false;
    },
    dispose: () => stop.abort(),
  };
}
