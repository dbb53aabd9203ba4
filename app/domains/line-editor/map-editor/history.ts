/** States that never change, so that what is undone comes back exactly. */
export interface History<S> {
  past: readonly S[];
  now: S;
  future: readonly S[];
}

export const begun = <S>(now: S): History<S> => ({ past: [], now, future: [] });

/** A step that can be undone; none where nothing changed. */
export function changed<S>(history: History<S>, now: S): History<S> {
  return now === history.now ? history : { past: [...history.past, history.now], now, future: [] };
}

/** The same step finished later, say by the answer of a search: no step of its own. */
export const finished = <S>(history: History<S>, now: S): History<S> =>
  now === history.now ? history : { ...history, now };

export function undone<S>({ past, now, future }: History<S>): History<S> {
  return past.length === 0
    ? { past, now, future }
    : { past: past.slice(0, -1), now: past.at(-1)!, future: [now, ...future] };
}

export function redone<S>({ past, now, future }: History<S>): History<S> {
  return future.length === 0
    ? { past, now, future }
    : { past: [...past, now], now: future[0]!, future: future.slice(1) };
}
