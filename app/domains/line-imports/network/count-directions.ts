import type { Counts } from "~/kit/page/import-flow/proposal";
import type { ImportedLine } from "~/transit/osm/bus-routes";
import type { ImportPlan } from "./plan.server";

export function directionCounts(plan: ImportPlan): Counts {
  const of = (some: readonly { line: ImportedLine }[]) =>
    some.flatMap(({ line }) => line.variants.flatMap(({ directions }) => directions)).length;
  return {
    new: of(plan.new),
    changed: of([...plan.changed, ...plan.drafted]),
    unchanged: of([...plan.unchanged, ...plan.kept]),
  };
}
