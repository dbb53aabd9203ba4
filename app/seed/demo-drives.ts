import type { RoadEdge } from "~/transit/roads/edge";
import type { RouteSearch } from "~/transit/roads/route";
import { nodeOf } from "./demo-roads";
import type { Junction } from "./demo-streets";

/** The arcs of the shortest drive from junction to junction; `edges` in the order of the search's graph. */
export function driveThrough(
  search: RouteSearch,
  edges: readonly RoadEdge[],
  [first, ...others]: readonly Junction[],
): number[] {
  const end = (arc: number) => ({ arc, offset: edges[arc >> 1]!.length });
  const arcs: number[] = [];
  for (const junction of others) {
    const last = arcs.at(-1);
    const starts =
      last === undefined
        ? arcsFrom(edges, first!).map((arc) => ({ arc, offset: 0, cost: 0 }))
        : [{ ...end(last), cost: 0 }];
    const routes = search.find(starts, arcsTo(edges, junction).map(end), 20_000).filter((route) => route !== undefined);
    const [best] = routes.sort((a, b) => a.cost - b.cost);
    if (!best) throw new Error(`no road leads to junction ${junction.join(", ")}`);
    arcs.push(...best.arcs.slice(last === undefined ? 0 : 1));
  }
  return arcs;
}

function arcsFrom(edges: readonly RoadEdge[], junction: Junction): number[] {
  const node = nodeOf(junction);
  return edges.flatMap((edge, e) => [
    ...(edge.forward && edge.fromNode === node ? [2 * e] : []),
    ...(edge.backward && edge.toNode === node ? [2 * e + 1] : []),
  ]);
}

function arcsTo(edges: readonly RoadEdge[], junction: Junction): number[] {
  const node = nodeOf(junction);
  return edges.flatMap((edge, e) => [
    ...(edge.forward && edge.toNode === node ? [2 * e] : []),
    ...(edge.backward && edge.fromNode === node ? [2 * e + 1] : []),
  ]);
}
