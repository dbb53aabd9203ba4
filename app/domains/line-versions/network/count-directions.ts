import type { ImportedLine } from "~/transit/osm/bus-routes";
import type { ImportPlan } from "./plan.server";

export interface Counts {
  new: number;
  changed: number;
  unchanged: number;
}

export function directionCounts(plan: ImportPlan): Counts {
  const of = (some: readonly { line: ImportedLine }[]) =>
    some.flatMap(({ line }) => line.variants.flatMap(({ directions }) => directions)).length;
  return {
    new: of(plan.new),
    changed: of([...plan.changed, ...plan.drafted]),
    unchanged: of([...plan.unchanged, ...plan.kept]),
  };
}
