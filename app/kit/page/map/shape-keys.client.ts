interface ShapeVerbs {
  /** Moves the chosen corner by so many pixels; false: none is chosen. */
  nudge: (east: number, north: number) => boolean;
  remove: () => void;
  leave: () => void;
  choose: (step: number) => void;
  addCentre: () => void;
  undo: () => void;
}

/** The keys of a map on which a shape is edited; what comes back ends them. */
export function shapeKeys(target: HTMLElement, verbs: ShapeVerbs): () => void {
  function onKey(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    const [east, north] = ARROWS[key] ?? [0, 0];
    const step = shiftKey ? 10 : 2;
    if ((east || north) && verbs.nudge(east * step, north * step)) taken(event);
    else if (key === "Delete" || key === "Backspace") taken(event, verbs.remove);
    else if (key === "Escape") taken(event, verbs.leave);
    else if (/^[np]$/i.test(key) && !ctrlKey && !metaKey && !altKey)
      taken(event, () => verbs.choose(key.toLowerCase() === "n" ? 1 : -1));
    else if (key === "Enter") taken(event, verbs.addCentre);
    else if (key.toLowerCase() === "z" && (ctrlKey || metaKey)) taken(event, verbs.undo);
  }
  target.addEventListener("keydown", onKey, true);
  return () => target.removeEventListener("keydown", onKey, true);
}

function taken(event: KeyboardEvent, verb?: () => void) {
  verb?.();
  event.preventDefault();
  event.stopPropagation();
}

/** Pixels east and north. */
export const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};
