import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { convert, type LngLat } from "~/transit/geo/coordinates";
import { demoVisitor } from "../../../tests/kit/accounts";
import type { Visitor } from "../../../tests/kit/visit";
import type { LineRow } from "~/domains/lines/schema";
import type { MatchProposal, VersionDetail } from "~/domains/line-versions/schema";
import { day } from "../../../tests/kit/days";
import { call, lineWithDraft, saveStations, secondaryVariant } from "~/domains/line-versions/line.sample";
import { acrossFields, asideOf, besides, firstStations, givePath, type Station } from "./given.sample";

let person: Visitor;
let stations: Station[];

beforeAll(async () => {
  person = await demoVisitor("admin");
  stations = await firstStations();
});

const match = async (body: object) =>
  (await call<{ proposals: MatchProposal[]; saved: VersionDetail }>(person, "oneClickMatch", { direction: 1, ...body }))
    .proposals[0]!;
const detail = async (lineUuid: string) =>
  (await call<VersionDetail>(person, "getLineClassifyStationAndMap", { lineUuid })).directions[0]!;
const reasonOf = (proposal: MatchProposal, source: string) =>
  proposal.sources.find((one) => one.source === source)!.reason;
const between = ({ path, gaps }: MatchProposal, gap: number) => path.slice(gaps[gap]!.pathFrom, gaps[gap]!.pathTo + 1);

async function roundabout(lineUuid: string, gap: number): Promise<{ plain: MatchProposal; around: MatchProposal }> {
  const plain = await match({ lineUuid, source: "stations" });
  const piece = between(plain, gap);
  const [lng, lat] = piece[piece.length >> 1]!;
  for (const [east, north] of besides) {
    const around = await match({
      lineUuid,
      source: "stations",
      vias: [{ gap, lng: lng + east, lat: lat + north }],
    }).catch(() => null);
    if (around && around.mileage > plain.mileage + 0.3 && !around.gaps[gap]!.broken) return { plain, around };
  }
  throw new Error("no other street");
}

describe("a path that is there", () => {
  it("is followed, longer than the shortest way as it is, and keeps its source", async () => {
    const { lineUuid } = await lineWithDraft(stations);
    const { plain, around } = await roundabout(lineUuid, 1);
    await givePath(lineUuid, around.path);
    const proposal = await match({ lineUuid });
    expect([proposal.source, proposal.pathSource, proposal.matchState]).toEqual(["path", "gtfs", "full"]);
    expect(Math.abs(proposal.mileage - around.mileage)).toBeLessThan(0.01);
    expect(reasonOf(proposal, "path")).toBe("这一版本的路径，GTFS 导入");
    const page = await person.get(`/line/line-management/${lineUuid}/match?direction=1`);
    const rows = page
      .$("caption:contains(路径来源)")
      .closest("table")
      .find("tbody tr")
      .map((_, row) => page.$(row).text())
      .get();
    expect(rows).toHaveLength(4);
    expect(rows[0]).toContain(`1 现有路径（本次使用）${proposal.mileage.toFixed(3)}`);
    expect(rows[3]).toContain(`4 站点推算${plain.mileage.toFixed(3)}`);
    expect(rows[3]).toMatch(/\d\.\d{3} 公里/);
    const other = await person.get(page.$("a:contains(改用站点推算)").attr("href")!);
    expect(other.text).toContain(`新路径 ${plain.mileage.toFixed(3)} 公里`);
  });

  it("in force is followed where a draft has only its stations' way, and the primary variant's by a side variant", async () => {
    const { lineUuid } = await lineWithDraft(stations);
    const { around } = await roundabout(lineUuid, 2);
    await givePath(lineUuid, around.path, "match");
    await call(person, "classifyPublish", { lineUuid, validFrom: day(0) });
    const calls = stations.map(({ staUuid }) => ({ staUuid }));
    await call(person, "updateLineClassifyStationAndMap", {
      lineUuid,
      directions: [{ direction: 1, stationList: calls.slice(0, -1) }],
    });
    const proposal = await match({ lineUuid });
    expect([proposal.source, reasonOf(proposal, "path")]).toEqual(["path", "生效中的路径，站点匹配"]);
    expect(proposal.gaps[2]!.routeLength).toBeCloseTo(around.gaps[2]!.routeLength, -1);
    const classifySid = await secondaryVariant(lineUuid, "区间");
    await saveStations(person, { classifySid }, stations.slice(1, 5));
    const side = await match({ classifySid });
    expect([side.source, side.pathSource, reasonOf(side, "path")]).toEqual([
      "path",
      "match",
      "主分类生效中的路径，站点匹配",
    ]);
    expect(side.gaps[1]!.routeLength).toBeCloseTo(around.gaps[2]!.routeLength, -1);
  });

  it("stays as it is where no road carries it, and says so", async () => {
    const { lineUuid } = await lineWithDraft(stations);
    const plain = await match({ lineUuid, source: "stations" });
    const piece = between(plain, 1);
    const [from, to] = [piece[0]!, piece.at(-1)!];
    const aside = asideOf(from, to);
    await givePath(lineUuid, [
      ...plain.path.slice(0, plain.gaps[1]!.pathFrom + 1),
      aside,
      ...plain.path.slice(plain.gaps[1]!.pathTo),
    ]);
    const proposal = await match({ lineUuid });
    expect(proposal.source).toBe("path");
    expect(between(proposal, 1)).toContainEqual(aside.map((value) => Number(value.toFixed(7))));
    expect(proposal.gaps[1]!.reason).toMatch(/^保留现有走向：/);
    expect(proposal.gaps[0]!.reason).not.toContain("保留");
    const page = await person.get(`/line/line-management/${lineUuid}/match?direction=1`);
    expect(page.text).toContain("需要查看：");
    expect(page.text).toContain(`第 2 站${stations[1]!.staName}到第 3 站${stations[2]!.staName}（保留现有走向：`);
  });

  it("is not given up for a proposal that is no better: the page says that roads are missing", async () => {
    const { lineUuid } = await lineWithDraft(stations);
    await givePath(lineUuid, acrossFields(stations));
    const page = await person.get(`/line/line-management/${lineUuid}/match?direction=1`);
    expect(page.text).toMatch(/道路不全：新路径只有 \d+% 在道路上，保留现有路径/);
    expect(page.$("button.primary:contains(采用新路径)").length).toBe(0);
  });
});

describe("a full match", () => {
  it("asks that the stations lie on the path; page, list, calls and publishing agree", async () => {
    const { lineUuid } = await lineWithDraft(stations);
    await match({ lineUuid, accept: true });
    expect((await detail(lineUuid)).matchState).toBe("full");
    const far = await db()
      .selectFrom("station")
      .select(["staUuid", "staName"])
      .where("deletedAt", "is", null)
      .where(sql<boolean>`abs(lat - ${stations[3]!.lat}) + abs(lng - ${stations[3]!.lng}) > 0.02`)
      .where(
        "staUuid",
        "not in",
        stations.map(({ staUuid }) => staUuid),
      )
      .orderBy(sql`abs(lat - ${stations[3]!.lat}) + abs(lng - ${stations[3]!.lng})`)
      .executeTakeFirstOrThrow();
    const swapped = stations.map(({ staUuid }, at) => ({ staUuid: at === 3 ? far.staUuid : staUuid }));
    await call(person, "updateLineClassifyStationAndMap", {
      lineUuid,
      directions: [{ direction: 1, stationList: swapped }],
    });
    expect((await detail(lineUuid)).matchState).toBe("partial");
    const page = await person.get(`/line/line-management/${lineUuid}`);
    expect(page.text).toContain("路径部分匹配");
    expect(page.text).toMatch(
      new RegExp(`路径需要查看：第 4 站${far.staName} (\\d+ 米|很远)离开路径，请重新匹配路径或换站`),
    );
    const publish = await person.get(`/line/line-management/${lineUuid}/publish`);
    expect(publish.text).toContain(`上行路径需要查看：第 4 站${far.staName}`);
    await call(person, "classifyPublish", { lineUuid, validFrom: day(0) });
    const { lineName, matchState } = await call<LineRow>(person, "detail", { lineUuid });
    expect(matchState).toBe("partial");
    expect(await call<LineRow[]>(person, "list", { lineName })).toMatchObject([{ matchState }]);
    const list = await person.get(`/line/line-management?keyword=${encodeURIComponent(lineName)}`);
    expect(list.$("tbody").text()).toContain("部分匹配");
    await call(person, "updateLineClassifyStationAndMap", {
      lineUuid,
      directions: [{ direction: 1, stationList: stations.map(({ staUuid }) => ({ staUuid })) }],
    });
    expect((await detail(lineUuid)).matchState).toBe("full");
  });
});

describe("checkLineMatchPath", () => {
  const check = (path: readonly LngLat[], crs: string) =>
    person.call<{ metres: number; passed: boolean }>("/api/checkLineMatchPath", { path, crs });

  it("takes every system that it offers, metres among them, and refuses what lies beyond it", async () => {
    const { lineUuid } = await lineWithDraft(stations);
    const { path } = await match({ lineUuid });
    const plain = await check(path, "WGS84");
    expect(plain.data.passed).toBe(true);
    for (const crs of ["GCJ02", "BD09", "EPSG:3857"] as const) {
      const answer = await check(convert(path, "WGS84", crs), crs);
      expect([crs, answer.success, answer.data?.passed]).toEqual([crs, true, true]);
      expect(Math.abs(answer.data.metres - plain.data.metres)).toBeLessThan(5);
    }
    const far = await check([...convert(path, "WGS84", "EPSG:3857"), [3e7, 0]], "EPSG:3857");
    expect(far.errors?.[0]).toMatchObject({ path: `path.${path.length}.0` });
    expect((await check([...path, [181, 0]], "WGS84")).errors?.[0]?.message).toBe("经度在 -180 到 180 之间");
  });
});
