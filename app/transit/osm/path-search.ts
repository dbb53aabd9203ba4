import { distanceBetween, type LngLat } from "~/transit/geo/lng-lat";
import type { RouteWay } from "./route-relation";

interface Step {
  to: number;
  metres: number;
}

/**
 * The shortest drive along a relation's ways between the nodes nearest to two positions: old style relations list both
 * carriageways without saying which belongs to which direction. Undefined where a way is missing or no drive exists.
 */
export function driveAlong(ways: readonly RouteWay[], start: LngLat, goal: LngLat): LngLat[] | undefined {
  if (ways.some((way) => !way.shape)) return undefined;
  const { steps, positions } = graphOf(ways);
  const from = nearest(positions, start);
  const to = nearest(positions, goal);
  if (from === undefined || to === undefined || from === to) return undefined;
  const reached = new Map<number, { metres: number; by: number }>([[from, { metres: 0, by: from }]]);
  const open = new Set([from]);
  while (open.size) {
    let at = NaN;
    let least = Infinity;
    for (const node of open) if (reached.get(node)!.metres < least) [at, least] = [node, reached.get(node)!.metres];
    if (at === to) break;
    open.delete(at);
    for (const step of steps.get(at) ?? []) {
      if (least + step.metres >= (reached.get(step.to)?.metres ?? Infinity)) continue;
      reached.set(step.to, { metres: least + step.metres, by: at });
      open.add(step.to);
    }
  }
  if (!reached.has(to)) return undefined;
  const path: LngLat[] = [];
  for (let at = to; ; at = reached.get(at)!.by) {
    path.push(positions.get(at)!);
    if (at === from) return path.reverse();
  }
}

function graphOf(ways: readonly RouteWay[]): { steps: Map<number, Step[]>; positions: Map<number, LngLat> } {
  const steps = new Map<number, Step[]>();
  const positions = new Map<number, LngLat>();
  const link = (from: number, to: number, metres: number) => {
    const known = steps.get(from);
    if (known) known.push({ to, metres });
    else steps.set(from, [{ to, metres }]);
  };
  for (const { shape, side } of ways) {
    shape!.nodes.forEach((node, at) => {
      positions.set(node, shape!.coords[at]!);
      if (!at) return;
      const metres = distanceBetween(shape!.coords[at - 1]!, shape!.coords[at]!);
      const previous = shape!.nodes[at - 1]!;
      if (side !== "backward" && shape!.oneway !== -1) link(previous, node, metres);
      if (side !== "forward" && shape!.oneway !== 1) link(node, previous, metres);
    });
  }
  return { steps, positions };
}

function nearest(positions: Map<number, LngLat>, to: LngLat): number | undefined {
  let best: number | undefined;
  let least = Infinity;
  for (const [node, position] of positions) {
    const metres = distanceBetween(position, to);
    if (metres < least) [best, least] = [node, metres];
  }
  return best;
}
