import { randomBytes } from "node:crypto";
import { deflateSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mayTake } from "../../../tests/kit/slowness";
import { toBusRoutes } from "./bus-routes";
import { toEdges } from "./edges";
import { OsmFileError } from "./osm-file-error";
import { readBytes, readSample, town } from "./town.sample";
import { pbfBlob, pbfParts, toOsmPbf } from "./write-pbf";
import { toOsmXml } from "./write-xml";

const fault = async (content: string | Uint8Array, options?: Parameters<typeof readBytes>[1]) => {
  const error = await readBytes(content, options).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(OsmFileError);
  expect((error as OsmFileError).message).toMatch(/\p{Script=Han}.*，\p{Script=Han}/u);
  return (error as OsmFileError).fault;
};

const node = (id: number, more = "") => `<node id="${id}" lat="40" lon="116"${more}/>`;
const osm = (inside: string) => `<?xml version="1.0" encoding="UTF-8"?>\n<osm version="0.6">\n${inside}\n</osm>`;

describe("formats", () => {
  it("reads the same from XML, gzip and PBF, whatever the file is called", async () => {
    const xml = toOsmXml(town());
    const [plain, zipped, pbf, zippedPbf] = await Promise.all([
      readBytes(xml),
      readBytes(gzipSync(xml)),
      readBytes(toOsmPbf(town())),
      readBytes(gzipSync(toOsmPbf(town()))),
    ]);
    for (const other of [zipped, pbf, zippedPbf]) {
      expect(other).toEqual(plain);
      expect(toEdges(other)).toEqual(toEdges(plain));
      expect(toBusRoutes(other)).toEqual(toBusRoutes(plain));
    }
    expect(plain.counts).toEqual({ nodes: 18, ways: 6, relations: 5, missingNodes: 0 });
    expect(plain.bounds).toEqual({ minLng: 116.002, minLat: 39.997, maxLng: 116.018, maxLat: 40.003 });
  });

  it("gives the same extract whatever the order of elements", async () => {
    const { nodes, ways, relations } = town();
    const turned = { nodes: [...nodes].reverse(), ways: [...ways].reverse(), relations: [...relations].reverse() };
    const [a, b] = await Promise.all([readSample(town()), readSample(turned)]);
    expect(b).toEqual(a);
    expect(toBusRoutes(b)).toEqual(toBusRoutes(a));
  });

  it("survives names with every kind of character", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }), async (name) => {
        const sample = { nodes: [{ id: 1, lng: 1, lat: 2, tags: { highway: "bus_stop", name } }] };
        const [xml, pbf] = await Promise.all([readSample(sample), readBytes(toOsmPbf(sample))]);
        expect(pbf.nodeTags.get(1)?.name).toBe(name.replace(/[\t\n\r]+/g, " ").replace(/\p{Cc}/gu, ""));
        expect(xml.nodeTags.get(1)?.name).not.toMatch(/\p{Cc}/u);
      }),
      { numRuns: 40 },
    );
  });

  it("reports progress from 0 to 1 and leaves out deleted elements", async () => {
    const seen: number[] = [];
    const extract = await readBytes(osm(`${node(1)}${node(2, ' action="delete"')}${node(3, ' visible="false"')}`), {
      progress: (done) => seen.push(done),
    });
    expect(extract.counts.nodes).toBe(1);
    expect(seen.at(-1)).toBe(1);
    expect([...seen].sort((a, b) => a - b)).toEqual(seen);
  });

  it("counts references to nodes outside the file", async () => {
    const extract = await readBytes(
      osm(`${node(1)}<way id="5"><nd ref="1"/><nd ref="2"/><tag k="highway" v="road"/></way>`),
    );
    expect(extract.counts.missingNodes).toBe(1);
  });
});

describe("files that are refused", () => {
  const xml = toOsmXml(town());
  const pbf = toOsmPbf(town());

  it.each<[string, string | Uint8Array, string]>([
    ["nothing", "", "empty"],
    ["no element", osm(""), "empty"],
    ["blank text", "  \n ", "empty"],
    ["an empty gzip", gzipSync(""), "empty"],
    ["a web page", "<!DOCTYPE html><html><body>404</body></html>", "not-osm"],
    ["a web page without doctype", "<html><body>404</body></html>", "not-osm"],
    ["other XML", "<kml><Placemark/></kml>", "not-osm"],
    ["a change file", "<osmChange><create/></osmChange>", "not-osm"],
    ["JSON", '{"elements":[]}', "not-osm"],
    ["UTF-16", Buffer.from("\ufeff<osm/>", "utf16le"), "not-osm"],
    ["GBK", '<?xml version="1.0" encoding="GBK"?><osm/>', "not-osm"],
    ["bytes that are not UTF-8", Buffer.from([...Buffer.from("<osm><node k='"), 0xc0, 0xaf]), "damaged"],
    ["a zip file", Buffer.from("PK\x03\x04rest"), "packed"],
    ["a bzip2 file", Buffer.from("BZh91AY"), "packed"],
    ["gzip in gzip", gzipSync(gzipSync(xml)), "packed"],
    ["cut XML", xml.slice(0, -30), "truncated"],
    ["cut gzip", gzipSync(xml).subarray(0, 300), "truncated"],
    ["a damaged gzip", spoiled(gzipSync(xml), 60), "damaged"],
    ["cut PBF", pbf.subarray(0, pbf.length - 5), "truncated"],
    ["PBF cut behind its header", pbf.subarray(0, pbf.indexOf("OSMData") + 9), "truncated"],
    ["crossed tags", osm("<node></way>"), "damaged"],
    ["an unknown entity", osm(`<node id="1" lat="1" lon="1"><tag k="name" v="&x;"/></node>`), "damaged"],
    ["deep nesting", osm("<a>".repeat(50) + "</a>".repeat(50)), "damaged"],
    ["a latitude beyond the pole", osm('<node id="1" lat="90.5" lon="1"/>'), "out-of-range"],
    ["a longitude beyond 180", osm('<node id="1" lat="1" lon="-180.5"/>'), "out-of-range"],
    ["a coordinate that is no number", osm('<node id="1" lat="NaN" lon="1"/>'), "damaged"],
    ["no coordinate", osm('<node id="1"/>'), "damaged"],
    ["an id that is no number", osm('<node id="x" lat="1" lon="1"/>'), "damaged"],
    ["an id beyond exact numbers", osm('<node id="99999999999999999" lat="1" lon="1"/>'), "damaged"],
    ["a node twice", osm(node(1) + node(2) + node(1)), "duplicate"],
    ["a way twice", osm('<way id="1"/><way id="1"/>'), "duplicate"],
    ["a relation twice", osm('<relation id="1"/><relation id="1"/>'), "duplicate"],
    ["an unknown member type", osm('<relation id="1"><member type="area" ref="1" role=""/></relation>'), "damaged"],
    ["a first block that is no header", pbfBlob("OSMData", Buffer.alloc(0)), "not-osm"],
    ["a history file", pbfBlob("OSMHeader", pbfParts.bytes(4, Buffer.from("HistoricalInformation"))), "not-osm"],
    ["a block of an unknown packer", headerThen(frame(pbfParts.bytes(4, Buffer.from("lzma")))), "damaged"],
    ["a block that does not unzip", headerThen(frame(pbfParts.bytes(3, Buffer.from("not zlib")))), "damaged"],
    [
      "a block of 2 GB",
      Buffer.concat([pbfBlob("OSMHeader", Buffer.alloc(0)), pbfBlob("OSMData", Buffer.alloc(0), 2 ** 31)]),
      "unsafe",
    ],
    [
      "a header of 2 GB",
      Buffer.concat([pbfBlob("OSMHeader", Buffer.alloc(0)), Buffer.from([0x7f, 0xff, 0xff, 0xff])]),
      "damaged",
    ],
    [
      "a block that unzips beyond 32 MB",
      headerThen(frame(pbfParts.bytes(3, deflateSync(Buffer.alloc(33 * 2 ** 20))))),
      "unsafe",
    ],
    ["dense nodes with too few tag ends", headerThen(pbfBlob("OSMData", dense([1, 2, 3], [1, 1]))), "damaged"],
    [
      "dense nodes without positions",
      headerThen(pbfBlob("OSMData", pbfParts.bytes(2, pbfParts.bytes(2, pbfParts.bytes(1, pbfParts.packed([2])))))),
      "damaged",
    ],
    [
      "a length that leaves its block",
      headerThen(pbfBlob("OSMData", Buffer.from([0x12, 0xff, 0xff, 0xff, 0x07]))),
      "damaged",
    ],
    [
      "too many nodes in one block",
      headerThen(pbfBlob("OSMData", dense(new Array<number>(500_001).fill(2), []))),
      "unsafe",
    ],
  ])("%s", async (_, content, expected) => {
    expect(await fault(content)).toBe(expected);
  });

  it("an entity bomb, at once", async () => {
    const entities = Array.from({ length: 9 }, (_, n) => `<!ENTITY a${n + 1} "${`&a${n};`.repeat(10)}">`).join("");
    const bomb = `<?xml version="1.0"?><!DOCTYPE osm [<!ENTITY a0 "lol">${entities}]><osm><node id="1" lat="1" lon="1"><tag k="name" v="&a9;"/></node></osm>`;
    expect(await fault(bomb)).toBe("unsafe");
  });

  it("a gzip bomb, long before it is unzipped", async () => {
    const bomb = gzipSync(Buffer.concat([Buffer.from("<osm>"), Buffer.alloc(200 * 2 ** 20, " ")]));
    const start = process.cpuUsage();
    expect(await fault(bomb)).toBe("unsafe");
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(mayTake(5_000));
  });

  it("an endless attribute or comment", async () => {
    expect(await fault(`<osm><node id="${"1".repeat(9_000_000)}"/></osm>`)).toBe("unsafe");
    expect(await fault(`<osm><!--${"x".repeat(9_000_000)}--></osm>`)).toBe("unsafe");
  });

  it("a way with too many nodes or tags", async () => {
    expect(await fault(osm(`<way id="1">${'<nd ref="1"/>'.repeat(50_001)}</way>`))).toBe("unsafe");
    expect(await fault(osm(`<way id="1">${'<tag k="a" v="b"/>'.repeat(5_001)}</way>`))).toBe("unsafe");
  });

  it("more than the caps allow", async () => {
    expect(await fault(xml, { limits: { nodes: 10 } })).toBe("too-big");
    expect(await fault(pbf, { limits: { ways: 2 } })).toBe("too-big");
    expect(await fault(xml, { limits: { relations: 1 } })).toBe("too-big");
    expect(await fault(gzipSync(xml), { limits: { bytes: 1_000 } })).toBe("too-big");
    expect(await fault(pbf, { limits: { bytes: pbf.length + 100 } })).toBe("too-big");
  });

  it("when asked to stop", async () => {
    expect(await fault(xml, { signal: AbortSignal.abort() })).toBe("stopped");
    const big = toOsmXml({ nodes: Array.from({ length: 100_000 }, (_, index) => ({ id: index + 1, lng: 1, lat: 1 })) });
    expect(await fault(big, { signal: AbortSignal.timeout(1) })).toBe("stopped");
  });

  it("says the line or byte and what to do", async () => {
    await expect(readBytes(osm(`${node(1)}\n<node id="2" lat="95" lon="1"/>`))).rejects.toThrow(
      "节点 2 的坐标 1,95 超出经纬度范围（第 4 行），请确认文件使用 WGS84 经纬度后重新导出",
    );
    await expect(readBytes(pbf.subarray(0, pbf.length - 5))).rejects.toThrow(
      /^文件不完整，末尾缺失（第 \d+ 字节），请重新下载或重新导出$/,
    );
  });

  it("random bytes, and good files with random damage", async () => {
    const clean = (promise: Promise<unknown>) =>
      promise.catch((error: unknown) => expect(error).toBeInstanceOf(OsmFileError));
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 400 }),
        fc.constantFrom("", "<osm>", "\x1f\x8b\x08"),
        async (bytes, start) => {
          await clean(readBytes(Buffer.concat([Buffer.from(start, "latin1"), bytes])));
        },
      ),
      { numRuns: 150 },
    );
    const good = [Buffer.from(xml), gzipSync(xml), pbf];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...good),
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 4 }),
        async (file, hits) => {
          const damaged = Buffer.from(file);
          for (const [at, value] of hits) damaged[at % damaged.length] = value;
          await clean(readBytes(damaged).then((extract) => [toEdges(extract), toBusRoutes(extract)]));
        },
      ),
      { numRuns: 200 },
    );
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (block) => {
        await clean(
          readBytes(headerThen(pbfBlob("OSMData", Buffer.from(block)))).then((extract) => [
            toEdges(extract),
            toBusRoutes(extract),
          ]),
        );
      }),
      { numRuns: 200 },
    );
    await clean(readBytes(randomBytes(100_000)));
  });
});

function spoiled(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.fill(0xff, at, at + 20);
  return copy;
}

function headerThen(...blobs: Buffer[]): Buffer {
  return Buffer.concat([pbfBlob("OSMHeader", pbfParts.bytes(4, Buffer.from("DenseNodes"))), ...blobs]);
}

/** A data block around a blob made by hand. */
function frame(blob: Buffer): Buffer {
  const header = Buffer.concat([pbfParts.bytes(1, Buffer.from("OSMData")), pbfParts.number(3, blob.length)]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(header.length);
  return Buffer.concat([length, header, blob]);
}

function dense(ids: number[], tags: number[]): Buffer {
  const zeros = ids.map(() => 0);
  const nodes = [
    pbfParts.bytes(1, pbfParts.packed(ids)),
    pbfParts.bytes(8, pbfParts.packed(zeros)),
    pbfParts.bytes(9, pbfParts.packed(zeros)),
    pbfParts.bytes(10, pbfParts.packed(tags)),
  ];
  return Buffer.concat([
    pbfParts.bytes(1, pbfParts.bytes(1, Buffer.from("x"))),
    pbfParts.bytes(2, pbfParts.bytes(2, Buffer.concat(nodes))),
  ]);
}
