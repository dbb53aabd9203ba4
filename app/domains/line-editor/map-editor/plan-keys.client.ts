import { ARROWS } from "~/kit/page/map/shape-keys.client";

export interface PlanKeys {
  undo: () => void;
  redo: () => void;
  remove: () => void;
  cancel: () => void;
  /** To the next or the one before of what can be chosen. */
  step: (by: 1 | -1) => void;
  /** Moves what is chosen by pixels, east and north; false where nothing that moves is. */
  nudge: (east: number, north: number) => boolean;
  enter: () => void;
  /** While a line is drawn: another point of it at the map's centre. */
  centre: () => boolean;
}

/** Keys of the editor: undo and redo everywhere in it but in inputs (and where a button has just gone grey under the focus), the others on the map, before the map itself hears of them. */
export function planKeys(root: HTMLElement, target: HTMLElement, keys: PlanKeys): () => void {
  const stop = new AbortController();
  document.addEventListener(
    "keydown",
    (event) => {
      const within =
        event.target instanceof HTMLElement && (event.target === document.body || root.contains(event.target));
      if (
        !within ||
        (event.target as HTMLElement).matches("input:not([type=checkbox]), textarea, select") ||
        !pressed(event, event.target === target)
      )
        return;
      event.preventDefault();
      event.stopPropagation();
    },
    { signal: stop.signal, capture: true },
  );
  return () => stop.abort();

  function pressed({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent, onMap: boolean): boolean {
    const letter = key.toLowerCase();
    if (ctrlKey || metaKey) {
      if (letter === "z") (shiftKey ? keys.redo : keys.undo)();
      else if (letter === "y") keys.redo();
      return letter === "z" || letter === "y";
    }
    if (altKey) return false;
    if (key === "Delete") keys.remove();
    else if (key === "Escape") keys.cancel();
    else if (onMap && ARROWS[key])
      return keys.nudge(...(ARROWS[key].map((by) => by * (shiftKey ? 10 : 2)) as [number, number]));
    else if (onMap && (letter === "n" || letter === "p")) keys.step(letter === "n" ? 1 : -1);
    else if (onMap && key === "Enter") keys.enter();
    else if (onMap && key === " ") return keys.centre();
    else return false;
    return true;
  }
}
