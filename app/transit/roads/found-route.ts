import type { Position } from "./graph";

/** A place to start from, with the cost already spent on getting there. */
export interface Start extends Position {
  cost: number;
}

/** A way to one target: which start it came from, its total cost, its metres and the arcs driven; the first is the start's, or its opposite where the bus turns round there. */
export interface Route {
  start: number;
  cost: number;
  metres: number;
  arcs: number[];
}

export interface SearchChoice {
  /** Metres a target may lie behind a start on its arc and be reached at once. */
  slack?: number;
  /** Cost of turning round at a start; left out, it is not possible. */
  turnBack?: number;
  /** Metres are all that counts. */
  plain?: boolean;
  /** Rules of turning do not bind. */
  lawless?: boolean;
}

/** Metres before a crossing within which a rule against turning round there counts. */
export const besideCrossing = 30;

export function keepBetter(best: (Route | undefined)[], t: number, route: Route): void {
  if (route.cost < (best[t]?.cost ?? Infinity)) best[t] = route;
}

export function worst(best: readonly (Route | undefined)[]): number {
  let most = 0;
  for (const route of best) {
    if (!route) return Infinity;
    if (route.cost > most) most = route.cost;
  }
  return most;
}
