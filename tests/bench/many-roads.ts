import path from "node:path";
import { mergeRoads } from "~/domains/roads/store-roads.server";
import { closeDatabase, inTransaction } from "~/kit/data/db/pool.server";
import { readShapefileRoads, tiled } from "./matching-shapefile";

/** Adds a city's real network, laid side by side to a million segments, to the roads of the connected database; prints how many edges and segments. */
const edges = tiled(await readShapefileRoads(path.join(process.argv[2]!, "roadnet-jinan/edges")), 1_000_000);
// Far from the numbers of the demo city's own ways and nodes.
const away = 4_000_000_000;
const moved = edges.map((edge) => ({
  ...edge,
  wayId: edge.wayId + away,
  edgeKey: `${edge.wayId + away}:${edge.seq}`,
  fromNode: edge.fromNode + away,
  toNode: edge.toNode + away,
}));
await inTransaction((trx) =>
  mergeRoads(trx, { edges: moved, cut: new Map(), closed: [], turns: { rules: [], relationIds: [] } }),
);
await closeDatabase();
console.log(
  JSON.stringify({ edges: edges.length, segments: edges.reduce((sum, edge) => sum + edge.coords.length / 2 - 1, 0) }),
);
