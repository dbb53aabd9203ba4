import { deflateSync, gzipSync } from "node:zlib";
import { pbfBlob, pbfParts, toOsmPbf } from "~/transit/osm/write-pbf";
import { town } from "~/transit/osm/town.sample";
import { toOsmXml } from "~/transit/osm/write-xml";
import type { HostileFile } from "./hostile-file";

const { bytes, number, packed } = pbfParts;
const header = pbfBlob("OSMHeader", Buffer.alloc(0));
const headerThen = (...blocks: Buffer[]) => Buffer.concat([header, ...blocks]);
const block = (...groups: Buffer[]) => pbfBlob("OSMData", Buffer.concat(groups));
const strings = (...texts: string[]) => bytes(1, Buffer.concat(texts.map((text) => bytes(1, Buffer.from(text)))));
const times = (count: number, part: Buffer) => Buffer.alloc(part.length * count, part);
const framed = (blob: Buffer, size = blob.length) => {
  const head = Buffer.concat([bytes(1, Buffer.from("OSMData")), number(3, size)]);
  return Buffer.concat([Buffer.from([0, 0, 0, head.length]), head, blob]);
};
const claiming = (size: number, content: Buffer) =>
  framed(Buffer.concat([number(2, size), bytes(3, deflateSync(content))]));

/** Tags type=route, route=bus, as relations name them by number. */
const words = strings("", "type", "route", "bus", "route_master", "name");
const tagged = (keys: number[], values: number[]) => [bytes(2, packed(keys)), bytes(3, packed(values))];
const relation = (id: number, tags: Buffer[], members: Buffer, roles: Buffer, types: Buffer) =>
  bytes(4, Buffer.concat([number(1, id), ...tags, bytes(8, roles), bytes(9, members), bytes(10, types)]));
const route = tagged([1, 2], [2, 3]);
const ones = (count: number) => Buffer.alloc(count, 2);
const zeros = (count: number, value = 0) => Buffer.alloc(count, value);
const nodes = (count: number, first: number) =>
  block(
    bytes(
      2,
      bytes(
        2,
        Buffer.concat([
          bytes(1, Buffer.concat([packed([2 * first]), ones(count)])),
          bytes(8, zeros(count + 1)),
          bytes(9, zeros(count + 1)),
        ]),
      ),
    ),
  );

/** One master names every route, and every route is told of all of them. */
function manyRoutes(): Buffer {
  const count = 30_000;
  const routes = Buffer.concat(
    Array.from({ length: count }, (_, at) => relation(at + 1, route, packed([2]), zeros(1), zeros(1))),
  );
  const master = relation(count + 1, tagged([1, 4], [4, 3]), ones(count), zeros(count), zeros(count, 2));
  return headerThen(nodes(1, 1), block(words, bytes(2, routes)), block(words, bytes(2, master)));
}

/** Roads that go nowhere, each a few letters long. */
export function manyWays(count: number): string {
  const way = (id: number) => `<way id="${id}"><nd ref="1"/><nd ref="1"/><tag k="highway" v="a"/></way>`;
  return `<osm><node id="1" lat="1" lon="1"/>${Array.from({ length: count }, (_, at) => way(at + 1)).join("")}</osm>`;
}

export const hostileMaps: HostileFile[] = [
  {
    name: "eight million empty texts.pbf",
    make: () => headerThen(block(bytes(1, times(8_000_000, bytes(1, Buffer.alloc(0)))))),
    says: /文字过多|40 倍/,
  },
  {
    name: "four million ways.pbf",
    make: () => headerThen(block(bytes(2, times(4_000_000, bytes(3, number(1, 1)))))),
    says: /内容过多|40 倍/,
  },
  {
    name: "thirty million refs.pbf",
    make: () => headerThen(block(bytes(2, bytes(3, Buffer.concat([number(1, 1), bytes(8, zeros(15_000_000))]))))),
    says: /节点多达/,
  },
  {
    name: "blocks of nodes.pbf",
    make: () => headerThen(...Array.from({ length: 60 }, (_, at) => nodes(450_000, at * 500_000 + 1))),
    says: /40 倍/,
  },
  {
    name: "nodes as far as they go.pbf",
    make: () => headerThen(...Array.from({ length: 11 }, (_, at) => nodes(450_000, at * 500_000 + 1))),
    says: /read: \{"nodes":49500/,
  },
  {
    name: "members.pbf",
    make: () =>
      headerThen(block(words, bytes(2, times(90, relation(1, route, ones(49_000), zeros(49_000), zeros(49_000)))))),
    says: /成员|40 倍/,
  },
  {
    name: "a relation of five million.pbf",
    make: () => headerThen(block(words, bytes(2, relation(1, route, ones(5e6), zeros(5e6), zeros(5e6))))),
    says: /成员多达/,
  },
  { name: "one master of all.pbf", make: manyRoutes, says: /^read: / },
  {
    name: "a node of a million tags.pbf",
    make: () =>
      headerThen(
        block(
          words,
          bytes(
            2,
            bytes(
              2,
              Buffer.concat([
                bytes(1, packed([2])),
                bytes(8, packed([0])),
                bytes(9, packed([0])),
                bytes(10, Buffer.concat([zeros(2_000_000, 5), zeros(1)])),
              ]),
            ),
          ),
        ),
      ),
    says: /标签超过/,
  },
  {
    name: "a raw size of two gigabytes.pbf",
    make: () => headerThen(claiming(2 ** 31, Buffer.alloc(100))),
    says: /32 MB/,
  },
  { name: "a raw size too small.pbf", make: () => headerThen(claiming(10, Buffer.alloc(9e6))), says: /比它声称的长/ },
  { name: "a block of two gigabytes.pbf", make: () => headerThen(framed(Buffer.alloc(10), 2 ** 31)), says: /声称有/ },
  {
    name: "a header of four gigabytes.pbf",
    make: () => Buffer.concat([header, Buffer.alloc(4, 0xff), Buffer.alloc(1000)]),
    says: /长度有误/,
  },
  {
    name: "blocks without end.pbf.gz",
    make: () => gzipSync(Buffer.concat([header, times(300_000, block())])),
    says: /数据块超过|40 倍/,
  },
  { name: "cut short.pbf", make: () => toOsmPbf(town()).subarray(0, -9), says: /末尾缺失/ },
  { name: "cut short.osm", make: () => toOsmXml(town()).slice(0, 3000), says: /文件不完整/ },
  {
    name: "deep.osm",
    make: () => `<osm>${"<node>".repeat(500_000)}`,
    says: /嵌套过深|缺失或不是数字/,
  },
  {
    name: "billion laughs.osm",
    make: () =>
      `<?xml version="1.0"?><!DOCTYPE osm [<!ENTITY a "lol"><!ENTITY b "${"&a;".repeat(10)}">]><osm><node id="1" lat="1" lon="1"><tag k="name" v="&b;"/></node></osm>`,
    says: /DOCTYPE/,
  },
  { name: "an endless attribute.osm", make: () => `<osm><node id="${"1".repeat(9e6)}"/></osm>`, says: /异常长/ },
  {
    name: "attributes.osm",
    make: () => `<osm><node ${Array.from({ length: 600_000 }, (_, at) => `a${at}="1"`).join(" ")}/></osm>`,
    says: /异常长|缺失或不是数字/,
  },
  {
    name: "tags without end.osm",
    make: () => `<osm><way id="1">${'<tag k="a" v="b"/>'.repeat(200_000)}</way></osm>`,
    says: /标签超过/,
  },
  {
    name: "blanks.osm.gz",
    make: () => gzipSync(Buffer.concat([Buffer.from("<osm>"), Buffer.alloc(200 * 2 ** 20, " ")])),
    says: /40 倍|异常长/,
  },
  {
    name: "ways within every limit.osm",
    make: () => manyWays(400_000),
    says: /^read: |秒|MB/,
    costly: true,
  },
].map((file) => ({ ...file, reader: "map" }));
