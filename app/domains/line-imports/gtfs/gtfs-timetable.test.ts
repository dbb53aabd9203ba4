import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { isBusRoute, type GtfsFeed } from "~/transit/gtfs/feed";
import { readGtfs } from "~/transit/gtfs/read.server";
import { table, timetableFeed } from "~/transit/gtfs/timetable.sample";
import { zipOf } from "~/transit/gtfs/zip.sample";
import { db } from "~/kit/data/db/pool.server";
import { visitorWith } from "../../../../tests/kit/accounts";
import { startBuiltJobs } from "../../../../tests/kit/jobs";
import { measured, realCity, realData } from "../../../../tests/kit/real-data";
import type { Visitor } from "../../../../tests/kit/visit";
import { may } from "../policy";
import { type FeedDesk, feedDesk } from "./feed-desk.sample";
import { feedFaults } from "./feed-faults.sample";

let person: Visitor;
let desk: FeedDesk;

beforeAll(async () => {
  person = await visitorWith(may.read, may.write, "line.read", "line.write", "station.read");
  const found = await sql<{ orgId: string }>`
    select org_id from organisation where deleted_at is null order by org_code limit 1`.execute(db());
  desk = feedDesk(person, found.rows[0]!.orgId);
  await startBuiltJobs();
});

function tripsOf({ routes, stops, patterns }: GtfsFeed, only: (routeName: string) => boolean = () => true): string[] {
  return patterns
    .flatMap(({ routeId, stopIds, services }) => {
      const { shortName, longName, color, textColor, ...route } = routes.get(routeId)!;
      if (!isBusRoute({ ...route, shortName, longName, color, textColor }) || !only(shortName || longName)) return [];
      const names = stopIds.map((id) => stops.get(id)!.stopName);
      return services.flatMap(({ name: _, legs: all, departures, frequencies, ...days }) => {
        // A round trip calls where it began once more in an import, at no time that the feed knew.
        const closing = all?.at(-1)?.exact === false && stopIds[0] === stopIds.at(-1) ? 1 : 0;
        const legs = all
          ?.slice(0, all.length - closing)
          .map(({ reached, left, exact }) => `${reached}/${left}/${exact}`);
        const called = names.slice(0, names.length - closing);
        return (frequencies.length > 0 ? [null] : departures).map((departure) =>
          JSON.stringify({ shortName, longName, color, textColor, departure, days, frequencies, legs, called }),
        );
      });
    })
    .sort();
}

const colours = async (lineName: string) =>
  (
    await sql<{ longName: string; color: string; textColor: string }>`
      select long_name, color, text_color from line where line_name = ${lineName}`.execute(db())
  ).rows[0];

describe("a feed's timetable", () => {
  it("goes in and out and in again as it was: days, exceptions, nights, intervals, left out and estimated times, name and colours", async () => {
    const feed = await readGtfs(zipOf(timetableFeed));
    const { preview, confirm } = await desk.imported(zipOf(timetableFeed));
    expect(preview.text).toContain("班次与运营日历：6 个班次、2 种运营日历");
    expect((await confirm()).text).toContain("导入完成");
    expect(await colours("测896路")).toEqual({ longName: "东西线", color: "FF8800", textColor: null });
    const { lineUuid } = await db()
      .selectFrom("line")
      .select("lineUuid")
      .where("lineName", "=", "测896路")
      .executeTakeFirstOrThrow();
    const shown = await person.get(`/line/line-management/${lineUuid}`);
    expect(shown.text).toContain("线路全称东西线");
    expect(shown.text).toMatch(/周一至周五，2026-01-01 至 2026-12-31 另在 2026-10-10 开行 2026-10-01 停开/);
    expect(shown.text).toContain("首末班05:30 – 次日 01:10");
    const content = await desk.download();
    expect(await feedFaults(content)).toEqual([]);
    const out = await readGtfs(content);
    expect(tripsOf(out, (name) => name === "测896路").filter((trip) => !trip.includes('"departure":25200'))).toEqual(
      tripsOf(feed).filter((trip) => !trip.includes('"departure":25200')),
    );
    expect((await desk.imported(content)).preview.text).toContain("文件内容与已有数据一致");
  });

  it("follows the feed without a new version where only times change, and keeps departures where stations do", async () => {
    const later = {
      ...timetableFeed,
      "calendar_dates.txt": timetableFeed["calendar_dates.txt"].replace("W,20261001,2", "W,20261002,2"),
    };
    const versions = async () =>
      (
        await sql<{
          lineUuid: string;
          versionUuid: string;
          classifySid: string;
          state: string;
          removed: string;
          timed: number;
        }>`
          select line_uuid, v.version_uuid, v.classify_sid, v.state, max(array_to_string(s.removed, ',')) as removed, count(s.legs)::int as timed from line_version v join line_classify c using (classify_sid)
          join line on line_uuid = main_uuid left join line_service s using (version_uuid) where line_name = '测896路' and v.deleted_at is null group by 1, 2 order by v.state desc`.execute(
          db(),
        )
      ).rows;
    const before = await versions();
    await (await desk.imported(zipOf(later))).confirm();
    const after = await versions();
    expect(after.map(({ versionUuid }) => versionUuid)).toEqual(before.map(({ versionUuid }) => versionUuid));
    expect([before[0]!.removed, after[0]!.removed]).toEqual(["2026-10-01", "2026-10-02"]);
    const history = await person.get(`/line/line-management/${after[0]!.lineUuid}/history`);
    expect(history.text).toMatch(/时刻表.*上行 周一至周五.* 班（班次或运营日有变）/);
    const { classifySid } = after[0]!;
    const { data } = await person.call<{ directions: { stationList: { staUuid: string }[] }[] }>(
      "/api/line/v1.0/getLineClassifyStationAndMap",
      { classifySid },
    );
    const stationList = data.directions[0]!.stationList.map(({ staUuid }) => ({ staUuid }));
    const save = (list: object[]) =>
      person.call("/api/line/v1.0/updateLineClassifyStationAndMap", {
        classifySid,
        directions: [{ direction: 1, stationList: list }],
      });
    await save(stationList.map((one) => ({ ...one, alias: "别名" })));
    expect((await versions()).map(({ state, timed }) => [state, timed])).toEqual([
      ["effective", 4],
      ["draft", 4],
    ]);
    await save(stationList.slice(0, 2));
    expect((await versions()).map(({ state, timed }) => [state, timed])).toEqual([
      ["effective", 4],
      ["draft", 0],
    ]);
  });

  it("takes trips without a direction by those of the route that have one, and tells of others", async () => {
    const directed = (name: string, trips: Record<string, string>) => ({
      ...timetableFeed,
      "routes.txt": `route_id,route_short_name,route_type\n${name},${name},3\n`,
      "trips.txt": table(
        "route_id,service_id,trip_id,direction_id",
        ...Object.keys(trips).map((trip) => `${name},W,${trip}`),
      ),
      "stop_times.txt": table(
        "stop_id,trip_id,arrival_time,departure_time,stop_sequence",
        ...Object.entries(trips).flatMap(([trip, stops]) =>
          [...stops].map((stop, at) => `${stop},${trip.split(",")[0]},06:0${at}:00,06:0${at}:00,${at}`),
        ),
      ),
      "frequencies.txt": "trip_id,start_time,end_time,headway_secs\n",
    });
    const same = await desk.imported(
      zipOf(directed("测897路", { "a,1": "ABC", "b,": "ABC", "c,": "AC", "d,": "CBA" })),
    );
    expect(same.preview.text).not.toContain("direction_id");
    expect((await same.confirm()).text).toContain("导入完成");
    const { data } = await person.call<{ upStart: string; downStart: string }[]>("/api/line/v1.0/list", {
      keyword: "测897路",
    });
    expect([data[0]!.upStart, data[0]!.downStart]).toEqual(["丙", "甲"]);
    const other = await desk.imported(zipOf(directed("测898路", { "a,1": "ABC", "b,": "CB" })));
    expect(other.preview.text).toContain("1 条线路只有一部分班次有 direction_id（如 route_id 测898路");
  });

  for (const [place, file, dataOf] of [
    ["Addison", "gtfs-addison/addisoncounty-vt-us-gtfs.zip", realData],
    ["Porto Alegre", "gtfs-porto-alegre/poa_eptc.zip", realCity],
  ] as const) {
    const path = dataOf(file, `${place}'s timetable in, out and in again`);
    it.skipIf(!path)(
      `of ${place} goes in and out as it was`,
      async () => {
        const given = await readGtfs(path!);
        const { preview, confirm } = await desk.imported(await readFile(path!));
        expect((await confirm()).text).toContain("导入完成");
        const content = await desk.download();
        expect(await feedFaults(content)).toEqual([]);
        const [before, after] = [tripsOf(given), new Set(tripsOf(await readGtfs(content)))];
        const lost = before.filter((trip) => !after.has(trip));
        measured(
          `${place}: ${before.length} trips in, ${lost.length} not found again`,
          preview.text.match(/班次与运营日历：\S+ \S+ \S+/)?.[0],
        );
        expect(lost.map((trip) => trip.slice(0, 300)).slice(0, 5)).toEqual([]);
      },
      600_000,
    );
  }
});
