/** A limit of how often each of many callers comes: `atOnce` times, and `perSecond` times more as time goes on. Says whether this time is still within it. */
export function limitRate({ atOnce, perSecond }: { atOnce: number; perSecond: number }): (caller: string) => boolean {
  const callers = new Map<string, { left: number; at: number }>();
  return (caller) => {
    const now = performance.now();
    const known = callers.get(caller);
    const left = known ? Math.min(atOnce, known.left + ((now - known.at) / 1000) * perSecond) : atOnce;
    // Put behind all others, so that the first is always who has been away longest.
    callers.delete(caller);
    callers.set(caller, { left: left < 1 ? left : left - 1, at: now });
    const [longestAway] = callers.keys();
    if (callers.size > mostCallers && longestAway !== undefined) callers.delete(longestAway);
    return left >= 1;
  };
}

const mostCallers = 10_000;
