import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { type Database, databaseToRead, db } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import type { RoadEdge } from "~/transit/roads/edge";
import { type EdgeRow, forBuses, toEdge } from "./edge-row.server";
import { boxOf, edgeList } from "./rectangle.server";
import { pairsOf, roadView } from "./road-view";
import type { RoadRectangle } from "./schema";

export type DownloadFormat = "geojson" | "osm";
const mostEdges = 300_000;

/** The roads of a rectangle as a file; the OSM file holds whole ways, also closed ones, so that importing it again changes nothing. Refused beyond 300,000 stretches. */
export async function downloadRoads(
  _viewer: Viewer,
  rectangle: RoadRectangle,
  format: DownloadFormat,
): Promise<{ name: string; contentType: string; content: () => AsyncGenerator<Uint8Array> }> {
  const found = await sql<{ wayId: number; edges: number }>`
    select way_id, count(*) as edges from road_edge where way_id in (select way_id from road_edge where bounds && ${boxOf(rectangle)} and ${format === "osm" ? sql`true` : forBuses}) group by way_id order by way_id`.execute(
    db(),
  );
  if (found.rows.length === 0) throw problem.field("minLng", "此矩形内没有道路，请换一个范围或先导入地图");
  if (found.rows.reduce((sum, row) => sum + row.edges, 0) > mostEdges)
    throw problem.field("maxLng", `此矩形内的道路超过 ${mostEdges.toLocaleString("en")} 段，请缩小范围分几次下载`);
  const wayIds = found.rows.map((row) => row.wayId);
  const stem = `道路_${[rectangle.minLng, rectangle.minLat, rectangle.maxLng, rectangle.maxLat].map((side) => side.toFixed(3)).join("_")}`;
  if (format === "geojson")
    return {
      name: `${stem}.geojson`,
      contentType: "application/geo+json",
      content: () => inPieces((on) => geoJson(on, wayIds)),
    };
  return {
    name: `${stem}.osm`,
    contentType: "application/xml; charset=utf-8",
    content: () => inPieces((on) => osmXml(on, wayIds)),
  };
}

async function* geoJson(on: Database, wayIds: number[]): AsyncGenerator<string> {
  yield '{"type":"FeatureCollection","features":[';
  let between = "\n";
  for await (const way of waysOf(on, wayIds)) {
    for (const edge of way) {
      const { coordinates, ...properties } = roadView(edge);
      yield between + JSON.stringify({ type: "Feature", properties, geometry: { type: "LineString", coordinates } });
      between = ",\n";
    }
  }
  yield "\n]}\n";
}

/** Nodes first, then ways, as the format asks: two passes over the same ways give the inner points the same numbers. */
async function* osmXml(on: Database, wayIds: number[]): AsyncGenerator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<osm version="0.6" generator="bus-back-office">\n';
  const written = new Set<number>();
  let inner = 0;
  for await (const way of waysOf(on, wayIds)) {
    for (const edge of way) {
      const places = pairsOf(edge.coords);
      for (const [at, [lng, lat]] of places.entries()) {
        const id = at === 0 ? edge.fromNode : at === places.length - 1 ? edge.toNode : --inner;
        if (written.has(id)) continue;
        if (at === 0 || at === places.length - 1) written.add(id);
        yield ` <node id="${id}" version="1" lat="${lat.toFixed(7)}" lon="${lng.toFixed(7)}"/>\n`;
      }
    }
  }
  inner = 0;
  for await (const way of waysOf(on, wayIds)) {
    let refs = "";
    way.forEach((edge, index) => {
      const before = way[index - 1];
      if (before && before.toNode !== edge.fromNode) refs += nodeRef(nowhere);
      if (before?.toNode !== edge.fromNode) refs += nodeRef(edge.fromNode);
      for (let at = 1; at < edge.coords.length / 2 - 1; at++) refs += nodeRef(--inner);
      refs += nodeRef(edge.toNode);
    });
    yield ` <way id="${way[0]!.wayId}" version="1">\n${refs}${tagsOf(way[0]!)} </way>\n`;
  }
  yield "</osm>\n";
}

/** A node that is in no file: it stands for the stretches of a way that we do not have. */
const nowhere = -(2 ** 52);
const nodeRef = (id: number) => `  <nd ref="${id}"/>\n`;
const invited = /^(pedestrian|track|footway|cycleway|path|bridleway)$/;

function tagsOf({ roadClass, roadName, forward, backward, maxSpeed }: RoadEdge): string {
  const tags: [string, string][] =
    roadClass === "driveway"
      ? [
          ["highway", "service"],
          ["service", "driveway"],
        ]
      : [["highway", roadClass]];
  if (roadName) tags.push(["name", roadName]);
  const open = forward || backward;
  if (open) tags.push(["oneway", forward && backward ? "no" : forward ? "yes" : "-1"]);
  else tags.push(roadClass === "construction" ? ["construction", "road"] : ["bus", "no"]);
  if (maxSpeed > 0) tags.push(["maxspeed", String(maxSpeed)]);
  if (open && invited.test(roadClass)) tags.push(["bus", "yes"]);
  return tags.map(([key, value]) => `  <tag k="${key}" v="${escaped(value)}"/>\n`).join("");
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

async function* waysOf(on: Database, wayIds: number[]): AsyncGenerator<RoadEdge[]> {
  for (let from = 0; from < wayIds.length; from += 1000) {
    const page =
      await sql<EdgeRow>`select ${edgeList} from road_edge where way_id = any(${wayIds.slice(from, from + 1000)}::bigint[]) order by way_id, seq`.execute(
        on,
      );
    let way: RoadEdge[] = [];
    for (const edge of page.rows.map(toEdge)) {
      if (way.length > 0 && way[0]!.wayId !== edge.wayId) {
        yield way;
        way = [];
      }
      way.push(edge);
    }
    if (way.length > 0) yield way;
  }
}

/** Texts joined to pieces of some 64 kB, so that each is worth a write, all read from one state of the network. */
async function* inPieces(write: (on: Database) => AsyncIterable<string>): AsyncGenerator<Buffer> {
  const trx = await (await databaseToRead()).startTransaction().setIsolationLevel("repeatable read").execute();
  try {
    await sql`set local idle_in_transaction_session_timeout = '5000s'`.execute(trx);
    let piece = "";
    for await (const text of write(trx)) {
      piece += text;
      if (piece.length < 65_536) continue;
      yield Buffer.from(piece);
      piece = "";
    }
    if (piece) yield Buffer.from(piece);
  } finally {
    await trx.rollback().execute();
  }
}
