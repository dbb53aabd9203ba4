import type { LngLat } from "~/transit/geo/lng-lat";
import { likeliestChain } from "./chain";
import { busRoute } from "./costs";
import { breakText } from "./gap";
import { type DrivenEdge, layPath } from "./lay-path";
import type { MatchOptions } from "./match";
import { type Place, toLngLat } from "./place";
import type { RouteSearch } from "./route";

/** A place to drive through; `heading` (degrees clockwise from north) where it is known in which direction. */
export interface Anchor extends Place {
  heading?: number;
}

/** The drive from one anchor to the next; each begins at the point where the one before ends. */
export interface Leg {
  /** WGS84 [lng, lat], at least one point. */
  path: LngLat[];
  /** Metres. */
  length: number;
  edges: DrivenEdge[];
  /** No legal way was found: the leg runs straight. */
  broken: boolean;
  /** In Chinese, why it is broken; else empty. */
  reason: string;
}

/** What suits places that a person has put on a road: they miss it by less than a station does. */
export const anchorOptions: MatchOptions = {
  radius: 50,
  candidates: 6,
  sigma: 8,
  beta: 150,
  limitFactor: 5,
  limitExtra: 1500,
  limitDetour: 15_000,
  slack: 0,
  turnBack: 600,
  spacing: 0,
  costs: busRoute,
};

/** The cheapest legal drive through the anchors in turn: one leg fewer than anchors. */
export function routeThrough(
  search: RouteSearch,
  anchors: readonly Anchor[],
  options: MatchOptions = anchorOptions,
): Leg[] {
  const points = anchors.map(({ heading, ...place }) => ({ at: toLngLat(place), heading }));
  const chain = likeliestChain(search, points, options);
  const laid = layPath(
    search.graph,
    points.map(({ at }) => at),
    chain,
  );
  return chain.routes.map((route, i) => {
    const [from, to] = [laid.points[i]!, laid.points[i + 1]!];
    const broken = typeof route === "string";
    return {
      path: laid.path.slice(from.index, to.index + 1),
      length: to.distance - from.distance,
      edges: broken ? [] : laid.edges.slice(from.edges - 1, to.edges),
      broken,
      reason: broken ? breakText(route) : "",
    };
  });
}
