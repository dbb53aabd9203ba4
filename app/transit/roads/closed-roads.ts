import { edgeLength, isClosed, type RoadGraph } from "./graph";

/** The closed roads among some edges, in words: the longest one by name, and how many others there are. */
export function namedClosed(graph: RoadGraph, edges: readonly number[]): `${"closed" | "building"}:${string}` {
  const roads = new Map<string, { metres: number; edge: number }>();
  for (const edge of edges) {
    if (!isClosed(graph, edge)) continue;
    const name = nameOf(graph, edge);
    roads.set(name, { metres: (roads.get(name)?.metres ?? 0) + edgeLength(graph, edge), edge });
  }
  const [name, { edge }] = [...roads].reduce((most, one) => (one[1].metres > most[1].metres ? one : most));
  const kind = graph.classes[graph.edgeClass[edge]!] === "construction" ? "building" : "closed";
  return `${kind}:${roads.size > 1 ? `${name}等 ${roads.size} 条道路` : name}`;
}

function nameOf(graph: RoadGraph, edge: number): string {
  const name = graph.names[graph.edgeName[edge]!]!;
  return name ? `“${name}”` : `无名道路（OSM ${graph.edgeWay[edge]}）`;
}
