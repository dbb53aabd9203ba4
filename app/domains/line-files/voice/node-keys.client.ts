interface NodeKeys {
  undo: () => void;
  clear: () => void;
  /** To the next node or the one before. */
  step: (by: 1 | -1) => void;
  /** Along the path; false where no node is chosen. */
  move: (metres: number) => boolean;
}

const along: Record<string, number> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };

/** The keys of the map of nodes, before the map itself hears of them. */
export function nodeKeys(target: HTMLElement, keys: NodeKeys): () => void {
  const pressed = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean => {
    const letter = key.toLowerCase();
    if (altKey) return false;
    if (ctrlKey || metaKey) {
      if (letter === "z") keys.undo();
      return letter === "z";
    }
    if (along[key]) return keys.move(along[key] * (shiftKey ? 20 : 2));
    if (letter === "n" || letter === "p") keys.step(letter === "n" ? 1 : -1);
    else if (key === "Escape") keys.clear();
    else return false;
    return true;
  };
  const listen = (event: KeyboardEvent) => {
    if (!pressed(event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  target.addEventListener("keydown", listen, true);
  return () => target.removeEventListener("keydown", listen, true);
}
