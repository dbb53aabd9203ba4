import initSqlJs from "sql.js";
import type { HostileFile } from "./hostile-file";
import { manyEntries, repeated, zip } from "./packed";

const record = "7路(东站-西站)\n东站:120.1,30.1 西站:120.12,30.1\n120.1,30.1 120.12,30.1\n";
const feed = {
  "routes.txt": "route_id,route_short_name,route_type\nR,7路,3\n",
  "stops.txt": "stop_id,stop_name,stop_lat,stop_lon\nA,东站,30.1,120.1\nB,西站,30.1,120.12\n",
  "trips.txt": "route_id,service_id,trip_id\nR,S,t1\n",
  "stop_times.txt":
    "trip_id,arrival_time,departure_time,stop_id,stop_sequence\nt1,06:00:00,06:00:00,A,1\nt1,06:10:00,06:10:00,B,2\n",
};

async function database(statements: string): Promise<Buffer> {
  const made = new (await initSqlJs()).Database();
  made.run(statements);
  const bytes = Buffer.from(made.export());
  made.close();
  return bytes;
}

const stations =
  "create table station (id, cnName, longitude, latitude); insert into station values (1, '东站', 120, 30);";

/** So many trips of three calls, in rows that do not pack well. */
function manyTrips(count: number): Record<string, string> {
  const trips = Array.from({ length: count }, (_, at) => (at * 7919) % 1_000_003);
  const calls = trips.map((trip) => ["A", "B", "A"].map((stop, at) => `${trip},,,${stop},${at}`).join("\n"));
  return {
    ...feed,
    "trips.txt": `route_id,service_id,trip_id\n${trips.map((trip) => `R,S,${trip}`).join("\n")}\n`,
    "stop_times.txt": `trip_id,arrival_time,departure_time,stop_id,stop_sequence\n${calls.join("\n")}\n`,
  };
}

const documents: Omit<HostileFile, "reader">[] = [
  { name: "deep.geojson", make: () => `{"type":"FeatureCollection","features":${"[".repeat(30e6)}`, says: /嵌套超过/ },
  {
    name: "wide.geojson",
    make: () => `{"type":"FeatureCollection","features":[${"[],".repeat(15e6)}[]]}`,
    says: /超过 12,000,000 个/,
  },
  {
    name: "keys.geojson",
    make: () =>
      `{"type":"FeatureCollection","features":[],"more":{${Array.from({ length: 3e6 }, (_, at) => `"k${at}":1`).join(",")}}}`,
    says: /属性超过/,
  },
  {
    name: "as far as it goes.geojson",
    make: () =>
      `{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"7路"},"geometry":{"type":"LineString","coordinates":[${"[120.1,30.1],".repeat(2_900_000)}[120,30]]}}]}`,
    says: /没有可用|找不到线路|read: |MB/,
    costly: true,
  },
  {
    name: "cut short.geojson",
    make: () => '{"type":"FeatureCollection","features":[{"type":"Feature"',
    says: /不完整或有误/,
  },
  {
    name: "an endless text.json",
    make: () => `{"type":"FeatureCollection","features":[{"type":"${"长".repeat(10e6)}`,
    says: /不完整或有误/,
  },
  { name: "one endless line.txt", make: () => `7路;1;${"120.1 30.1,".repeat(4e6)}`, says: /有一行超过/ },
  {
    name: "blanks before no colon.txt",
    make: () => `7路(东站-西站)\n东站:120.1,30.1${" ".repeat(3e6)}西站:120.12,30.1\n120.1,30.1 120.12,30.1\n`,
    says: /^read: 1 lines/,
  },
  {
    name: "brackets.txt",
    make: () => record + `${"(".repeat(2e6)})\n东站:120.1,30.1 西站:120.12,30.1\n120.1,30.1 120.12,30.1\n`,
    says: /^read: 1 lines, 1 problems/,
  },
  {
    name: "nothing but problems.txt",
    make: () => `7路(东站-西站)\n东站:120.1,30.1 ${"x ".repeat(1.5e6)}\n120.1,30.1 120.12,30.1\n`.repeat(3),
    says: /^read: .* 2000 problems/,
  },
  { name: "bomb.gpx", make: () => `<gpx>${"<trk><trkseg>".repeat(500_000)}`, says: /认不出这个文件|有一行超过/ },
  {
    name: "laughs.kml",
    make: () => `<!DOCTYPE kml [<!ENTITY a "${"ha".repeat(1e5)}"><!ENTITY b "${"&a;".repeat(1e4)}">]><kml>&b;</kml>`,
    says: /认不出这个文件/,
  },
];

const archives: Omit<HostileFile, "reader">[] = [
  {
    name: "nested.zip",
    make: () => zip({ "a.zip": zip({ "b.zip": zip({ "lines.txt": record }) }) }),
    says: /还有压缩包/,
  },
  { name: "two hundred thousand.zip", make: () => manyEntries(200_000), says: /超过 1,?000 个/ },
  {
    name: "a gigabyte of lines.zip",
    make: () => zip({ "lines.txt": repeated("", record.repeat(10_000), 1000) }),
    says: /解压后超过/,
  },
  {
    name: "what it says is not so.zip",
    make: () => zip({ "lines.txt": { ...repeated("", record.repeat(10_000), 100), size: 1000 } }),
    says: /已损坏/,
  },
  {
    name: "computed columns.db",
    make: () => computed("printf('%.*c', 60000000, '7')"),
    says: /超过 128 MB/,
  },
  { name: "cut short.db", make: async () => (await database(stations)).subarray(0, 3000), says: /约定不符|不是报站器/ },
];

function computed(text: string): Promise<Buffer> {
  return database(
    `${stations} create table line (id, name, upLineStation text generated always as (${text}) virtual, downLineStation); ${"insert into line (id, name) values (1, '7路');".repeat(30)}`,
  );
}

const feeds: Omit<HostileFile, "reader">[] = [
  {
    name: "giant stop times.zip",
    make: () =>
      zip({ ...feed, "stop_times.txt": repeated(feed["stop_times.txt"], "t1,,,A,3\n".repeat(100_000), 1000) }),
    says: /解压后超过/,
  },
  {
    name: "stop times within every packing.zip",
    make: () => zip(manyTrips(300_000)),
    says: /^read: |秒|MB/,
    costly: true,
  },
  {
    name: "a trip without end.zip",
    make: () => zip({ ...feed, "stop_times.txt": `${feed["stop_times.txt"]}${"t1,,,A,3\n".repeat(200_000)}` }),
    says: /停靠超过 5,000 次/,
  },
  {
    name: "a field without end.zip",
    make: () => zip({ ...feed, "stops.txt": `stop_id,stop_name,stop_lat,stop_lon\nA,"${"x".repeat(5e6)}` }),
    says: /格式有误/,
  },
  {
    name: "long ids.zip",
    make: () => zip({ ...feed, "stops.txt": `${feed["stops.txt"]}${"y".repeat(60_000)},x,30,120\n` }),
    says: /stop_id 超过 255 个字/,
  },
  {
    name: "departures.zip",
    make: () =>
      zip({
        ...feed,
        "frequencies.txt": `trip_id,start_time,end_time,headway_secs\n${"t1,00:00:00,99:00:00,1\n".repeat(100_000)}`,
      }),
    says: /发车时刻超过/,
  },
  {
    name: "columns without end.zip",
    make: () => zip({ ...feed, "stops.txt": `stop_id,${"c,".repeat(1e6)}\n` }),
    says: /格式有误/,
  },
  { name: "cut short.zip", make: () => zip(feed).subarray(0, 600), says: /已损坏|不是有效/ },
];

export const hostileLines: HostileFile[] = [...documents, ...archives, ...feeds].map((file) => ({
  ...file,
  reader: "lines",
}));
