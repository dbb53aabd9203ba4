import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { roadSkipLabels } from "./access";
import { toEdges } from "./edges";
import { readSample, town } from "./town.sample";
import type { OsmSample } from "./write-xml";

const nodes = [1, 2, 3, 4, 5, 6, 7, 8].map((id) => ({ id, lng: 116 + id / 1000, lat: 40 + (id % 3) / 1000 }));
const road = (id: number, refs: number[], tags: Record<string, string> = {}) => ({
  id,
  refs,
  tags: { highway: "primary", ...tags },
});
const edgesOf = async (ways: NonNullable<OsmSample["ways"]>, known = nodes) =>
  toEdges(await readSample({ nodes: known, ways }));
const ends = (edges: Awaited<ReturnType<typeof edgesOf>>["edges"]) =>
  edges.map(({ edgeKey, fromNode, toNode }) => [edgeKey, fromNode, toNode]);

describe("road edges", () => {
  it("leave out a short driveway that ends at a door, and keep one that is long or leads on", async () => {
    const driveway = (id: number, refs: number[]) => road(id, refs, { highway: "service", service: "driveway" });
    const places = [
      ...[1, 2, 3, 4].map((id) => ({ id, lng: 116 + id / 1000, lat: 40 })),
      ...[11, 12, 13, 14].map((id) => ({ id, lng: 116 + (id - 10) / 1000, lat: 40.0005 })),
      { id: 15, lng: 116.003, lat: 40.002 },
    ];
    const ways = [road(1, [1, 2, 3, 4]), road(2, [11, 12]), driveway(3, [2, 12]), driveway(4, [3, 15])];
    const { edges, skipped } = await edgesOf([...ways, driveway(5, [4, 14])], places);
    expect(ends(edges)).toEqual([
      ["1:0", 1, 2],
      ["1:1", 2, 3],
      ["1:2", 3, 4],
      ["2:0", 11, 12],
      ["3:0", 2, 12],
      ["4:0", 3, 15],
    ]);
    expect(edges.map(({ roadClass }) => roadClass)).toEqual([...Array(4).fill("primary"), "driveway", "driveway"]);
    expect(skipped).toEqual({ "short-driveway": 1 });
  });

  it("keep roads that are closed to buses apart, and are cut where they meet them", async () => {
    const private_ = { highway: "service", access: "private" };
    const { edges, closed, skipped } = await edgesOf([
      road(1, [1, 2, 3, 4]),
      road(2, [2, 5], { access: "no" }),
      road(3, [5, 6], { highway: "construction", construction: "primary" }),
      road(4, [3, 7], private_),
      road(5, [4, 8, 6], private_),
      road(6, [1, 7], { highway: "construction", construction: "footway" }),
      road(7, [1, 8], { highway: "proposed" }),
    ]);
    expect(ends(edges)).toEqual([
      ["1:0", 1, 2],
      ["1:1", 2, 4],
    ]);
    expect(ends(closed)).toEqual([
      ["2:0", 2, 5],
      ["3:0", 5, 6],
      ["5:0", 4, 6],
    ]);
    expect(closed.every(({ forward, backward }) => !forward && !backward)).toBe(true);
    expect(skipped).toEqual({ "no-access": 3, "not-built": 3 });
  });

  it("cuts ways where kept ways share a node, inside and at ends", async () => {
    const { edges, skipped } = toEdges(await readSample(town()));
    expect(ends(edges)).toEqual([
      ["100:0", 1, 3],
      ["101:0", 3, 5],
      ["102:0", 5, 7],
      ["103:0", 7, 9],
      ["103:1", 9, 7],
      ["104:0", 11, 3],
      ["104:1", 3, 12],
    ]);
    expect(skipped).toEqual({ "not-for-buses": 1 });
    expect(edges[1]).toMatchObject({
      wayId: 101,
      seq: 0,
      roadClass: "primary",
      roadName: "青年路",
      forward: true,
      backward: true,
      maxSpeed: 60,
    });
    expect([...edges[0]!.coords]).toEqual([116.002, 40, 116.004, 40, 116.006, 40]);
    expect(edges[0]!.length).toBeCloseTo(340.7, 0);
  });

  it("keeps a roundabout one-way and cuts it where roads leave", async () => {
    const { edges } = await edgesOf([
      road(1, [1, 2, 3, 4, 1], { junction: "roundabout" }),
      road(2, [5, 2]),
      road(3, [6, 4]),
    ]);
    expect(ends(edges.filter((edge) => edge.wayId === 1))).toEqual([
      ["1:0", 1, 2],
      ["1:1", 2, 4],
      ["1:2", 4, 1],
    ]);
    expect(edges.every((edge) => edge.wayId !== 1 || (edge.forward && !edge.backward))).toBe(true);
  });

  it("cuts a loop without junctions in two, so that no edge returns to its start", async () => {
    expect(ends((await edgesOf([road(1, [1, 2, 3, 1])])).edges)).toEqual([
      ["1:0", 1, 3],
      ["1:1", 3, 1],
    ]);
    expect(ends((await edgesOf([road(1, [4, 1, 2, 3, 1])])).edges)).toEqual([
      ["1:0", 4, 1],
      ["1:1", 1, 3],
      ["1:2", 3, 1],
    ]);
  });

  it("ignores a node repeated in a row and a way of one node", async () => {
    const { edges, skipped } = await edgesOf([road(1, [1, 1, 2, 2, 3, 3]), road(2, [4]), road(3, [5, 5])]);
    expect(ends(edges)).toEqual([["1:0", 1, 3]]);
    expect(edges[0]!.coords).toHaveLength(6);
    expect(skipped).toEqual({ "outside-file": 2 });
  });

  it("keeps the parts inside the file of a way that leaves it", async () => {
    const { edges, skipped } = await edgesOf([
      road(1, [1, 2, 90, 3, 4, 5, 91]),
      road(2, [92, 93]),
      road(3, [6, 94, 7]),
    ]);
    expect(ends(edges)).toEqual([
      ["1:0", 1, 2],
      ["1:1", 3, 5],
    ]);
    expect(skipped).toEqual({ "outside-file": 2 });
  });

  it("does not cut at roads that buses may not use", async () => {
    expect(
      ends((await edgesOf([road(1, [1, 2, 3]), { id: 2, refs: [2, 4], tags: { highway: "steps" } }])).edges),
    ).toEqual([["1:0", 1, 3]]);
  });

  it("reads speeds and falls back to road numbers", async () => {
    const { edges } = await edgesOf([
      road(1, [1, 2], { maxspeed: "40 mph", ref: "G6" }),
      road(2, [3, 4], { maxspeed: "CN:urban", "name:zh": "甲路" }),
    ]);
    expect(edges.map(({ maxSpeed, roadName }) => [maxSpeed, roadName])).toEqual([
      [64, "G6"],
      [0, "甲路"],
    ]);
  });

  it("covers every way piece exactly once, with keys that stay the same on a second import", async () => {
    const ref = fc.integer({ min: 1, max: 10 });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(ref, { minLength: 0, maxLength: 8 }), { maxLength: 6 }), async (lists) => {
        const ways = lists.map((refs, index) => road(index + 1, refs));
        const [once, again] = await Promise.all([edgesOf(ways), edgesOf([...ways].reverse())]);
        expect(again).toEqual(once);
        expect(new Set(once.edges.map((edge) => edge.edgeKey)).size).toBe(once.edges.length);
        const pairs = ways.flatMap(({ refs }) =>
          refs.slice(1).filter((to, at) => to !== refs[at] && to < 9 && refs[at]! < 9),
        ).length;
        expect(once.edges.reduce((sum, edge) => sum + edge.coords.length / 2 - 1, 0)).toBe(pairs);
        for (const edge of once.edges) {
          expect(edge.fromNode).not.toBe(edge.toNode);
          expect(edge.length).toBeGreaterThan(0);
          const uses = ways.flatMap(({ refs }) => refs);
          expect(uses).toContain(edge.fromNode);
        }
        for (const reason of Object.keys(once.skipped)) expect(roadSkipLabels).toHaveProperty(reason);
      }),
      { numRuns: 60 },
    );
  });
});
