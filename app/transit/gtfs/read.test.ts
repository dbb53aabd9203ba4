import { expect, test } from "vitest";
import { realData } from "../../../tests/kit/real-data";
import { isBusRoute } from "./feed";
import { readGtfs } from "./read.server";
import { clockOf, intervalText } from "./timetable";
import { zipOf } from "./zip.sample";

const tables = {
  "routes.txt":
    "\uFEFFroute_id,route_short_name,route_long_name,route_type\nR1, 1路 ,火车站-动物园,3\nR2,地铁1号线,,1\n",
  "stops.txt":
    'stop_id,stop_code,stop_name,stop_lat,stop_lon\nA,001,火车站,39.90,116.40\nB,,"人民广场, 北",39.91,116.41\nC,,动物园,39.92,116.42\nN,,通道,,\n',
  "trips.txt":
    "route_id,service_id,trip_id,trip_headsign,direction_id,shape_id\nR1,S,t1,动物园,0,s1\nR1,S,t2,动物园,0,s2\nR1,S,t3,动物园,0,s2\nR1,S,t4,火车站,1,\nR2,S,t5,,,\n",
  "stop_times.txt":
    "trip_id,arrival_time,departure_time,stop_id,stop_sequence\nt1,,,C,30\nt1,,,A,10\nt1,,,B,20\nt2,,,A,1\nt2,,,B,2\nt2,,,C,3\nt3,,,A,1\nt3,,,B,2\nt3,,,C,3\nt4,,,C,1\nt4,,,A,2\nt5,,,A,1\n",
  "shapes.txt":
    "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence\ns2,39.92,116.42,2\ns2,39.90,116.40,1\ns1,39.90,116.40,1\n",
};

const without = (table: keyof typeof tables) =>
  Object.fromEntries(Object.entries(tables).filter(([name]) => name !== table));
const reading = (files: Record<string, string | Buffer>) => readGtfs(zipOf(files));

test("departures of the busiest day, intervals, and times at the stops come with them; estimates and what cannot be read do not", async () => {
  const feed = await reading({
    ...tables,
    "trips.txt":
      "route_id,service_id,trip_id,direction_id\nR1,W,t1,0\nR1,W,t2,0\nR1,W,t3,0\nR1,SUN,t4,0\nR1,W,t5,1\nR2,W,t6,\n",
    "calendar.txt":
      "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\nW,1,1,1,1,1,0,0,20260101,20261231\nSUN,0,0,0,0,0,0,1,20260101,20261231\n",
    "frequencies.txt": "trip_id,start_time,end_time,headway_secs\nt5,23:30:00,25:31:00,1800\n",
    "stop_times.txt":
      "trip_id,arrival_time,departure_time,stop_id,stop_sequence,timepoint\n" +
      "t1,6:00:00,06:00:00,A,1,\nt1,06:10:00,06:10:30,B,2,1\nt1,06:20:00,06:20:00,C,3,1\n" +
      "t2,06:08:00,06:08:00,A,1,\nt2,,,B,2,\nt2,06:30:00,06:30:00,C,3,1\n" +
      "t3,06:18:00,06:18:00,A,1,\nt3,06:33:00,06:34:00,B,2,\nt3,06:48:00,,C,3,\n" +
      "t4,05:00:00,05:00:00,A,1,\nt4,8点,,C,2,\nt5,00:00:00,00:00:00,C,1,0\nt5,00:09:00,00:09:00,A,2,0\nt6,07:00:00,07:00:00,A,1,0\n",
  });
  expect(Object.fromEntries(feed.departures)).toEqual({
    "R1\n0": { first: 21_600, last: 22_680, gaps: [480, 600] },
    "R1\n1": { first: 84_600, last: 91_800, gaps: [1800, 1800, 1800, 1800] },
  });
  expect(intervalText([480, 600])).toBe("8-10分钟");
  expect([clockOf(91_800), intervalText([1800]), intervalText([1800, 1800])]).toEqual(["01:30", null, "30分钟"]);
  expect(feed.patterns.map(({ stopIds, times }) => [stopIds.join(""), times])).toEqual([
    [
      "ABC",
      [
        { reached: 0, stands: 0 },
        { reached: 900, stands: 60 },
        { reached: 1800, stands: 0 },
      ],
    ],
    ["AC", null],
    ["CA", null],
  ]);
  expect(feed.unreadTimes).toEqual({ count: 1, line: 12, text: "8点" });
  expect(feed.tables).toContain("frequencies.txt");
});

test("trips with the same stops in the same order are one pattern, with the shape most of them have", async () => {
  const feed = await reading(tables);
  expect(feed.patterns).toEqual([
    {
      routeId: "R1",
      direction: 0,
      headsign: "动物园",
      stopIds: ["A", "B", "C"],
      shapeId: "s2",
      tripCount: 3,
      times: null,
      services: [],
    },
    {
      routeId: "R1",
      direction: 1,
      headsign: "火车站",
      stopIds: ["C", "A"],
      shapeId: "",
      tripCount: 1,
      times: null,
      services: [],
    },
  ]);
  expect(feed.routes.get("R1")).toEqual({
    routeId: "R1",
    shortName: "1路",
    longName: "火车站-动物园",
    routeType: 3,
    color: "",
    textColor: "",
  });
  expect([...feed.routes.values()].map(isBusRoute)).toEqual([true, false]);
  expect([...feed.stops.keys()]).toEqual(["A", "B", "C"]);
  expect(feed.stops.get("B")).toMatchObject({ stopName: "人民广场, 北", lng: 116.41, lat: 39.91 });
  expect([...feed.shapes.get("s2")!]).toEqual([116.4, 39.9, 116.42, 39.92]);
});

test("tables may lie in a folder, and shapes may be absent", async () => {
  const feed = await reading(
    Object.fromEntries(Object.entries(without("shapes.txt")).map(([name, text]) => [`gtfs/${name}`, text])),
  );
  expect(feed.patterns.map((pattern) => pattern.shapeId)).toEqual(["", ""]);
});

test.each([
  ["a missing table", without("stop_times.txt"), "缺少 stop_times.txt"],
  ["a missing column", { ...tables, "stops.txt": "stop_id,stop_lat\nA,1\n" }, "stops.txt 缺少列 stop_lon"],
  [
    "a number that is none",
    { ...tables, "stops.txt": "stop_id,stop_lat,stop_lon\nA,1,2\nB,abc,2\n" },
    "stops.txt 第 3 行的 stop_lat “abc”不是有效的数值",
  ],
  ["a latitude beyond the pole", { ...tables, "stops.txt": "stop_id,stop_lat,stop_lon\nA,91,2\n" }, "stop_lat “91”"],
  [
    "a repeated stop",
    { ...tables, "stops.txt": "stop_id,stop_lat,stop_lon\nA,1,2\nA,1,2\n" },
    "第 3 行的 stop_id “A”重复",
  ],
  ["an open quote", { ...tables, "routes.txt": 'route_id,route_type\n"R1,3\n' }, "routes.txt 第"],
  [
    "another encoding",
    { ...tables, "stops.txt": Buffer.from([0x73, 0x0a, 0xbb, 0xf0, 0xb3, 0xb5]) },
    "stops.txt 不是 UTF-8 编码",
  ],
])("%s is told with its place", async (_, files, message) => {
  await expect(reading(files)).rejects.toMatchObject({
    name: "GtfsFileError",
    message: expect.stringContaining(message),
  });
});

test("trips that call at an unknown stop, are of an unknown route or of none at all are passed over and counted", async () => {
  const feed = await reading({
    ...tables,
    "trips.txt": "route_id,trip_id\nR1,t1\nR1,t2\nR9,t3\n",
    "stop_times.txt":
      "trip_id,stop_id,stop_sequence,pickup_type\nt1,A,1,\nt1,B,1,\nt2,A,1,1\nt2,X,2,\nt2,Y,3,\nt3,A,1,\nzz,A,1,\nzz,B,2,\n",
  });
  expect(feed.skipped).toEqual({
    stops: { count: 1, line: 5, text: "X" },
    routes: { count: 1, line: 4, text: "R9" },
    trips: { count: 2, line: 8, text: "zz" },
    sequences: { count: 1, line: 3, text: "1" },
  });
  expect(feed.patterns.map(({ stopIds, tripCount }) => [stopIds, tripCount])).toEqual([[["A", "B"], 1]]);
  expect([...feed.columns]).toEqual(["stop_times.txt pickup_type"]);
});

test("what is no zip, is cut short or is too large is refused", async () => {
  await expect(readGtfs(Buffer.from("not a zip"))).rejects.toThrow("不是有效的 GTFS 压缩包");
  await expect(readGtfs(zipOf(tables).subarray(0, 900))).rejects.toThrow("不是有效的 GTFS 压缩包");
  await expect(
    readGtfs(zipOf({ ...tables, "notes.txt": "公交".repeat(500_000) }), { unpackedBytes: 2 ** 20 }),
  ).rejects.toThrow("解压后超过 1 MB");
  await expect(readGtfs(zipOf(tables), { rows: 5 })).rejects.toThrow("stop_times.txt 超过 5 行");
  await expect(readGtfs(zipOf(tables), { files: 3 })).rejects.toThrow("超过 3 个");
  const damaged = Buffer.from(zipOf(tables));
  damaged.fill(0xff, 40, 90);
  await expect(readGtfs(damaged)).rejects.toThrow("routes.txt 已损坏");
  await expect(readGtfs("/nowhere/feed.zip")).rejects.toMatchObject({ code: "ENOENT" });
});

const portoAlegre = realData("gtfs-porto-alegre/poa_eptc.zip", "Porto Alegre timetable");

test.skipIf(!portoAlegre)("a real feed is read whole", async () => {
  const feed = await readGtfs(portoAlegre!);
  expect([feed.routes.size, feed.stops.size, feed.shapes.size]).toEqual([115, 3986, feed.shapes.size]);
  expect([...feed.shapes.values()].reduce((sum, shape) => sum + shape.length / 2, 0)).toBe(57_723);
  expect(feed.patterns.reduce((sum, pattern) => sum + pattern.tripCount, 0)).toBe(2374);
});
