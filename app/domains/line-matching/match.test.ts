import { beforeAll, describe, expect, it } from "vitest";
import { db, newKey } from "~/kit/data/db/pool.server";
import { fitViewport } from "~/transit/geo/project";
import type { RouteRelation } from "~/transit/osm/route-relation";
import { demoNames } from "~/seed/demo-city";
import { account, demoVisitor, enter } from "../../../tests/kit/accounts";
import type { Envelope, Visitor } from "../../../tests/kit/visit";
import { may } from "~/domains/lines/policy";
import type { MatchProposal, VersionDetail } from "~/domains/line-versions/schema";
import { lineWithDraft } from "~/domains/line-versions/line.sample";
import { besides } from "./given.sample";

type MatchedPath = { proposals: MatchProposal[]; saved: VersionDetail | null };
type Station = { staUuid: string; staName: string; lng: number; lat: number };

let person: Visitor;
let stations: Station[];
let wayIds: number[];

const match = (body: object) => person.call<MatchedPath>("/api/line/v1.0/oneClickMatch", { direction: 1, ...body });
const proposed = async (body: object) => {
  const answer = await match(body);
  expect(answer.success, `${answer.message} ${JSON.stringify(answer.errors)}`).toBe(true);
  return answer.data.proposals[0]!;
};
const refused = (answer: Envelope) =>
  (answer.errors ?? []).map(({ path, message }) => `${path}: ${message}`).join("；") || answer.message;
const slice = ({ path, gaps }: MatchProposal, gap: number) => path.slice(gaps[gap]!.pathFrom, gaps[gap]!.pathTo + 1);

beforeAll(async () => {
  person = await demoVisitor("admin");
  const first = await db()
    .selectFrom("lineVersion as v")
    .innerJoin("lineClassify as c", "c.classifySid", "v.classifySid")
    .innerJoin("line as l", "l.lineUuid", "c.mainUuid")
    .innerJoin("linePath as p", "p.versionUuid", "v.versionUuid")
    .select(["v.versionUuid", "p.edgeKeys"])
    .where("l.lineName", "=", demoNames.lines.first)
    .where("v.state", "=", "effective")
    .where("p.direction", "=", 1)
    .executeTakeFirstOrThrow();
  stations = await db()
    .selectFrom("lineStation as s")
    .innerJoin("station", "station.staUuid", "s.staUuid")
    .select(["station.staUuid", "station.staName", "station.lng", "station.lat"])
    .where("s.versionUuid", "=", first.versionUuid)
    .where("s.direction", "=", 1)
    .orderBy("s.serial")
    .execute();
  wayIds = [...new Set(first.edgeKeys.map((key) => Number(key.split(":")[0])))];
});

async function keepRelation(
  { lineUuid, lineName }: VersionDetail,
  given: Partial<RouteRelation> = {},
  ends = [stations[0]!, stations.at(-1)!],
): Promise<void> {
  const stops = ends.map(({ staName, lng, lat }, id) => ({
    type: "node" as const,
    id,
    kind: "platform" as const,
    side: "" as const,
    order: null,
    onRequest: false,
    boarding: "both" as const,
    place: { lng, lat, name: staName, nameEn: "", road: "" },
    platform: null,
  }));
  const relation: RouteRelation = {
    id: 4711,
    mode: "bus",
    ref: lineName,
    name: "",
    from: "",
    to: "",
    network: "",
    operator: "",
    roundtrip: false,
    openingHours: "",
    oneDirection: true,
    masterId: null,
    masterRef: "",
    masterName: "",
    masterRoutes: [],
    otherMembers: 0,
    stops,
    ways: wayIds.map((id) => ({ id, side: "" as const, shape: null })),
    ...given,
  };
  await db()
    .insertInto("lineSource")
    .values({ lineUuid, relations: JSON.stringify([relation]), whole: true })
    .onConflict((conflict) => conflict.column("lineUuid").doUpdateSet({ relations: JSON.stringify([relation]) }))
    .execute();
}

async function keepReference({ lineUuid }: VersionDetail, path: readonly (readonly number[])[]): Promise<void> {
  await db()
    .insertInto("lineReference")
    .values({
      referenceUuid: newKey(),
      lineUuid,
      direction: 1,
      referenceName: "测绘线路",
      crs: "WGS84",
      coords: path.flat(),
    })
    .execute();
}

const stateOf = (proposal: MatchProposal) =>
  proposal.sources.map(({ source, used, open }) => `${source}${used ? "*" : open ? "" : "-"}`).join(" ");
const reasonOf = (proposal: MatchProposal, source: string) =>
  proposal.sources.find((one) => one.source === source)!.reason;

describe("where the path comes from", () => {
  it("only the stations: says that there is neither a relation nor a reference", async () => {
    const line = await lineWithDraft(stations);
    const proposal = await proposed({ lineUuid: line.lineUuid });
    expect([proposal.source, stateOf(proposal)]).toEqual(["stations", "relation- reference- path- stations*"]);
    expect([reasonOf(proposal, "relation"), reasonOf(proposal, "reference")]).toEqual([
      "导入的地图文件里没有这条线路",
      "这个方向没有导入参考线",
    ]);
    expect(refused(await match({ lineUuid: line.lineUuid, source: "relation" }))).toBe(
      "source: 不能用地图文件中的线路：导入的地图文件里没有这条线路",
    );
  });

  it("the OSM relation of the line first: its ways in order, laid on today's roads", async () => {
    const line = await lineWithDraft(stations);
    await keepRelation(line);
    const proposal = await proposed({ lineUuid: line.lineUuid });
    expect([proposal.source, stateOf(proposal)]).toEqual(["relation", "relation* reference- path- stations"]);
    expect(proposal.matchState).toBe("full");
    expect(proposal.edgeKeys.every((key) => wayIds.includes(Number(key.split(":")[0])))).toBe(true);
    expect(proposal.edgeKeys.length).toBeGreaterThan(wayIds.length - 3);
    expect(reasonOf(proposal, "relation")).toContain("关系 4711");
    expect((await proposed({ lineUuid: line.lineUuid, source: "stations" })).source).toBe("stations");
    const accepted = await match({ lineUuid: line.lineUuid, accept: true });
    expect(accepted.data.saved!.directions[0]).toMatchObject({ pathSource: "osm", mileage: proposal.mileage });
  });

  it("not a relation of another name or between other ends, and says so", async () => {
    const line = await lineWithDraft(stations);
    await keepRelation(line, { ref: "别的" });
    expect(reasonOf(await proposed({ lineUuid: line.lineUuid }), "relation")).toBe(
      "地图中的线路叫“别的”，与线路名称、编号不符",
    );
    await keepRelation(line, {}, [stations[2]!, stations[5]!]);
    expect(reasonOf(await proposed({ lineUuid: line.lineUuid }), "relation")).toContain(
      `首末站不符：地图中是 ${stations[2]!.staName}—${stations[5]!.staName}`,
    );
    await keepRelation(line, { ways: [{ id: 1, side: "", shape: null }] });
    expect(reasonOf(await proposed({ lineUuid: line.lineUuid }), "relation")).toBe("关系中的道路都不在已导入的路网里");
  });

  it("the reference next, unless stations lie far from it; chosen by hand it is used all the same", async () => {
    const line = await lineWithDraft(stations);
    const { path } = await proposed({ lineUuid: line.lineUuid });
    await keepReference(line, path);
    const proposal = await proposed({ lineUuid: line.lineUuid });
    expect([proposal.source, stateOf(proposal)]).toEqual(["reference", "relation- reference* path- stations"]);
    expect((await match({ lineUuid: line.lineUuid, accept: true })).data.saved!.directions[0]!.pathSource).toBe(
      "reference",
    );
    const short = await lineWithDraft(stations);
    await keepReference(short, path.slice(0, Math.floor(path.length / 3)));
    const other = await proposed({ lineUuid: short.lineUuid });
    expect([other.source, stateOf(other)]).toEqual(["stations", "relation- reference path- stations*"]);
    expect(reasonOf(other, "reference")).toMatch(/^有 \d+ 个站点离它超过 100 米（/);
    expect((await proposed({ lineUuid: short.lineUuid, source: "reference" })).source).toBe("reference");
  });
});

describe("points to pass and single gaps", () => {
  it("a via leads through another street and is kept with the path", async () => {
    const line = await lineWithDraft(stations);
    const plain = (await match({ lineUuid: line.lineUuid, accept: true })).data.proposals[0]!;
    const [lng, lat] = await beside(plain, 1);
    const with1 = await match({ lineUuid: line.lineUuid, vias: [{ gap: 1, lng, lat }], gaps: [1], accept: true });
    const proposal = with1.data.proposals[0]!;
    expect(proposal.matchedGaps).toEqual([1]);
    expect(slice(proposal, 1)).not.toEqual(slice(plain, 1));
    for (const gap of [0, 2, 3]) expect(slice(proposal, gap)).toEqual(slice(plain, gap));
    expect(with1.data.saved!.directions[0]!.vias).toEqual([{ gap: 1, lng, lat }]);
    expect((await proposed({ lineUuid: line.lineUuid })).vias).toEqual([{ gap: 1, lng, lat }]);
    expect((await proposed({ lineUuid: line.lineUuid, vias: [] })).path).toEqual(plain.path);
  });

  it("refuses in words what cannot be", async () => {
    const { lineUuid } = await lineWithDraft(stations);
    expect(refused(await match({ lineUuid, vias: [{ gap: 1, lng: 100, lat: 30 }] }))).toBe(
      "vias.0.lng: 途经点 200 米内没有公交可走的道路，请选在道路上",
    );
    expect(refused(await match({ lineUuid, vias: [{ gap: 99, lng: 116.38, lat: 39.87 }] }))).toContain(
      `vias.0.gap: 这个方向只有 ${stations.length - 1} 段站间`,
    );
    expect(refused(await match({ lineUuid, gaps: [0] }))).toBe("gaps: 这个方向还没有路径，请先整条匹配");
    expect(refused(await match({ lineUuid, gaps: [-1] }))).toContain("站间序号应为 0 到 498 的整数");
    expect(refused(await match({ lineUuid, gaps: [] }))).toContain("请给出至少一段站间");
    expect(refused(await match({ lineUuid, direction: undefined, gaps: [0] }))).toContain("请同时给出方向");
    expect(refused(await match({ lineUuid, direction: 2 }))).toContain("少于 2 个站点");
    expect(refused(await match({ lineUuid, source: "gps" }))).toContain(
      "来源应为 path、relation、reference 或 stations",
    );
    await match({ lineUuid, accept: true });
    expect(refused(await match({ lineUuid, gaps: [stations.length - 1] }))).toContain("gaps.0: 这个方向只有");
  });

  it("a station far from any road leaves straight pieces on both sides, and the others stay sure", async () => {
    const [far] = await db()
      .insertInto("station")
      .values({
        staUuid: newKey(),
        staSelfCode: "YUAN01",
        staName: "远离道路",
        lng: stations[1]!.lng,
        lat: stations[1]!.lat + 0.5,
      })
      .returning("staUuid")
      .execute();
    const line = await lineWithDraft([
      stations[0]!,
      { ...stations[1]!, staUuid: far!.staUuid },
      stations[2]!,
      stations[3]!,
    ]);
    const proposal = await proposed({ lineUuid: line.lineUuid });
    expect(proposal.gaps.map(({ broken }) => broken)).toEqual([true, true, false]);
    expect(proposal.gaps[0]!.reason).toContain("附近没有公交可走的道路");
    expect(proposal.matchState).toBe("partial");
  });

  it("two stations only, and the same station at both ends of a loop", async () => {
    expect((await proposed({ lineUuid: (await lineWithDraft(stations.slice(0, 2))).lineUuid })).gaps).toHaveLength(1);
    const loop = await lineWithDraft([...stations.slice(0, 4), stations[0]!]);
    const proposal = await proposed({ lineUuid: loop.lineUuid });
    expect(proposal.gaps).toHaveLength(4);
    expect(proposal.distances.every((distance, at) => at === 0 || distance! > proposal.distances[at - 1]!)).toBe(true);
  });

  it("stretches drawn by hand stay unless they are not to", async () => {
    const line = await lineWithDraft(stations);
    const plain = (await match({ lineUuid: line.lineUuid, accept: true })).data.proposals[0]!;
    const { pathFrom, pathTo } = plain.gaps[2]!;
    const drawn = [
      slice(plain, 2)[0]!,
      [stations[2]!.lng + 0.001, stations[2]!.lat + 0.001].map((value) => Number(value.toFixed(7))),
      slice(plain, 2).at(-1)!,
    ];
    const points = [...plain.path.slice(0, pathFrom), ...drawn, ...plain.path.slice(pathTo + 1)];
    const saved = await person.call("/api/line/v1.0/updateLineClassifyStationAndMap", {
      lineUuid: line.lineUuid,
      directions: [{ direction: 1, path: points, freeHand: [[pathFrom, pathFrom + 2]] }],
    });
    expect(saved.success, JSON.stringify(saved.errors)).toBe(true);
    const kept = await proposed({ lineUuid: line.lineUuid });
    expect(kept.freeHand).toHaveLength(1);
    const [[from, to]] = kept.freeHand as [[number, number]];
    expect(kept.path.slice(from, to + 1)).toEqual(expect.arrayContaining(drawn));
    expect([kept.path[from], kept.path[to]]).toEqual([drawn[0], drawn[2]]);
    const without = await proposed({ lineUuid: line.lineUuid, keepFreeHand: false });
    expect([without.freeHand, without.mileage, slice(without, 2)]).toEqual([[], plain.mileage, slice(plain, 2)]);
  });
});

describe("the match page", () => {
  const url = (line: VersionDetail, query = "") => `/line/line-management/${line.lineUuid}/match?direction=1${query}`;

  it("says its source, offers the others and colours what is doubtful", async () => {
    const line = await lineWithDraft(stations);
    await keepRelation(line);
    const page = await person.get(url(line));
    expect(page.text).toContain("地图文件中的线路（本次使用）");
    const other = await person.get(page.$("a:contains(改用站点推算)").attr("href")!);
    expect(other.text).toContain("站点推算（本次使用）");
    expect(other.$("a:contains(恢复自动选择来源)").length).toBe(1);
    expect((await person.get(url(line, "&source=reference"))).text).toContain("不能用参考线：这个方向没有导入参考线");
  });

  it("takes a point to pass from a click or from typed coordinates, and away again", async () => {
    const line = await lineWithDraft(stations);
    const plain = (await match({ lineUuid: line.lineUuid, accept: true })).data.proposals[0]!;
    const page = await person.get(url(line, "&gap=1"));
    expect(page.$("input[type=image]").attr("src")).toMatch(/^data:image\/svg\+xml/);
    const [lng, lat] = await beside(plain, 1);
    const bounds = page.$("input[name='at.bounds']").attr("value")!;
    const [minLng, minLat, maxLng, maxLat, width, height] = bounds.split(",").map(Number) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    const [x, y] = fitViewport({ minLng, minLat, maxLng, maxLat }, width, height, 40)
      .project([lng, lat])
      .map(Math.round);
    const clicked = await (await person.get(url(line, `&gap=1&at.x=${x}&at.y=${y}&at.bounds=${bounds}`))).follow();
    expect(clicked.url).toContain("vias=1%2C");
    expect(clicked.text).toContain("途经点 1：");
    expect(clicked.$("ol li a:contains(去掉)").length).toBe(1);
    expect((await person.get(clicked.$("ol li a:contains(去掉)").attr("href")!)).text).toContain("还没有途经点");
    const typed = await (await person.get(url(line, `&gap=1&add=1&lng=${lng}&lat=${lat}`))).follow();
    expect(typed.text).toMatch(/途经点 1：116\.\d{6}，39\.\d{6}/);
    for (const [query, message] of [
      ["lng=&lat=39", "请输入经度和纬度"],
      ["lng=181&lat=39", "经度在 -180 到 180 之间"],
      ["lng=100&lat=30", "途经点 200 米内没有公交可走的道路"],
    ]) {
      const bad = await person.get(url(line, `&gap=1&add=1&${query}`));
      expect(bad.$("#via-error").text()).toContain(message!);
    }
    expect((await person.get(url(line, "&gap=1&add=1&lng=181&lat=39"))).$("input[name=lng]").attr("value")).toBe("181");
    const taken = await (await typed.submit({}, { press: "采用新路径" })).follow();
    expect(taken.text).toContain("已采用匹配的路径");
  });

  it("matches one gap alone, and takes only the gaps that are ticked", async () => {
    const line = await lineWithDraft(stations);
    const plain = (await match({ lineUuid: line.lineUuid, accept: true })).data.proposals[0]!;
    const only = await person.get(url(line, "&gaps=2"));
    expect(only.text).toContain("只重新匹配了 3 ");
    expect(only.$("input[name=pick]").length).toBe(1);
    const [lng, lat] = await beside(plain, 1);
    const [lng3, lat3] = await beside(plain, 3);
    const both = await person.get(url(line, `&vias=1,${lng},${lat};3,${lng3},${lat3}`));
    expect((await both.submit({}, { press: "只采用勾选的站间" })).text).toContain("请先在表中勾选要采用的站间");
    const taken = await (await both.submit({ pick: "1" }, { press: "只采用勾选的站间" })).follow();
    expect(taken.text).toContain("已采用勾选的 1 段站间，其余不变");
    const now = (
      await person.call<VersionDetail>("/api/line/v1.0/getLineClassifyStationAndMap", { lineUuid: line.lineUuid })
    ).data.directions[0]!;
    expect(now.vias).toEqual([{ gap: 1, lng, lat }]);
    expect(now.path.slice(now.gaps[3]!.pathFrom, now.gaps[3]!.pathTo + 1)).toEqual(slice(plain, 3));
    expect(now.path.slice(now.gaps[1]!.pathFrom, now.gaps[1]!.pathTo + 1)).not.toEqual(slice(plain, 1));
  });

  it("offers to match only the gaps that a moved station has touched", async () => {
    const line = await lineWithDraft(stations);
    await match({ lineUuid: line.lineUuid, accept: true });
    expect((await person.get(url(line))).text).not.toContain("与站点或路网不符");
    const { staUuid, lng, lat } = stations[3]!;
    const move = (to: { lng: number; lat: number }) =>
      db().updateTable("station").set(to).where("staUuid", "=", staUuid).execute();
    await move({ lng: lng + 0.002, lat });
    try {
      const page = await person.get(url(line));
      expect(page.text).toContain("现有路径有 2 段站间与站点或路网不符");
      const only = await person.get(page.$("a:contains(只重新匹配这些站间)").attr("href")!);
      expect(only.text).toContain("只重新匹配了 3 ");
      expect(
        only
          .$("input[name=pick]")
          .map((_, box) => box.attribs.value)
          .get(),
      ).toEqual(["2", "3"]);
    } finally {
      await move({ lng, lat });
    }
  });

  it("does not show lines of other organisations, whatever their query", async () => {
    const line = await lineWithDraft(stations);
    const stranger = await enter(await account({ permissions: Object.values(may), dataScope: "own" }));
    expect((await stranger.get(url(line, "&gap=1&add=1&lng=116.38&lat=39.87"))).status).toBe(404);
    expect((await person.get(url(line, "&gap=99&gaps=abc&vias=;;x&source=gps&hand=2"))).status).toBe(200);
  });
});

describe("without roads", () => {
  it("says what to do", async () => {
    const line = await lineWithDraft(stations);
    const { edges } = await db().selectFrom("roadNetworkState").select("edges").executeTakeFirstOrThrow();
    await db().updateTable("roadNetworkState").set({ edges: 0 }).execute();
    try {
      expect(refused(await match({ lineUuid: line.lineUuid }))).toContain("还没有路网数据，请先导入地图");
      expect((await person.get(`/line/line-management/${line.lineUuid}/match`)).text).toContain(
        "还没有路网数据，请先导入地图",
      );
    } finally {
      await db().updateTable("roadNetworkState").set({ edges }).execute();
    }
  });
});

async function beside(plain: MatchProposal, gap: number): Promise<[number, number]> {
  const { pathFrom, pathTo } = plain.gaps[gap]!;
  const [lng, lat] = plain.path[Math.round((pathFrom + pathTo) / 2)]!;
  for (const [east, north] of besides) {
    const place = [Number((lng + east).toFixed(6)), Number((lat + north).toFixed(6))] as [number, number];
    const [proposal] =
      (
        await match({
          versionUuid: undefined,
          lineUuid: await lineOf(plain),
          vias: [{ gap, lng: place[0], lat: place[1] }],
          gaps: [gap],
        })
      ).data?.proposals ?? [];
    if (
      proposal &&
      JSON.stringify(slice(proposal, gap)) !== JSON.stringify(slice(plain, gap)) &&
      !proposal.gaps[gap]!.broken
    )
      return place;
  }
  throw new Error(`no other road beside gap ${gap}`);
}

async function lineOf({ mileage }: MatchProposal): Promise<string> {
  const found = await db()
    .selectFrom("linePath as p")
    .innerJoin("lineVersion as v", "v.versionUuid", "p.versionUuid")
    .innerJoin("lineClassify as c", "c.classifySid", "v.classifySid")
    .select("c.mainUuid")
    .where("p.mileage", "=", mileage)
    .where("v.state", "=", "draft")
    .orderBy("v.createdAt", "desc")
    .executeTakeFirstOrThrow();
  return found.mainUuid;
}
