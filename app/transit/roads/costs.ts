import type { RoadGraph } from "./graph";

/** Metres of the best road: `perMetre` by road class, at least 1; `turn` by change of heading (64 right, 192 left). */
export interface RouteCosts {
  perMetre: Float64Array;
  turn: Float64Array;
  /** Turning round where the road goes on. */
  uTurn: number;
  deadEndTurn: number;
}

export interface CostChoice {
  /** Cost of a metre by OSM `highway` value, that of a link by its road's; 1 = best. */
  classes: Record<string, number>;
  otherClass: number;
  /** Metres added for a right-angle turn to the right and to the left; proportionally less for a bend. */
  rightTurn: number;
  leftTurn: number;
  uTurn: number;
  deadEndTurn: number;
}

export const shortest: CostChoice = {
  classes: {},
  otherClass: 1,
  rightTurn: 0,
  leftTurn: 0,
  uTurn: 300,
  deadEndTurn: 50,
};

/** Measured on real lines: a right angle is worth about 80 m of detour, and lines keep to the roads that are quicker to drive. */
export const busRoute: CostChoice = {
  ...shortest,
  classes: {
    motorway: 1,
    trunk: 1,
    primary: 1.1,
    secondary: 1.15,
    tertiary: 1.2,
    unclassified: 1.35,
    residential: 1.4,
    living_street: 1.7,
    driveway: 4,
  },
  rightTurn: 80,
  leftTurn: 80,
};

export function routeCosts(graph: RoadGraph, choice: CostChoice): RouteCosts {
  return {
    perMetre: Float64Array.from(graph.classes, (name) =>
      Math.max(1, choice.classes[name.replace(/_link$/, "")] ?? choice.otherClass),
    ),
    turn: Float64Array.from({ length: 256 }, (_, change) => turnCost(change, choice)),
    uTurn: choice.uTurn,
    deadEndTurn: choice.deadEndTurn,
  };
}

function turnCost(change: number, choice: CostChoice): number {
  const sharpness = Math.min(change, 256 - change) / 64;
  const full = change < 128 ? choice.rightTurn : choice.leftTurn;
  return sharpness < 0.25 ? 0 : full * Math.min(sharpness, 1.5);
}
