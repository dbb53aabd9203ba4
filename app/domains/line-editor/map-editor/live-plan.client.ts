import { ask } from "./ask.client";
import { type RoutedPath, leaveUnanswered } from "./edit-path";
import { begun, changed, finished, type History, redone, undone } from "./history";
import type { Plan } from "./model";
import { laidBy, searchesOf } from "./searches";

export interface PlanState {
  plan: Plan;
  mayUndo: boolean;
  mayRedo: boolean;
  /** Legs being searched. */
  waiting: number;
  /** Why the last search came to nothing, what that means for the path and what to do. */
  failure: string;
}

const pause = 120;
const kept = "原来的路径没有改动，可稍后再重算";
const straightened = "没有查到的路段，原来有路径的保留不变，其余暂用直线，可点“沿道路重算”再试";

/** A plan with its history; whatever legs are asked for it has searched at `url`, the newest question only. */
export function livePlan(first: Plan, url: string, tell: (state: PlanState) => void) {
  let history: History<Plan> = begun(first);
  let failure = "";
  let asking = new AbortController();
  let waiters: (() => void)[] = [];
  const waiting = () => history.now.legs.filter(({ way }) => way === "asked").length;
  const report = () => {
    const left = waiting();
    tell({
      plan: history.now,
      mayUndo: history.past.length > 0,
      mayRedo: history.future.length > 0,
      waiting: left,
      failure,
    });
    if (left > 0) return;
    for (const waiter of waiters) waiter();
    waiters = [];
  };
  const take = (next: History<Plan>) => {
    if (next === history) return;
    history = next;
    failure = "";
    asking.abort();
    asking = new AbortController();
    report();
    if (waiting() > 0) void search(asking.signal);
  };
  async function search(signal: AbortSignal) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    for (const one of searchesOf(history.now)) {
      if (signal.aborted) return;
      try {
        const { legs } = await ask<{ legs: RoutedPath[] }>(url, signal, { places: one.places });
        if (!signal.aborted) history = finished(history, laidBy(history.now, one, legs));
      } catch (error) {
        if (signal.aborted) return;
        const why = (error as Error).message;
        const isKept = one.legs.every(({ before }) => before);
        if (!isKept || !failure) failure = `${why}：${isKept ? kept : straightened}`;
        history = finished(history, leaveUnanswered(history.now, one.legs, `${why}，暂用直线`));
      }
      if (!signal.aborted) report();
    }
  }
  queueMicrotask(report);
  if (waiting() > 0) void search(asking.signal);
  return {
    now: () => history.now,
    /** A step of its own; the same plan is none. */
    change: (next: Plan) => take(changed(history, next)),
    undo: () => take(undone(history)),
    redo: () => take(redone(history)),
    settled: () => (waiting() === 0 ? Promise.resolve() : new Promise<void>((resolve) => waiters.push(resolve))),
    dispose: () => asking.abort(),
  };
}
