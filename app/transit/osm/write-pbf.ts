import { deflateSync } from "node:zlib";
import type { OsmSample } from "./write-xml";

/** The same sample as an OSM PBF file: one block each for nodes, ways and relations. */
export function toOsmPbf({ nodes = [], ways = [], relations = [] }: OsmSample): Buffer {
  const header = Buffer.concat([text(4, "OsmSchema-V0.6"), text(4, "DenseNodes")]);
  return Buffer.concat([
    pbfBlob("OSMHeader", header),
    pbfBlob("OSMData", nodeBlock(nodes)),
    pbfBlob("OSMData", wayBlock(ways)),
    pbfBlob("OSMData", relationBlock(relations)),
  ]);
}

/** One framed, zipped block; `claims` overrides the length that its header states. */
export function pbfBlob(kind: string, block: Buffer, claims?: number): Buffer {
  const blob = Buffer.concat([number(2, block.length), bytes(3, deflateSync(block))]);
  const header = Buffer.concat([text(1, kind), number(3, claims ?? blob.length)]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(header.length);
  return Buffer.concat([length, header, blob]);
}

/** Parts for building broken blocks. */
export const pbfParts = {
  number: (field: number, value: number) => number(field, value),
  bytes: (field: number, value: Buffer) => bytes(field, value),
  packed: (values: number[]) => packed(values),
};

function nodeBlock(nodes: NonNullable<OsmSample["nodes"]>): Buffer {
  const strings = new Strings();
  const tags = nodes.flatMap((node) => [
    ...Object.entries(node.tags ?? {}).flatMap(([key, value]) => [strings.at(key), strings.at(value)]),
    0,
  ]);
  const dense = Buffer.concat([
    bytes(1, packed(deltas(nodes.map(({ id }) => id)).map(zigzag))),
    bytes(8, packed(deltas(nodes.map(({ lat }) => Math.round(lat * 1e7))).map(zigzag))),
    bytes(9, packed(deltas(nodes.map(({ lng }) => Math.round(lng * 1e7))).map(zigzag))),
    bytes(10, packed(tags)),
  ]);
  return Buffer.concat([strings.table(), bytes(2, nodes.length ? bytes(2, dense) : Buffer.alloc(0))]);
}

function wayBlock(ways: NonNullable<OsmSample["ways"]>): Buffer {
  const strings = new Strings();
  const group = ways.map(({ id, refs, tags = {} }) =>
    bytes(3, Buffer.concat([number(1, id), ...strings.tags(tags), bytes(8, packed(deltas(refs).map(zigzag)))])),
  );
  return Buffer.concat([strings.table(), bytes(2, Buffer.concat(group))]);
}

function relationBlock(relations: NonNullable<OsmSample["relations"]>): Buffer {
  const strings = new Strings();
  const kinds = ["node", "way", "relation"];
  const group = relations.map(({ id, members, tags = {} }) =>
    bytes(
      4,
      Buffer.concat([
        number(1, id),
        ...strings.tags(tags),
        bytes(8, packed(members.map(({ role = "" }) => strings.at(role)))),
        bytes(9, packed(deltas(members.map(({ ref }) => ref)).map(zigzag))),
        bytes(10, packed(members.map(({ type }) => kinds.indexOf(type)))),
      ]),
    ),
  );
  return Buffer.concat([strings.table(), bytes(2, Buffer.concat(group))]);
}

class Strings {
  private readonly places = new Map<string, number>();

  /** 0 is kept free: it ends a node's tags. */
  at(value: string): number {
    if (!this.places.has(value)) this.places.set(value, this.places.size + 1);
    return this.places.get(value)!;
  }

  tags(tags: Record<string, string>): Buffer[] {
    const entries = Object.entries(tags);
    return [
      bytes(2, packed(entries.map(([key]) => this.at(key)))),
      bytes(3, packed(entries.map(([, value]) => this.at(value)))),
    ];
  }

  table(): Buffer {
    return bytes(1, Buffer.concat(["", ...this.places.keys()].map((value) => text(1, value))));
  }
}

const deltas = (values: readonly number[]) => values.map((value, index) => value - (values[index - 1] ?? 0));
const zigzag = (value: number) => (value < 0 ? -2 * value - 1 : 2 * value);
const packed = (values: readonly number[]) => Buffer.from(values.flatMap(varint));
const number = (field: number, value: number) => Buffer.from([...varint(field * 8), ...varint(value)]);
const bytes = (field: number, value: Buffer) =>
  Buffer.concat([Buffer.from([...varint(field * 8 + 2), ...varint(value.length)]), value]);
const text = (field: number, value: string) => bytes(field, Buffer.from(value));

function varint(value: number): number[] {
  const parts: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) parts.push((rest % 128) + 128);
  return [...parts, rest];
}
