import { flatPathLength } from "~/transit/geo/path";
import { readFile } from "node:fs/promises";
import type { RoadEdge } from "~/transit/roads/edge";

/**
 * Road edges of a line shapefile with directed edges and a `highway` attribute. Two edges with the same points in opposite
 * order become one two-way edge, as an OpenStreetMap import would have it.
 */
export async function readShapefileRoads(base: string): Promise<RoadEdge[]> {
  const shapes = linesOf(await readFile(`${base}.shp`));
  const classes = columnOf(await readFile(`${base}.dbf`), "highway");
  const nodes = new Map<string, number>();
  const node = (lng: number, lat: number) => {
    const key = `${lng},${lat}`;
    return nodes.get(key) ?? (nodes.set(key, nodes.size), nodes.size - 1);
  };
  const known = new Map<string, RoadEdge>();
  shapes.forEach((coords, i) => {
    const twin = known.get(reversed(coords).join());
    if (twin) {
      twin.backward = true;
      return;
    }
    known.set(coords.join(), {
      edgeKey: `${i}:0`,
      wayId: i,
      seq: 0,
      coords,
      length: flatPathLength(coords),
      fromNode: node(coords[0]!, coords[1]!),
      toNode: node(coords.at(-2)!, coords.at(-1)!),
      roadClass: classes[i]!,
      roadName: "",
      forward: true,
      backward: false,
      maxSpeed: 0,
    });
  });
  return [...known.values()];
}

/** Copies of a network side by side until it has at least `segments` straight pieces. */
export function tiled(edges: readonly RoadEdge[], segments: number): RoadEdge[] {
  const own = edges.reduce((sum, edge) => sum + edge.coords.length / 2 - 1, 0);
  const copies = Math.ceil(segments / own);
  const columns = Math.ceil(Math.sqrt(copies));
  const nodes = Math.max(...edges.flatMap((edge) => [edge.fromNode, edge.toNode])) + 1;
  const all: RoadEdge[] = [];
  for (let copy = 0; copy < copies; copy++) {
    const east = (copy % columns) * 0.8;
    const north = Math.floor(copy / columns) * 0.65 - 1.5;
    for (const edge of edges) {
      const wayId = edge.wayId + copy * edges.length * 2;
      const coords = edge.coords.map((value, i) => value + (i % 2 === 0 ? east : north));
      all.push({
        ...edge,
        wayId,
        edgeKey: `${wayId}:0`,
        fromNode: edge.fromNode + copy * nodes,
        toNode: edge.toNode + copy * nodes,
        coords,
      });
    }
  }
  return all;
}

function reversed(coords: Float64Array): Float64Array {
  const back = new Float64Array(coords.length);
  for (let i = 0; i < coords.length; i += 2)
    back.set([coords[coords.length - 2 - i]!, coords[coords.length - 1 - i]!], i);
  return back;
}

/** Points of each polyline record; records of several parts are read as one line. */
function linesOf(file: Buffer): Float64Array[] {
  const lines: Float64Array[] = [];
  for (let at = 100; at < file.length; at += 8 + 2 * file.readInt32BE(at + 4)) {
    const parts = file.readInt32LE(at + 44);
    const points = file.readInt32LE(at + 48);
    const first = at + 52 + 4 * parts;
    lines.push(Float64Array.from({ length: 2 * points }, (_, i) => file.readDoubleLE(first + 8 * i)));
  }
  return lines;
}

function columnOf(file: Buffer, name: string): string[] {
  const rows = file.readUInt32LE(4);
  const header = file.readUInt16LE(8);
  const row = file.readUInt16LE(10);
  let start = 1;
  for (let field = 32; file[field] !== 0x0d; field += 32) {
    const width = file[field + 16]!;
    if (file.toString("latin1", field, field + 11).replace(/\0.*$/, "") === name) {
      const text = (i: number) => file.toString("utf8", header + i * row + start, header + i * row + start + width);
      return Array.from({ length: rows }, (_, i) => text(i).trim());
    }
    start += width;
  }
  throw new Error(`the table has no column ${name}`);
}
