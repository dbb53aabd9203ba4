import { expect, test } from "vitest";
import { gtfsLimits } from "~/kit/ground/files/limits";
import { linesOfGtfs } from "~/transit/line-files/gtfs-lines";
import { readGtfs } from "./read.server";
import { zipOf } from "./zip.sample";

const table = (head: string, ...rows: string[]) => `${head}\n${rows.join("\n")}\n`;
const callsOf = (trip: string, ...times: string[]) =>
  times.map((time, at) => {
    const [came, went = came, timepoint = ""] = time.split("/");
    return `${trip},${came},${went},${"ABC"[at]},${at + 1},${timepoint}`;
  });

const week = "monday,tuesday,wednesday,thursday,friday,saturday,sunday";
const tables = {
  "routes.txt":
    "route_id,route_short_name,route_long_name,route_type,route_color,route_text_color\nR,1路,东西线,3,ff8800,0\n",
  "stops.txt": "stop_id,stop_name,stop_lat,stop_lon\nA,甲,31.2,120.1\nB,乙,31.2,120.11\nC,丙,31.2,120.12\n",
  "trips.txt": table(
    "route_id,service_id,trip_id,direction_id",
    ...["w1", "w2", "late", "back"].map((trip) => `R,W,${trip},0`),
    "R,D,d1,0",
    "R,W,often,0",
    "R,NONE,lost,0",
  ),
  "stop_times.txt": table(
    "trip_id,arrival_time,departure_time,stop_id,stop_sequence,timepoint",
    ...callsOf("w1", "06:00:00", "", "06:20:00"),
    ...callsOf("w2", "05:30:00", "", "05:50:00"),
    ...callsOf("late", "25:10:00", "25:15:00/25:16:00/0", "25:30:00"),
    ...callsOf("back", "07:00:00", "06:50:00", "07:10:00"),
    ...callsOf("d1", "08:00:00", "", "08:20:00"),
    ...callsOf("often", "00:00:00", "00:08:00", "00:15:00"),
    ...callsOf("lost", "09:00:00", "", "09:20:00"),
  ),
  "calendar.txt": table(`service_id,${week},start_date,end_date`, "W,1,1,1,1,1,0,0,20260101,20261231"),
  "calendar_dates.txt": table(
    "service_id,date,exception_type",
    "W,20261001,2",
    "W,20261010,1",
    "D,20260502,1",
    "D,2026-05-03,1",
    "D,20260230,1",
  ),
  "frequencies.txt": table(
    "trip_id,start_time,end_time,headway_secs,exact_times",
    "often,09:00:00,16:00:00,600,0",
    "often,06:30:00,09:00:00,300,1",
  ),
};

test("a feed's trips are kept by their days and times, with repetitions, exceptions and nights", async () => {
  const feed = await readGtfs(zipOf(tables));
  const days = {
    ...{ name: "W", weekdays: [1, 2, 3, 4, 5], from: "2026-01-01", to: "2026-12-31" },
    ...{ added: ["2026-10-10"], removed: ["2026-10-01"] },
  };
  const leg = (reached: number | null, left = reached, exact = reached !== null) => ({ reached, left, exact });
  const estimated = [leg(0), leg(null), leg(1200)];
  const [{ services }] = feed.patterns as [(typeof feed.patterns)[number]];
  expect(
    services.map(({ departures, frequencies, legs, name }) => [name, departures, frequencies.length, legs]),
  ).toEqual(
    expect.arrayContaining([
      ["W", [19_800, 21_600], 0, estimated],
      ["W", [90_600], 0, [leg(0), leg(300, 360, false), leg(1200)]],
      ["W", [25_200], 0, null],
      ["D", [28_800], 0, estimated],
      ["W", [], 2, [leg(0), leg(480), leg(900)]],
    ]),
  );
  expect(services).toHaveLength(5);
  expect(services.find(({ departures }) => departures.includes(90_600))).toMatchObject(days);
  expect(services.find(({ name }) => name === "D")).toMatchObject({ weekdays: [], from: null, added: ["2026-05-02"] });
  expect(services.flatMap(({ frequencies }) => frequencies)).toEqual([
    { start: 23_400, end: 32_400, headway: 300, isExact: true },
    { start: 32_400, end: 57_600, headway: 600, isExact: false },
  ]);
  const file = linesOfGtfs(feed);
  expect(file.lines[0]!.sign).toEqual({ longName: "东西线", color: "FF8800", textColor: null });
  expect(file.notes).toContain("班次与运营日历：6 个班次、2 种运营日历");
  expect(file.problems.map(({ text }) => text)).toEqual([
    "2 个日期读不出（如第 5 行的“2026-05-03”，应写作 20260501），已略去",
    "1 个班次没有运营日历，或没有 48 小时以内的发车时刻，不作为班次导入",
    "1 个班次的时刻前后颠倒，只取发车时刻",
  ]);
});

test("a calendar with more dates than any has is refused in words", async () => {
  const dates = Array.from({ length: gtfsLimits.serviceDates + 1 }, () => "W,20260501,1");
  const many = { ...tables, "calendar_dates.txt": table("service_id,date,exception_type", ...dates) };
  await expect(readGtfs(zipOf(many))).rejects.toThrow("运营日历“W”的例外日期超过 5,000 个，请检查 calendar_dates.txt");
});
