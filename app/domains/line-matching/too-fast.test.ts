import { expect, test } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { lineWithDraft } from "~/domains/line-versions/line.sample";
import { demoVisitor } from "../../../tests/kit/accounts";
import { firstStations } from "./given.sample";
import { tooFast } from "./too-fast";

const at = (seconds: number | null, exact = true) => ({ reached: seconds, left: seconds, exact });
const gaps = [2000, 4000, 500].map((routeLength) => ({ routeLength }));

test("a stretch is too long for its time where even the slowest trip needs more than a bus can drive", () => {
  const quick = [at(0), at(null), at(120), at(180)];
  expect(tooFast([quick], gaps)).toEqual([{ from: 0, to: 2, seconds: 120, speed: 120 }]);
  expect(tooFast([quick, [at(0), at(null), at(300), at(400)]], gaps)).toEqual([]);
  expect(tooFast([[at(0), at(60, false), at(120, false), at(900)]], gaps)).toEqual([]);
  expect(tooFast([[at(0), at(0), at(600), at(600)]], gaps)).toEqual([{ from: 0, to: 1, seconds: 0, speed: 120 }]);
  expect(tooFast([], gaps)).toEqual([]);
});

test("the page of a match says where the timetable gives too little time for it, and nothing without a timetable", async () => {
  const stations = await firstStations();
  const { lineUuid, versionUuid } = await lineWithDraft(stations);
  const person = await demoVisitor("admin");
  const page = `/line/line-management/${lineUuid}/match?direction=1`;
  expect((await person.get(page)).text).not.toContain("按时刻表");
  const legs = JSON.stringify(stations.map((_, serial) => ({ reached: serial, left: serial, exact: true })));
  const service = { versionUuid: versionUuid!, direction: 1, serial: 1, serviceName: "平日", weekdays: [1] };
  await db()
    .insertInto("lineService")
    .values({ ...service, departures: [21_600], legs })
    .execute();
  expect((await person.get(page)).text).not.toContain("按时刻表");
  const ends = stations.map((_, serial) => serial % (stations.length - 1) === 0);
  const whole = JSON.stringify(stations.map((_, at) => ({ reached: at && 60, left: at && 60, exact: ends[at] })));
  await db().updateTable("lineService").set({ legs: whole }).where("versionUuid", "=", versionUuid!).execute();
  expect((await person.get(page)).text).toMatch(
    new RegExp(
      `1 ${stations[0]!.staName} → ${stations.length} ${stations.at(-1)!.staName}\\s?：按时刻表只有 1 分钟，走这条路至少要 \\d+ 公里/时`,
    ),
  );
});
