import { expect, test } from "vitest";
import { toEdges } from "./edges";
import { toTurnRules } from "./restrictions";
import { readBytes } from "./town.sample";
import { toOsmPbf } from "./write-pbf";
import { type OsmSample, toOsmXml } from "./write-xml";

const way = (ref: number, role: string) => ({ type: "way" as const, ref, role });
const node = (ref: number) => ({ type: "node" as const, ref, role: "via" });
const left = [way(10, "from"), node(2), way(12, "to")];
const rule = { type: "restriction", restriction: "no_left_turn" };

/** 10 leads from 1 to 2, 11 on to 3, 12 and 13 turn off at 2 and 3, 14 is a footway, 15 runs through 3 unsplit. */
function crossings(relations: NonNullable<OsmSample["relations"]>): OsmSample {
  const at = (id: number, east: number, north: number) => ({ id, lng: 116 + east / 1000, lat: 40 + north / 1000 });
  const street = { highway: "tertiary" };
  return {
    nodes: [at(1, 0, 0), at(2, 1, 0), at(3, 2, 0), at(4, 1, 1), at(5, 2, 1), at(6, 3, 0), at(7, 2, -1)],
    ways: [
      { id: 10, refs: [1, 2], tags: street },
      { id: 11, refs: [2, 3], tags: street },
      { id: 12, refs: [2, 4], tags: street },
      { id: 13, refs: [5, 3], tags: street },
      { id: 14, refs: [3, 6], tags: { highway: "footway" } },
      { id: 15, refs: [7, 3, 5], tags: street },
    ],
    relations,
  };
}

async function read(relations: NonNullable<OsmSample["relations"]>) {
  const of = async (content: string | Uint8Array) => {
    const extract = await readBytes(content);
    return toTurnRules(extract, new Set(toEdges(extract).edges.map(({ wayId }) => wayId)));
  };
  const sample = crossings(relations);
  const [xml, pbf] = [await of(toOsmXml(sample)), await of(toOsmPbf(sample))];
  expect(pbf).toEqual(xml);
  return xml;
}

test("rules over a node and over ways are read with their roads in driving order, from both formats", async () => {
  const found = await read([
    { id: 1, members: left, tags: rule },
    {
      id: 2,
      members: [way(10, "from"), way(11, "via"), way(13, "to")],
      tags: { ...rule, restriction: "only_left_turn" },
    },
    { id: 3, members: [way(10, "from"), node(2), way(10, "to")], tags: { ...rule, restriction: "no_u_turn" } },
    {
      id: 4,
      members: [way(10, "from"), way(12, "from"), node(2), way(11, "to")],
      tags: { ...rule, restriction: "no_entry" },
    },
  ]);
  expect(found).toEqual({
    rules: [
      { relationId: 1, only: false, ways: [10, 12], nodes: [2] },
      { relationId: 2, only: true, ways: [10, 11, 13], nodes: [2, 3] },
      { relationId: 3, only: false, ways: [10, 10], nodes: [2] },
      { relationId: 4, only: false, ways: [10, 11], nodes: [2] },
      { relationId: 4, only: false, ways: [12, 11], nodes: [2] },
    ],
    relationIds: [1, 2, 3, 4],
    skipped: {},
  });
});

test("what buses need not heed is left out and counted by its reason", async () => {
  const tags: Record<string, string>[] = [
    { type: "restriction", "restriction:conditional": "no_left_turn @ (Mo-Fr 07:00-09:00)" },
    { ...rule, except: "bicycle;psv" },
    { ...rule, except: "bus" },
    { type: "restriction", "restriction:hgv": "no_left_turn" },
    { ...rule, restriction: "no_parking" },
    { ...rule, hour_on: "07:00", hour_off: "09:00" },
    { ...rule, "restriction:bus": "none" },
  ];
  const found = await read(tags.map((own, i) => ({ id: i + 1, members: left, tags: own })));
  expect(found.rules).toEqual([]);
  expect(found.skipped).toEqual({ conditional: 2, "buses-excepted": 3, "other-vehicles": 1, "unknown-kind": 1 });
});

test("a rule of buses' own counts, whatever binds others", async () => {
  const found = await read([
    { id: 1, members: left, tags: { type: "restriction", "restriction:bus": "no_left_turn" } },
    { id: 2, members: left, tags: { ...rule, except: "bus", "restriction:psv": "no_left_turn" } },
    { id: 3, members: left, tags: { ...rule, except: "bicycle" } },
  ]);
  expect(found.rules.map(({ relationId }) => relationId)).toEqual([1, 2, 3]);
});

test("members that are missing, outside, not for buses or not joined leave a rule out", async () => {
  const found = await read([
    { id: 1, members: [way(10, "from"), way(12, "to")], tags: rule },
    { id: 2, members: [way(10, "from"), node(2), way(99, "to")], tags: rule },
    { id: 3, members: [way(11, "from"), node(3), way(14, "to")], tags: rule },
    { id: 4, members: [way(11, "from"), node(3), way(15, "to")], tags: rule },
    { id: 5, members: [way(10, "from"), way(13, "via"), way(11, "to")], tags: rule },
  ]);
  expect(found.skipped).toEqual({ "members-missing": 1, "outside-file": 1, "not-for-buses": 1, "not-joined": 2 });
});
