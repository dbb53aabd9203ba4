import Flatbush from "flatbush";
import type { RoadGraph } from "./graph";

/** The arrays of a graph in file order; the widest elements first keep every section aligned. */
const sections = {
  edgeWay: Float64Array,
  nodeX: Int32Array,
  nodeY: Int32Array,
  pointX: Int32Array,
  pointY: Int32Array,
  pointAlong: Float32Array,
  edgeFrom: Uint32Array,
  edgeTo: Uint32Array,
  edgePoint: Uint32Array,
  edgeName: Uint32Array,
  edgeSeq: Uint32Array,
  segmentEdge: Uint32Array,
  nodeArcStart: Uint32Array,
  nodeArcs: Uint32Array,
  turnState: Uint32Array,
  turnArc: Uint32Array,
  turnNext: Uint32Array,
  stateArc: Uint32Array,
  edgeFlags: Uint8Array,
  edgeClass: Uint8Array,
  edgeSpeed: Uint8Array,
  edgeHeading: Uint8Array,
} as const;

type Section = keyof typeof sections;

interface Header {
  lengths: Record<Section, number>;
  indexBytes: number;
  classes: string[];
  names: string[];
}

const magic = "BUSROAD2";
const prefix = 16;

export function packGraph(graph: RoadGraph): Uint8Array[] {
  const keys = Object.keys(sections) as Section[];
  const lengths = Object.fromEntries(keys.map((key) => [key, graph[key].length])) as Record<Section, number>;
  const index = indexBytesOf(graph);
  const indexBytes = index.byteLength;
  const header = new TextEncoder().encode(
    JSON.stringify({ lengths, indexBytes, classes: graph.classes, names: graph.names } satisfies Header),
  );
  const start = new Uint8Array(aligned(prefix + header.length));
  start.set(new TextEncoder().encode(magic));
  new DataView(start.buffer).setUint32(8, header.length, true);
  start.set(header, prefix);
  const pieces: Uint8Array[] = [start];
  const put = (bytes: Uint8Array) => pieces.push(bytes, new Uint8Array(aligned(bytes.length) - bytes.length));
  put(index);
  for (const key of keys) put(new Uint8Array(graph[key].buffer, graph[key].byteOffset, graph[key].byteLength));
  return pieces.filter((piece) => piece.length > 0);
}

/** A graph whose arrays are views of `bytes`, without copying; throws where the bytes are no whole packed graph. */
export function unpackGraph(bytes: ArrayBuffer): RoadGraph {
  if (bytes.byteLength < prefix || new TextDecoder().decode(new Uint8Array(bytes, 0, 8)) !== magic)
    throw new Error("not a packed road graph");
  const headerBytes = new DataView(bytes).getUint32(8, true);
  if (prefix + headerBytes > bytes.byteLength) throw new Error("packed road graph is cut short");
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, prefix, headerBytes))) as Header;
  const indexAt = aligned(prefix + headerBytes);
  let at = indexAt + aligned(header.indexBytes);
  const arrays: Record<string, unknown> = {};
  for (const [key, Kind] of Object.entries(sections) as [Section, (typeof sections)[Section]][]) {
    const length = header.lengths[key];
    if (at + length * Kind.BYTES_PER_ELEMENT > bytes.byteLength) throw new Error("packed road graph is cut short");
    arrays[key] = new Kind(bytes, at, length);
    at += aligned(length * Kind.BYTES_PER_ELEMENT);
  }
  const index = header.indexBytes > 0 ? Flatbush.from(bytes, indexAt) : undefined;
  return { ...(arrays as Pick<RoadGraph, Section>), index, classes: header.classes, names: header.names };
}

export function graphBytes(graph: RoadGraph): number {
  const arrays = (Object.keys(sections) as Section[]).reduce((sum, key) => sum + graph[key].byteLength, 0);
  return arrays + indexBytesOf(graph).byteLength;
}

/** An unpacked graph's index lies in the buffer it shares with everything else. */
function indexBytesOf({ index }: RoadGraph): Uint8Array {
  if (!index) return new Uint8Array();
  return new Uint8Array(index.data, index.byteOffset, 8 + index._boxes.byteLength + index._indices.byteLength);
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / 8) * 8;
}
