import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { OsmExtract } from "./extract";
import { readOsm, type OsmReadOptions } from "./read.server";
import { toOsmXml, type OsmSample } from "./write-xml";

/**
 * A small generated town: 青年路 runs west to east in three ways (100 to 102, nodes 1 to 7), 广场环岛 (103) closes its
 * east end, 和平街 (104) crosses it at node 3. Line 8 runs there and back with platforms and stop positions, line 9
 * round the roundabout.
 */
export function town(): Required<OsmSample> {
  const at = (id: number, east: number, north: number, tags?: Record<string, string>) => ({
    id,
    lng: 116 + east / 1000,
    lat: 40 + north / 1000,
    tags,
  });
  const street = { highway: "primary", name: "青年路" };
  const platform = (name: string) => ({
    public_transport: "platform",
    highway: "bus_stop",
    bus: "yes",
    ...(name && { name }),
  });
  const stop = { public_transport: "stop_position", bus: "yes" };
  const route = (ref: string, from: string, to: string, more: Record<string, string> = {}) => ({
    type: "route",
    route: "bus",
    ref,
    from,
    to,
    network: "示范公交",
    name: `示范公交${ref}路: ${from} => ${to}`,
    "public_transport:version": "2",
    opening_hours: "Mo-Su 05:30-22:00",
    ...more,
  });
  const way = (ref: number) => ({ type: "way" as const, ref });
  const node = (ref: number, role: string) => ({ type: "node" as const, ref, role });
  return {
    nodes: [
      ...[1, 2, 3, 4, 5, 6, 7].map((id) =>
        at(id, id * 2, 0, id === 2 || id === 6 ? { ...stop, name: id === 2 ? "西站" : "东站" } : undefined),
      ),
      at(8, 16, 1),
      at(9, 18, 0),
      at(10, 16, -1),
      at(11, 6, 3),
      at(12, 6, -3),
      at(21, 4, -0.1, platform("西站")),
      at(22, 4, 0.1, platform("西站")),
      at(23, 7, -0.1, platform("")),
      at(24, 12, -0.1, platform("东站")),
      at(25, 12, 0.1, platform("东站")),
      at(26, 6, 2, platform("和平街北")),
    ],
    ways: [
      { id: 100, refs: [1, 2, 3], tags: street },
      { id: 101, refs: [3, 4, 5], tags: { ...street, maxspeed: "60" } },
      { id: 102, refs: [5, 6, 7], tags: street },
      { id: 103, refs: [7, 10, 9, 8, 7], tags: { highway: "primary", junction: "roundabout", name: "广场环岛" } },
      { id: 104, refs: [11, 3, 12], tags: { highway: "tertiary", name: "和平街" } },
      { id: 105, refs: [4, 12], tags: { highway: "footway" } },
    ],
    relations: [
      {
        id: 1001,
        members: [
          node(2, "stop_entry_only"),
          node(21, "platform_entry_only"),
          node(23, "platform"),
          node(6, "stop"),
          node(24, "platform"),
          ...[100, 101, 102].map(way),
        ],
        tags: route("8", "西站", "东站"),
      },
      {
        id: 1002,
        members: [
          node(6, "stop"),
          node(25, "platform"),
          node(2, "stop_exit_only"),
          node(22, "platform_exit_only"),
          ...[102, 101, 100].map(way),
        ],
        tags: route("8", "东站", "西站"),
      },
      {
        id: 1003,
        members: [1001, 1002].map((ref) => ({ type: "relation" as const, ref })),
        tags: { type: "route_master", route_master: "bus", ref: "8", network: "示范公交" },
      },
      {
        id: 1004,
        members: [
          node(21, "platform"),
          node(24, "platform"),
          node(25, "platform"),
          node(21, "platform"),
          ...[100, 101, 102, 103, 102, 101, 100].map(way),
        ],
        tags: route("9", "西站", "西站", { roundtrip: "yes" }),
      },
      { id: 1005, members: [way(104)], tags: { type: "route", route: "road", ref: "X1" } },
    ],
  };
}

/** Reads bytes or text through a temporary file. */
export async function readBytes(content: string | Uint8Array, options?: OsmReadOptions): Promise<OsmExtract> {
  const folder = await mkdtemp(join(tmpdir(), "osm-"));
  try {
    const file = join(folder, "sample");
    await writeFile(file, content);
    return await readOsm(file, options);
  } finally {
    await rm(folder, { recursive: true });
  }
}

export const readSample = (sample: OsmSample) => readBytes(toOsmXml(sample));
