import { flatten } from "~/transit/geo/project";
import { listedPoints, shapeKinds } from "~/transit/geo/shape";
import type { Shape, ShapeKind } from "~/transit/geo/shape";
import { shapeFaults } from "~/transit/geo/shape-faults";
import type { MapView } from "./map-view.client";

export function faultOf(shape: Shape | null): string | null {
  if (!shape) return null;
  const columns = {
    shape: shapeKinds.find((one) => one.kind === shape.kind)!.value,
    coords: flatten(listedPoints(shape)),
  };
  const own =
    shape.kind === "circle"
      ? { lng: shape.centre[0], lat: shape.centre[1], radius: shape.radius }
      : shape.kind === "corridor"
        ? { width: shape.width }
        : {};
  return shapeFaults({ ...columns, ...own })[0]?.message ?? null;
}

/** What a new shape begins with: nothing but its measures, a circle of a size that can be seen. */
export function emptyOf(kind: ShapeKind, view: MapView): { shape: Shape; width: number } {
  const width = 30;
  if (kind === "circle") {
    const { minLat, maxLat } = view.shownBox();
    return {
      shape: {
        kind,
        centre: [0, 0],
        radius: Math.min(10_000, Math.max(10, Math.round(((maxLat - minLat) * 111_195) / 5))),
      },
      width,
    };
  }
  return { shape: kind === "corridor" ? { kind, path: [], width } : { kind, ring: [] }, width };
}
