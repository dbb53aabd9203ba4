import type { RoadEdge } from "~/transit/roads/edge";
import { edgeKey } from "~/transit/roads/graph";
import { buildGraph } from "~/transit/roads/graph-build";
import { busRoute, routeCosts } from "~/transit/roads/costs";
import { RouteSearch } from "~/transit/roads/route";
import { longStationName, plazaName } from "./demo-landmarks";
import { type DemoDirection, directionOf, type Visit, visitsAlong } from "./demo-lines";
import { demoLinks, edgesOf, nodeOf } from "./demo-roads";
import { type DemoStation, demoStops } from "./demo-stations";
import { type LineChange, type LinePlan, linePlans } from "./demo-timetable";
import type { Junction } from "./demo-streets";

export type { DemoDirection } from "./demo-lines";
export type { DemoStation } from "./demo-stations";

export interface DemoVersion {
  state: "draft" | "effective";
  /** First day and first day no longer, YYYY-MM-DD; a draft has neither. */
  from: string | null;
  until: string | null;
  note: string | null;
  directions: DemoDirection[];
}

export interface DemoLine extends Omit<LinePlan, "up" | "down" | "every" | "draft" | "planned"> {
  versions: DemoVersion[];
}

export interface DemoCity {
  edges: RoadEdge[];
  stations: DemoStation[];
  lines: DemoLine[];
}

export const demoNames = {
  validFrom: "2026-01-01",
  plaza: { staName: plazaName, codes: ["1001A", "1001B"] },
  longStationName,
  unused: { inService: "东郊苗圃", notYetOpen: "科创新城", closed: "老机床厂" },
  lines: {
    first: "1路",
    circular: "环1路",
    night: "夜12路",
    express: "7路",
    busLane: "6路",
    withDraft: "3路",
    withPlan: "5路",
    withBreak: "9路",
  },
  plannedFrom: "2099-01-01",
} as const;

export function demoCity(): DemoCity {
  const links = demoLinks();
  const edges = edgesOf(links);
  const graph = buildGraph(edges);
  const search = new RouteSearch(graph, routeCosts(graph, { ...busRoute, uTurn: Infinity, deadEndTurn: Infinity }));
  const arcs = new Map(edges.map((edge, index) => [edge.edgeKey, 2 * index]));

  const routes = linePlans.map((plan) => {
    const down = plan.lineType === 2 ? [] : (plan.down ?? plan.up.map((run) => [...run].reverse()).reverse());
    return [plan.up, down].map((runs) => runs.map((run) => driveThrough(search, edges, run)));
  });
  const keyOf = (arc: number) => edgeKey(graph, arc >> 1);
  const runs = routes.flat(2);
  const served = new Set(runs.flatMap((run) => run.map(keyOf)));
  const terminals = new Set(runs.flatMap((run) => [keyOf(run[0]!), keyOf(run.at(-1)!)]));
  const stops = demoStops({
    graph,
    links,
    served,
    terminals,
    arcOf: (key, forward) => arcs.get(key)! + (forward ? 0 : 1),
  });

  const lines = linePlans.map((plan, index): DemoLine => {
    const { up: _up, down: _down, every, draft, planned, ...facts } = plan;
    const sides = routes[index]!.flatMap((runs, side) =>
      runs.length > 0 ? [{ direction: (side + 1) as 1 | 2, runs, visits: calls(visitsAlong(runs, stops), every) }] : [],
    );
    const asChanged = (change?: LineChange) =>
      sides.map(({ direction, runs, visits }) => {
        const without = change?.[direction === 1 ? "withoutUp" : "withoutDown"] ?? [];
        return directionOf(
          graph,
          direction,
          runs,
          visits.filter((_, at) => !without.includes(at + 1)),
          plan.price.includes("-"),
        );
      });
    const versions: DemoVersion[] = [
      {
        state: "effective",
        from: demoNames.validFrom,
        until: planned?.from ?? null,
        note: null,
        directions: asChanged(),
      },
    ];
    if (planned)
      versions.push({
        state: "effective",
        from: planned.from,
        until: null,
        note: planned.note,
        directions: asChanged(planned),
      });
    if (draft)
      versions.push({ state: "draft", from: null, until: null, note: draft.note, directions: asChanged(draft) });
    return { ...facts, versions };
  });
  return { edges, stations: stops.map((stop) => stop.station), lines };
}

function calls(passed: Visit[], every: 1 | 2): Visit[] {
  return passed.filter((_, at) => at % every === 0 || at === passed.length - 1);
}

/** The arcs of the shortest drive from junction to junction; `edges` in the order of the search's graph. */
function driveThrough(
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
