import { expect, test } from "vitest";
import { gtfsLimits } from "~/kit/ground/files/limits";
import { linesOfGtfs } from "~/transit/line-files/gtfs-lines";
import { readGtfs } from "./read.server";
import { table, timetableFeed as tables } from "./timetable.sample";
import { zipOf } from "./zip.sample";

test("a feed's trips are kept by their days and times, with repetitions, exceptions and nights", async () => {
  const feed = await readGtfs(zipOf(tables));
  const days = {
    name: "W",
    weekdays: [1, 2, 3, 4, 5],
    from: "2026-01-01",
    to: "2026-12-31",
    added: ["2026-10-10"],
    removed: ["2026-10-01"],
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

test("a feed's rows may stand in any order", async () => {
  const asRead = async (feed: Record<string, string>) => {
    const { patterns } = await readGtfs(zipOf(feed));
    const sorted = (all: readonly unknown[]) =>
      [...all].sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
    return sorted(patterns.map(({ services, ...pattern }) => ({ ...pattern, services: sorted(services) })));
  };
  const asGiven = await asRead(tables);
  for (const turn of [(rows: string[]) => rows.reverse(), (rows: string[]) => rows.sort(), oddFirst]) {
    const turned = Object.entries(tables).map(([name, text]) => {
      const [head = "", ...rows] = text.trim().split("\n");
      return [name, table(head, ...turn(rows))];
    });
    expect(await asRead(Object.fromEntries(turned) as Record<string, string>)).toEqual(asGiven);
  }
});

const oddFirst = (rows: string[]) => [...rows.filter((_, at) => at % 2), ...rows.filter((_, at) => at % 2 === 0)];

test("a calendar with more dates than any has is refused in words", async () => {
  const dates = Array.from({ length: gtfsLimits.serviceDates + 1 }, () => "W,20260501,1");
  const many = { ...tables, "calendar_dates.txt": table("service_id,date,exception_type", ...dates) };
  await expect(readGtfs(zipOf(many))).rejects.toThrow("运营日历“W”的例外日期超过 5,000 个，请检查 calendar_dates.txt");
});
