import type { LngLat } from "~/transit/geo/lng-lat";
import type { RoadEdge } from "~/transit/roads/edge";
import type { RouteRelation, WayShape } from "./route-relation";

/**
 * The shapes of ways as their stored stretches of road have them, by way id; a way of which a stretch is missing counts as
 * ending there. Junctions keep their node ids, the points between get negative ones of their own.
 */
export function shapesOfRoads(edges: readonly RoadEdge[]): Map<number, WayShape> {
  const ways = new Map<number, RoadEdge[]>();
  for (const edge of edges) ways.set(edge.wayId, [...(ways.get(edge.wayId) ?? []), edge]);
  let unnamed = 0;
  return new Map(
    [...ways].map(([wayId, own]): [number, WayShape] => {
      own.sort((a, b) => a.seq - b.seq);
      const cut = own.findIndex((edge, i) => i > 0 && edge.fromNode !== own[i - 1]!.toNode);
      const joined = cut < 0 ? own : own.slice(0, cut);
      const [first] = joined;
      const nodes = [first!.fromNode];
      const coords: LngLat[] = [[first!.coords[0]!, first!.coords[1]!]];
      for (const { toNode, coords: flat } of joined) {
        for (let i = 2; i < flat.length; i += 2) {
          nodes.push(i === flat.length - 2 ? toNode : --unnamed);
          coords.push([flat[i]!, flat[i + 1]!]);
        }
      }
      const oneway = first!.forward === first!.backward ? 0 : first!.forward ? 1 : -1;
      return [wayId, { nodes, coords, oneway, whole: cut < 0 }];
    }),
  );
}

/** A relation with its ways as the roads have them today, as the file had them where the roads have none. */
export function onRoads(relation: RouteRelation, shapes: ReadonlyMap<number, WayShape>): RouteRelation {
  return { ...relation, ways: relation.ways.map((way) => ({ ...way, shape: shapes.get(way.id) ?? way.shape })) };
}

/** A relation without the shapes of its ways: what has to be kept of it while the roads are stored. */
export function withoutShapes(relation: RouteRelation): RouteRelation {
  return { ...relation, ways: relation.ways.map(({ id, side }) => ({ id, side, shape: null })) };
}
