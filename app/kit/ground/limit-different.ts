/** A limit of how many different things each of many callers names within a time. Says whether this one is still within it; one that was named before is. */
export function limitDifferent({ most, withinMs }: { most: number; withinMs: number }) {
  const callers = new Map<string, Map<string, number>>();
  return (caller: string, name: string): boolean => {
    const now = performance.now();
    const named = callers.get(caller) ?? new Map<string, number>();
    for (const [one, at] of named) {
      if (at > now - withinMs) break;
      named.delete(one);
    }
    const isWithin = named.has(name) || named.size < most;
    if (isWithin && !named.has(name)) named.set(name, now);
    // Put behind all others, so that the first is always who has been away longest.
    callers.delete(caller);
    callers.set(caller, named);
    const [longestAway] = callers.keys();
    if (callers.size > mostCallers && longestAway !== undefined) callers.delete(longestAway);
    return isWithin;
  };
}

const mostCallers = 10_000;
