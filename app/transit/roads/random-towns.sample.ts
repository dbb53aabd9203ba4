import fc from "fast-check";
import type { CostChoice } from "./costs";
import type { RoadEdge } from "./edge";
import { chequerboard } from "./town.sample";

/** Small towns of one-way and two-way streets of two kinds, of which some (kind 7) may be left out. */
export const randomTowns = (most: number, kinds: number) =>
  fc
    .tuple(
      fc.integer({ min: 2, max: most }),
      fc.integer({ min: 2, max: most }),
      fc.array(fc.integer({ min: 0, max: kinds }), { minLength: 24, maxLength: 24 }),
    )
    .map(([columns, rows, found]) =>
      chequerboard(columns, rows).flatMap((edge, i): RoadEdge[] => {
        const kind = found[i % found.length]!;
        if (kind === 7) return [];
        const roadClass = kind === 5 ? "service" : "tertiary";
        return [{ ...edge, forward: kind !== 1, backward: kind !== 2 && kind !== 3, roadClass }];
      }),
    );

export const turningCosts: CostChoice = {
  classes: { service: 1.7 },
  otherClass: 1,
  rightTurn: 40,
  leftTurn: 90,
  uTurn: 250,
  deadEndTurn: 30,
};
