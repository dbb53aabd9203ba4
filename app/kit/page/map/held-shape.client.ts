import type { LngLat } from "~/transit/geo/lng-lat";
import { listedPoints } from "~/transit/geo/shape";
import type { Shape, ShapeKind } from "~/transit/geo/shape";
import { dragHandle, handlesOf, withCorner, withoutCorner } from "~/transit/geo/shape-edit";
import { faultOf } from "./shape-changes.client";

/** A shape in hand: its earlier states, the corner chosen and what is wrong with it; `changed` hears of each change of it. */
export function holdShape(changed: (shape: Shape | null) => void) {
  const past: (Shape | null)[] = [];
  let shape: Shape | null = null;
  let misread: string | null = null;
  let chosen: number | null = null;

  const chosenCorner = () =>
    (shape && handlesOf(shape).find(({ kind, index }) => kind === "corner" && index === chosen)) ?? null;
  const mayRemove = () => chosenCorner() !== null && shape?.kind !== "rectangle";
  function take(next: Shape | null) {
    shape = next;
    misread = null;
    if (!chosenCorner()) chosen = null;
    changed(next);
  }
  function change(next: Shape | null) {
    past.push(shape);
    take(next);
  }
  return {
    shape: () => shape,
    chosen: () => chosen,
    mayRemove,
    mayUndo: () => past.length > 0,
    /** Why what was typed cannot be read, or else what is wrong with that shape. */
    fault: (now: Shape | null) => misread ?? faultOf(now),
    /** What inputs of that kind say; a string is why they cannot be read. False: nothing to look at. */
    read(said: Shape | null | string, kind: ShapeKind): boolean {
      misread = typeof said === "string" ? said : null;
      if (typeof said !== "string") shape = said;
      else if (shape?.kind !== kind) shape = null;
      return shape !== null && misread === null;
    },
    change,
    undo() {
      if (past.length > 0) take(past.pop()!);
    },
    choose: (corner: number | null) => (chosen = corner),
    /** The corner so many after the chosen one, round and round; where none is chosen the first or last. */
    nextCorner(step: number): number | null {
      const count = shape ? listedPoints(shape).length : 0;
      if (count === 0) return null;
      return chosen === null ? (step > 0 ? 0 : count - 1) : (chosen + step + count) % count;
    },
    removeChosen() {
      if (shape && mayRemove()) change(withoutCorner(shape, chosen!));
    },
    /** Moves the chosen corner; false: none is chosen. */
    moveChosen(to: (at: LngLat) => LngLat): boolean {
      const corner = chosenCorner();
      if (!corner || !shape) return false;
      change(dragHandle(shape, corner, to(corner.at)));
      return true;
    },
    add: (at: LngLat, empty: Shape) => change(withCorner(shape ?? empty, at)),
  };
}
