import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mayTake } from "../../../tests/kit/slowness";
import { buildBusNetwork, toBusRoutes, type BusNetwork } from "./bus-routes";
import { mergeRelations } from "./route-relation";
import { OsmFileError } from "./osm-file-error";
import { relationSkipLabel } from "./relations";
import { readSample, town } from "./town.sample";
import type { OsmSample, SampleMember } from "./write-xml";

const importOf = async (sample: OsmSample) => toBusRoutes(await readSample(sample));
const member =
  (type: SampleMember["type"]) =>
  (ref: number, role = ""): SampleMember => ({ type, ref, role });
const [node, way, relation] = [member("node"), member("way"), member("relation")];
const bus = (id: number, members: SampleMember[], tags: Record<string, string> = {}) => ({
  id,
  members,
  tags: { type: "route", route: "bus", ...tags },
});
const withRelations = (relations: OsmSample["relations"], more: Partial<OsmSample> = {}) => ({
  ...town(),
  ...more,
  relations,
});
const shape = ({ lines }: BusNetwork) =>
  lines.map((line) => [
    line.lineName,
    line.lineType,
    ...line.variants.map((variant) => [
      variant.sortType,
      variant.name,
      ...variant.directions.map(({ relationId }) => relationId),
    ]),
  ]);
const keys = ({ lines }: BusNetwork, line = 0, variant = 0, direction = 0) =>
  lines[line]!.variants[variant]!.directions[direction]!.stations.map((stop) => stop.key);

describe("bus lines", () => {
  it("make up and down of a master's routes, with stations, path and hours", async () => {
    const imported = await importOf(town());
    const line = imported.lines[0]!;
    expect(line).toMatchObject({
      key: "osm:1003",
      relationIds: [1001, 1002],
      ref: "8",
      lineName: "8路",
      lineType: 1,
      mode: "bus",
      network: "示范公交",
      draft: false,
    });
    expect(line.variants).toHaveLength(1);
    const [up, down] = line.variants[0]!.directions;
    expect(up).toMatchObject({
      direction: 1,
      relationId: 1001,
      from: "西站",
      to: "东站",
      breaks: [],
      hours: { first: "05:30", last: "22:00" },
      draft: false,
    });
    expect(up!.stations).toEqual([
      { key: "OSM21", inFile: true, onRequest: false, boarding: "entry" },
      { key: "OSM23", inFile: true, onRequest: false, boarding: "both" },
      { key: "OSM24", inFile: true, onRequest: false, boarding: "both" },
    ]);
    expect(up!.path.map(([lng]) => lng)).toEqual([116.002, 116.004, 116.006, 116.008, 116.01, 116.012, 116.014]);
    expect(up!.completeness).toMatchObject({
      stationsInFile: 3,
      stationsTotal: 3,
      waysInFile: 3,
      waysTotal: 3,
      text: "本文件有 3 个站点中的 3 个、3 条道路中的 3 条",
    });
    expect(down).toMatchObject({ direction: 2, relationId: 1002, from: "东站", to: "西站" });
    expect(down!.path).toEqual([...up!.path].reverse());
    expect(imported.skipped).toEqual({ "route=road": 1 });
  });

  it("name stations, with a rule for those without a name, and bring named stops that no line uses", async () => {
    const { stations, problems } = await importOf(town());
    expect(stations.map(({ key, staName, named, road }) => [key, staName, named, road])).toEqual([
      ["OSM21", "西站", true, "青年路"],
      ["OSM22", "西站", true, "青年路"],
      ["OSM23", "青年路站点23", false, "青年路"],
      ["OSM24", "东站", true, "青年路"],
      ["OSM25", "东站", true, "青年路"],
      ["OSM26", "和平街北", true, "和平街"],
    ]);
    expect(stations[0]).toMatchObject({ lng: 116.004, lat: 39.9999, lines: ["osm:1003", "osm:示范公交/9"] });
    expect(stations[5]!.lines).toEqual([]);
    expect(problems).toEqual([{ ref: "node/23", text: "站点没有名称，暂名“青年路站点23”，请改为实际站名" }]);
  });

  it("bring stop positions that no platform stands for, and count the nameless ones that are left out", async () => {
    const stop = (name?: string) => ({ public_transport: "stop_position", bus: "yes", ...(name && { name }) });
    const at = (id: number, lng: number, name?: string) => ({ id, lng, lat: 40, tags: stop(name) });
    const more = [at(31, 116.009, "公园"), at(32, 116.0119, "东站"), at(33, 116.01), at(34, 116.0105)];
    const { stations, problems } = await importOf({ ...town(), nodes: [...town().nodes, ...more] });
    const keys = stations.map(({ key }) => key);
    expect(keys).toContain("OSM31");
    for (const key of ["OSM32", "OSM33", "OSM34"]) expect(keys).not.toContain(key);
    expect(problems.map(({ text }) => text)).toContain(
      "有 2 个停靠点没有名称，也没有线路停靠，没有作为站点导入（这是其中一个）",
    );
  });

  it("give a circular line one direction, round its roundabout", async () => {
    const line = (await importOf(town())).lines[1]!;
    expect(line).toMatchObject({ key: "osm:示范公交/9", lineName: "9路", lineType: 2, draft: false });
    expect(line.variants).toHaveLength(1);
    const [only, second] = line.variants[0]!.directions;
    expect(second).toBeUndefined();
    expect(only!.stations.map((stop) => stop.key)).toEqual(["OSM21", "OSM24", "OSM25", "OSM21"]);
    expect(only!.path).toHaveLength(17);
    expect(only!.path[0]).toEqual(only!.path.at(-1));
  });

  it("come out the same when imported twice and as plain data", async () => {
    const [once, again] = await Promise.all([importOf(town()), importOf(town())]);
    expect(again).toEqual(once);
    expect(JSON.parse(JSON.stringify(once))).toEqual(once);
    expect(buildBusNetwork(mergeRelations(once.relations, again.relations)).lines).toEqual(once.lines);
  });

  it("are grouped by network and reference without a master, the surplus becoming secondary variants", async () => {
    const route = (id: number, from: string, to: string, stops: number[]) =>
      bus(
        id,
        stops.map((ref) => node(ref, "platform")),
        { ref: "5", network: "甲", from, to },
      );
    const imported = await importOf(
      withRelations([
        route(1, "西站", "东站", [21, 24]),
        route(2, "东站", "西站", [25, 22]),
        route(3, "西站", "北站", [21, 26]),
        route(4, "西站", "东站", [21, 23, 24]),
      ]),
    );
    expect(shape(imported)).toEqual([["5路", 1, [1, "主分类", 1, 2], [2, "西站—东站", 4], [2, "西站—北站", 3]]]);
    expect(imported.lines[0]!.key).toBe("osm:甲/5");
    const others = await importOf(
      withRelations([route(1, "西站", "东站", [21, 24]), bus(2, [node(21, "platform")], { ref: "5", network: "乙" })]),
    );
    expect(others.lines.map((line) => [line.key, line.lineName])).toEqual([
      ["osm:甲/5", "5路（甲）"],
      ["osm:乙/5", "5路（乙）"],
    ]);
    expect(others.problems.filter((problem) => problem.text.includes("几条线路都叫"))).toHaveLength(2);
  });

  it("join their master's line where only one of the routes names the master", async () => {
    const { relations, ...rest } = town();
    const master = { ...relations.find(({ id }) => id === 1003)!, members: [relation(1001)] };
    const { lines } = await importOf({ ...rest, relations: [...relations.filter(({ id }) => id !== 1003), master] });
    expect(lines.map((line) => [line.key, line.relationIds])).toEqual([
      ["osm:1003", [1001, 1002]],
      ["osm:示范公交/9", [1004]],
    ]);
  });

  it("pair directions whose ends differ by one stop, and those that nothing is known of", async () => {
    const route = (id: number, tags: Record<string, string>) => bus(id, [way(100), way(101)], { ref: "6", ...tags });
    expect(
      shape(await importOf(withRelations([route(1, { from: "甲", to: "乙" }), route(2, { from: "乙", to: "丙" })]))),
    ).toEqual([["6路", 1, [1, "主分类", 1, 2]]]);
    expect(shape(await importOf(withRelations([route(1, {}), route(2, {})])))).toEqual([
      ["6路", 1, [1, "主分类", 1, 2]],
    ]);
    expect(
      shape(await importOf(withRelations([route(1, { from: "甲", to: "乙" }), route(2, { from: "甲", to: "乙" })]))),
    ).toEqual([["6路", 1, [1, "主分类", 1], [2, "甲—乙", 2]]]);
  });

  it("read old relations: both directions in one, by the stops' roles", async () => {
    const stops = [
      node(21, "forward:stop:1"),
      node(24, "forward:stop:2"),
      node(22, "backward:stop:2"),
      node(25, "backward:stop:1"),
    ];
    const imported = await importOf(
      withRelations([bus(1, [...stops, way(100), way(101), way(102)], { ref: "3", from: "西站", to: "东站" })]),
    );
    expect(shape(imported)).toEqual([["3路", 1, [1, "主分类", 1, 1]]]);
    expect(keys(imported)).toEqual(["OSM21", "OSM24"]);
    expect(keys(imported, 0, 0, 1)).toEqual(["OSM25", "OSM22"]);
    const [up, down] = imported.lines[0]!.variants[0]!.directions;
    expect([up!.from, down!.from]).toEqual(["西站", "东站"]);
    expect(up!.path[0]![0]).toBeLessThan(up!.path.at(-1)![0]);
    expect(down!.path[0]![0]).toBeGreaterThan(down!.path.at(-1)![0]);
  });

  it("read old relations: the way back listed from the wrong end", async () => {
    const stops = [
      node(21, "forward_stop"),
      node(24, "forward_stop"),
      node(22, "backward_stop"),
      node(25, "backward_stop"),
    ];
    const imported = await importOf(withRelations([bus(1, [...stops, way(100), way(101), way(102)], { ref: "3" })]));
    expect(keys(imported, 0, 0, 1)).toEqual(["OSM25", "OSM22"]);
    const { path } = imported.lines[0]!.variants[0]!.directions[1]!;
    expect(path[0]![0]).toBeGreaterThan(path.at(-1)![0]);
  });

  it("read old relations: stops without a role, other nodes left out", async () => {
    const imported = await importOf(
      withRelations([bus(1, [node(21), node(3), node(24), way(100), way(101), way(102), relation(9)], { ref: "3" })]),
    );
    expect(keys(imported)).toEqual(["OSM21", "OSM24"]);
    expect(imported.relations[0]!.otherMembers).toBe(2);
    expect(imported.lines[0]!.variants[0]!.directions[0]).toMatchObject({ from: "西站", to: "东站" });
  });

  it("take stops listed in no order as their path passes them, and say so", async () => {
    const version = { "public_transport:version": "2", ref: "5", from: "西站", to: "东站" };
    const ways = [100, 101, 102].map((id) => way(id));
    const listed = (...stops: SampleMember[]) => importOf(withRelations([bus(1, [...stops, ...ways], version)]));
    const words = ({ problems }: BusNetwork) =>
      problems.map(({ text }) => text).filter((text) => text.includes("顺序"));

    const right = await listed(node(21, "platform"), node(23, "platform"), node(24, "platform"));
    expect([keys(right), words(right)]).toEqual([["OSM21", "OSM23", "OSM24"], []]);

    // Stop positions that are listed away from their platforms are no stations of their own.
    const mixed = await listed(
      node(24, "platform"),
      node(21, "platform"),
      node(6, "stop"),
      node(23, "platform"),
      node(2, "stop"),
    );
    expect(keys(mixed)).toEqual(["OSM21", "OSM23", "OSM24"]);
    expect(words(mixed)).toEqual([
      "关系中的站点不按行驶顺序排列，已按路径的顺序排列（2 站换了位置，止于“东站”），其中 2 个停靠点与旁边的站台合为一站，请核对",
    ]);

    const turned = await listed(node(24, "platform"), node(23, "platform"), node(21, "platform"));
    expect([keys(turned), words(turned)]).toEqual([["OSM24", "OSM23", "OSM21"], []]);
  });

  it("find the way through ways listed out of order", async () => {
    const imported = await importOf(
      withRelations([bus(1, [node(1, "platform"), node(7, "platform"), way(100), way(102), way(101)], { ref: "3" })]),
    );
    const { path, breaks } = imported.lines[0]!.variants[0]!.directions[0]!;
    expect(breaks).toEqual([]);
    expect(path.map(([lng]) => lng)).toEqual([...path.map(([lng]) => lng)].sort());
  });

  it("use a stop position's platform everywhere once one route or the place itself shows it", async () => {
    const alone = bus(2, [node(2, "stop"), node(6, "stop")], { ref: "4" });
    expect(
      keys(await importOf(withRelations([bus(1, [node(2, "stop"), node(22, "platform")], { ref: "3" }), alone])), 1),
    ).toEqual(["OSM22", "OSM24"]);
    expect(keys(await importOf(withRelations([alone])))).toEqual(["OSM21", "OSM24"]);
  });

  it("take hail and ride points as stops on request, and platforms drawn as ways", async () => {
    const platform = { id: 300, refs: [1, 2], tags: { public_transport: "platform", name: "大站台" } };
    const imported = await importOf(
      withRelations(
        [bus(1, [node(21, "platform"), node(4, "hail_and_ride"), way(300, "platform"), way(100)], { ref: "3" })],
        { ways: [...town().ways, platform] },
      ),
    );
    expect(imported.lines[0]!.variants[0]!.directions[0]!.stations.map((stop) => [stop.key, stop.onRequest])).toEqual([
      ["OSM21", false],
      ["OSM4", true],
      ["OSMW300", false],
    ]);
    expect(imported.stations.find((station) => station.key === "OSMW300")).toMatchObject({
      staName: "大站台",
      lng: 116.003,
    });
  });

  it("name nameless stops after their stop area", async () => {
    const area = {
      id: 50,
      members: [node(23, "platform")],
      tags: { type: "public_transport", public_transport: "stop_area", name: "和平路口" },
    };
    const imported = await importOf(
      withRelations([bus(1, [node(21, "platform"), node(23, "platform")], { ref: "3" }), area]),
    );
    expect(imported.stations.find((station) => station.key === "OSM23")).toMatchObject({
      staName: "和平路口",
      named: true,
    });
  });

  it("count what is left out, each with a Chinese label", async () => {
    const { skipped } = await importOf(
      withRelations([
        bus(1, [node(900, "platform"), way(901)]),
        bus(2, []),
        bus(3, [way(100)], { state: "proposed" }),
        { id: 4, members: [way(100)], tags: { type: "route", route: "subway" } },
        { id: 5, members: [], tags: { type: "multipolygon" } },
        { id: 6, members: [relation(99)], tags: { type: "route_master", route_master: "bus" } },
        { id: 7, members: [], tags: {} },
      ]),
    );
    expect(skipped).toEqual({
      "outside-file": 1,
      "no-members": 1,
      "not-running": 1,
      "route=subway": 1,
      "type=multipolygon": 1,
      "master-without-routes": 1,
      "no type": 1,
    });
    for (const reason of [...Object.keys(skipped), "route=spaceship", "type=x"])
      expect(relationSkipLabel(reason)).toMatch(/\p{Script=Han}/u);
  });

  it("get a name and a note where the file gives none", async () => {
    const { lines, problems } = await importOf(withRelations([bus(77, [way(100)])]));
    expect(lines[0]).toMatchObject({ key: "osm:r77", lineName: "未命名线路77", draft: true });
    expect(problems.map((problem) => problem.text)).toEqual([
      "线路没有名称和编号，暂名“未命名线路77”，请改为实际名称",
      "关系中没有站点",
      "有 1 个停靠点没有名称，也没有线路停靠，没有作为站点导入（这是其中一个）",
    ]);
  });
});

describe("any relations at all", () => {
  const role = fc.constantFrom(
    "",
    "stop",
    "platform",
    "platform_exit_only",
    "forward",
    "backward",
    "forward_stop",
    "backward:stop:2",
    "hail_and_ride",
    "x",
  );
  const anyMember = fc.record({
    type: fc.constantFrom("node" as const, "way" as const, "relation" as const),
    ref: fc.constantFrom(2, 3, 6, 21, 22, 23, 24, 25, 99, 100, 101, 102, 103, 104, 105, 199, 1, 4),
    role,
  });
  const name = fc.constantFrom("", "甲", "乙", "1路: 甲 => 乙", "😀".repeat(80), "-".repeat(300));
  const tags = fc.record({
    type: fc.constantFrom("route", "route", "route", "route_master"),
    route: fc.constantFrom("bus", "trolleybus"),
    route_master: fc.constant("bus"),
    ref: name,
    name,
    from: name,
    to: name,
    network: name,
    roundtrip: fc.constantFrom("no", "yes"),
    "public_transport:version": fc.constantFrom("1", "2"),
    opening_hours: fc.string({ maxLength: 12 }),
  });

  it("give consistent lines, the same whatever the order of the file", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ members: fc.array(anyMember, { maxLength: 10 }), tags }), { maxLength: 6 }),
        async (made) => {
          const relations = made.map((relation, index) => ({ id: index + 1, ...relation }));
          const imported = await importOf(withRelations(relations));
          expect(await importOf(withRelations([...relations].reverse()))).toEqual(imported);
          expect(JSON.parse(JSON.stringify(imported))).toEqual(imported);
          const known = new Set(imported.stations.map((station) => station.key));
          expect(new Set(imported.lines.map((line) => line.lineName)).size).toBe(imported.lines.length);
          expect(imported.lines.flatMap((line) => line.relationIds).sort()).toEqual(
            imported.relations.map((relation) => relation.id).sort(),
          );
          for (const { staName } of imported.stations) expect(staName).toMatch(/^.{1,64}$/s);
          for (const line of imported.lines) {
            expect(line.lineName).toMatch(/^\S.{0,63}$/s);
            expect(line.variants.filter((variant) => variant.sortType === 1)).toEqual([line.variants[0]]);
            expect(new Set(line.variants.map((variant) => variant.name)).size).toBe(line.variants.length);
            for (const variant of line.variants) {
              expect(variant.name.length).toBeLessThanOrEqual(32);
              expect(variant.directions.map((direction) => direction.direction)).toEqual(
                [1, 2].slice(0, variant.directions.length),
              );
              for (const { stations, path, breaks } of variant.directions) {
                expect(
                  stations.every(
                    (stop, index) => known.has(stop.key) === stop.inFile && stop.key !== stations[index - 1]?.key,
                  ),
                ).toBe(true);
                expect(breaks.every((gap) => gap.at > 0 && gap.at < path.length && gap.metres > 0)).toBe(true);
              }
            }
          }
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe("relations made to exhaust us", () => {
  const long = {
    id: 400,
    refs: Array.from({ length: 40_000 }, (_, index) => (index % 2) + 1),
    tags: { highway: "primary" },
  };
  const times = (count: number, made: (index: number) => SampleMember) =>
    Array.from({ length: count }, (_, index) => made(index));

  it("get no path, or are refused together", async () => {
    const one = await importOf({
      ...town(),
      ways: [long],
      relations: [
        bus(
          1,
          times(100, () => way(400)),
        ),
      ],
    });
    expect(one.lines[0]!.variants[0]!.directions[0]!.path).toEqual([]);
    expect(one.problems.map((problem) => problem.text)).toContain("路径超过 200000 个点，未导入路径");
    const many = Array.from({ length: 200 }, (_, index) =>
      bus(
        index + 1,
        times(3, () => way(400)),
        { ref: "1" },
      ),
    );
    await expect(importOf({ ...town(), ways: [long], relations: many })).rejects.toThrow(OsmFileError);
  });

  it("are read in seconds, however many stops and directions they claim", async () => {
    const stops = bus(1, [
      ...times(20_000, (index) => node(index + 5_000, "stop")),
      ...times(19_000, (index) => node(index + 90_000, "platform")),
      way(100),
    ]);
    const directions = Array.from({ length: 5_000 }, (_, index) =>
      bus(index + 2, [way(100)], { ref: "1", from: "甲", to: "乙" }),
    );
    const start = process.cpuUsage();
    const { lines } = await importOf(withRelations([stops, ...directions]));
    expect(lines.map((line) => line.variants.length)).toEqual([1, 5_000]);
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(mayTake(10_000));
  });
});

describe("lines cut by the file", () => {
  const west = () => {
    const { nodes, ways, relations } = town();
    return {
      nodes: nodes.filter(({ id }) => [1, 2, 3, 11, 12, 21, 22, 23].includes(id)),
      ways: ways.filter(({ id }) => id === 100),
      relations,
    };
  };
  const east = () => {
    const { nodes, ways, relations } = town();
    return {
      nodes: nodes.filter(({ id }) => ![1, 2, 11, 21, 22, 23].includes(id)),
      ways: ways.filter(({ id }) => id !== 100 && id !== 104),
      relations,
    };
  };

  it("are drafts that say how much is there, with the same stations in the same order", async () => {
    const [whole, cut] = await Promise.all([importOf(town()), importOf(west())]);
    const [up] = cut.lines[0]!.variants[0]!.directions;
    expect(cut.lines[0]).toMatchObject({ key: "osm:1003", lineName: "8路", draft: true });
    expect(keys(cut)).toEqual(keys(whole));
    expect(up!.stations.map((stop) => stop.inFile)).toEqual([true, true, false]);
    expect(up!.completeness.text).toBe("本文件有 3 个站点中的 2 个、3 条道路中的 1 条");
    expect(shape(cut)).toEqual(shape(whole));
  });

  it("become whole by the neighbouring file, in either order", async () => {
    const [whole, a, b] = await Promise.all([importOf(town()), importOf(west()), importOf(east())]);
    expect(b.lines[0]!.draft).toBe(true);
    for (const [first, second] of [
      [a, b],
      [b, a],
    ] as const) {
      const kept = JSON.parse(JSON.stringify(first.relations)) as typeof first.relations;
      const merged = buildBusNetwork(mergeRelations(kept, second.relations));
      expect(merged.lines).toEqual(whole.lines);
      expect(merged.stations.map((station) => station.key)).toEqual(
        whole.stations.filter((station) => station.lines.length).map((station) => station.key),
      );
    }
  });

  it("note gaps in the path and directions outside the file", async () => {
    const { nodes, ways, relations } = town();
    const middleGone = await importOf({
      nodes,
      ways: ways.filter(({ id }) => id !== 101),
      relations: relations.filter(({ id }) => id !== 1002),
    });
    expect(middleGone.lines[0]!.variants[0]!.directions[0]!.breaks).toEqual([
      { at: 3, metres: 341, reason: "outside-file" },
    ]);
    expect(middleGone.lines[0]!.draft).toBe(true);
    expect(middleGone.problems).toContainEqual({ ref: "relation/1001", text: "线路组中另有 1 条线路不在文件内" });
  });

  it("count a way that the file cuts as not there", async () => {
    const { nodes, ways, relations } = town();
    const cut = await importOf({ nodes: nodes.filter(({ id }) => id !== 4), ways, relations });
    expect(cut.lines[0]!.variants[0]!.directions[0]!.completeness).toMatchObject({ waysInFile: 2, waysTotal: 3 });
  });
});
