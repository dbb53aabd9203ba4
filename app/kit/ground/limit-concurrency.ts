/** A gate for heavy work: `most` are in at a time, `waiting` more wait their turn in order, anyone else is refused with `busy`. Whoever is let in gets the way out, to be called once. */
export function limitConcurrency(most: number, waiting: number, busy: () => Error): () => Promise<() => void> {
  const queue: (() => void)[] = [];
  let inside = 0;
  const leave = () => {
    const next = queue.shift();
    if (next) next();
    else inside -= 1;
  };
  return async () => {
    if (inside < most) inside += 1;
    else if (queue.length >= waiting) throw busy();
    else await new Promise<void>((go) => queue.push(go));
    return leave;
  };
}
