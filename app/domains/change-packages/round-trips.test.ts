import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { fenceRoom } from "~/domains/fences/room";
import { stationRoom } from "~/domains/stations/room";
import { db } from "~/kit/data/db/pool.server";
import { day } from "../../../tests/kit/days";
import { orgNamed } from "../../../tests/kit/organisations";
import type { Visitor } from "../../../tests/kit/visit";
import { makePlanner } from "./change-packages.sample";
import { plannedFields } from "./model";

type Values = Record<string, unknown>;

const station = {
  staSelfCode: "ZTWZ1",
  staName: "完整站",
  nameEn: "Whole Stop",
  pronunciation: "wan2 zheng3 zhan4",
  lng: 116.41,
  lat: 39.91,
  azimuth: 33,
  road: "完整路",
  roadSide: "东侧",
  district: "110108",
  address: "完整路 1 号",
  nearby: "地铁",
  staKind: 2,
  state: 10,
  facilities: 3,
  openDate: day(-30),
  stopDate: day(300),
  isShare: true,
  remark: "全部填写",
};
/** Another value for every field that a package may change. */
const stationPlanned = {
  staName: "新名站",
  nameEn: "New Stop",
  pronunciation: "xin1 ming2 zhan4",
  lng: 116.42,
  lat: 39.92,
  azimuth: 303,
  road: "新路",
  roadSide: "西侧",
  address: "新路 2 号",
  staKind: 3,
  state: 20,
  openDate: day(-29),
  stopDate: day(301),
};
const fence = {
  fenceNum: "ZTWL1",
  fenceName: "完整围栏",
  useType: 1,
  enabled: true,
  colour: "#f03e3e",
  shape: 1,
  lng: 116.4,
  lat: 39.9,
  radius: 100,
  ruleType: 30,
  limitSpeed: 30,
  timeWindows: [{ from: "08:00", to: "09:00" }],
  weekdays: [1, 2],
  beginDate: day(-30),
  endDate: day(300),
  remark: "全部填写",
};
const fencePlanned = {
  fenceName: "新名围栏",
  enabled: false,
  ruleType: 40,
  limitSpeed: null,
  stopMinutes: 25,
  beginDate: day(-29),
  endDate: day(301),
  remark: "换了",
  shape: 4,
  lng: null,
  lat: null,
  radius: null,
  coords: [
    [116.4, 39.9],
    [116.41, 39.91],
  ],
  width: 40,
};

let planner: Visitor;
let packageUuid: string;
const keys = { station: "", fence: "" };

async function good<T>(path: string, body: object): Promise<T> {
  const answer = await planner.call<T>(path, body);
  if (!answer.success) throw new Error(`${path}: ${JSON.stringify(answer)}`);
  return answer.data;
}
const toPackage = (verb: string, body: object = {}) =>
  good(`/api/change-package/v1.0/${verb}`, { packageUuid, ...body });

/** All stations and fences as they are stored, but who wrote them when and how often. */
async function kept(): Promise<Map<string, Values>> {
  const { rows } = await sql<{ key: string; row: Values }>`
    select sta_uuid as key, to_jsonb(s) - array['version', 'updated_at', 'updated_by'] as row from station s
    union all select fence_uuid, to_jsonb(f) - array['version', 'updated_at', 'updated_by'] from fence f`.execute(db());
  return new Map(rows.map(({ key, row }) => [key, row]));
}

const rowOf = async (kind: keyof typeof keys): Promise<Values> =>
  kind === "station"
    ? good("/api/sta/v1.0/detail", { staUuid: keys.station })
    : good<{ list: Values[] }>("/api/electricFence/v1.0/pageList", { keyword: "ZTWL1" }).then(({ list }) => list[0]!);

beforeAll(async () => {
  planner = await makePlanner();
  const orgId = await orgNamed("一车队");
  keys.station = (await good<{ staUuid: string }>("/api/sta/v1.0/add", station)).staUuid;
  keys.fence = (await good<{ fenceUuid: string }>("/api/electricFence/v1.0/add", { ...fence, orgId })).fenceUuid;
  const values = { packageName: "完整变更", effectiveDay: day(0), orgId };
  ({ packageUuid } = await good<{ packageUuid: string }>("/api/change-package/v1.0/add", values));
});

it("records in which every field is filled are in force as planned, with nothing else changed, and taken back to what they were", async () => {
  expect(Object.keys(station)).toEqual(Object.keys(stationRoom.fields).filter((name) => name !== "oppositeSta"));
  expect(Object.keys(stationPlanned)).toEqual([...plannedFields.station]);
  expect(new Set(Object.keys(fencePlanned))).toEqual(new Set(plannedFields.fence));
  for (const name of plannedFields.fence) expect(Object.keys(fenceRoom.fields)).toContain(name);
  const before = await kept();
  const rows = { station: await rowOf("station"), fence: await rowOf("fence") };
  await toPackage("planStation", { staUuid: keys.station, changes: stationPlanned });
  await toPackage("planFence", { fenceUuid: keys.fence, changes: fencePlanned });
  expect(await kept()).toEqual(before);

  await toPackage("confirm");
  expect(await rowOf("station")).toMatchObject(stationPlanned);
  // The middle of a strip is reckoned.
  expect(await rowOf("fence")).toMatchObject({ ...fencePlanned, lng: 116.405, lat: 39.905 });
  for (const [kind, planned] of Object.entries({ station: stationPlanned, fence: fencePlanned })) {
    const now = await rowOf(kind as keyof typeof keys);
    const others = Object.keys(rows[kind as keyof typeof keys]).filter(
      (name) => !(name in planned) && !/^(version|updated|pinyin|initials|geojson)/.test(name),
    );
    const pick = (row: Values) => Object.fromEntries(others.map((name) => [name, row[name]]));
    expect(pick(now)).toEqual(pick(rows[kind as keyof typeof keys]));
  }
  const inForce = await kept();
  for (const [key, row] of before) if (!Object.values(keys).includes(key)) expect(inForce.get(key)).toEqual(row);

  await toPackage("takeBack", { reason: "不改了" });
  expect(await kept()).toEqual(before);
});
