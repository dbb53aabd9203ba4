export type HeldCells = ReturnType<typeof holdCells>;

/** The texts of a grid's cells by the names of their fields; what differs from what was given is to be saved. */
export function holdCells(given: Readonly<Record<string, string>>, typed: Readonly<Record<string, string>>) {
  const changed = new Map<string, string>();
  const listeners = new Set<() => void>();
  let changes: [field: string, text: string][] = [];
  const textOf = (field: string) => changed.get(field) ?? given[field] ?? "";
  const set = (texts: Iterable<readonly [field: string, text: string]>) => {
    for (const [field, text] of texts)
      if (!(field in given) || given[field] === text) changed.delete(field);
      else changed.set(field, text);
    changes = [...changed];
    for (const tell of listeners) tell();
  };
  set(Object.entries(typed));
  return {
    textOf,
    set,
    isChanged: (field: string) => changed.has(field),
    restore: (field: string) => set([[field, given[field] ?? ""]]),
    /** The same list until something changes. */
    changes: () => changes,
    subscribe(tell: () => void) {
      listeners.add(tell);
      return () => void listeners.delete(tell);
    },
  };
}
