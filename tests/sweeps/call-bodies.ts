import { expect } from "vitest";
import { today } from "~/kit/ground/time/today.server";
import { demoNames } from "~/seed/demo-city";
import { demoTasks } from "~/seed/demo-tasks";
import { fleetNames } from "~/seed/demo-fleet";
import { apiCalls } from "~/calls/calls.server";
import { lineNamed, primaryVariantOf } from "../kit/line-named";
import { callProofs } from "../spec/call";
import { logSome } from "../spec/logged";
import type { Visitor } from "../kit/visit";
import { day } from "../kit/days";
import { db } from "~/kit/data/db/pool.server";
import { superViewer } from "~/kit/room/sheets/drive.sample";
import { keepPlan } from "~/kit/room/sheets/plans.server";

import.meta.glob("../spec/calls/*.ts", { eager: true });

export type Values = Record<string, unknown>;

const line = (name: string) => `/api/line/v1.0/${name}`;
const file = (name: string) => `/api/line/file/${name}`;

async function good<T = Values[]>(person: Visitor, path: string, body: Values = {}): Promise<T> {
  const answer = await person.call<T>(path, body, apiCalls.get(path)!.method);
  expect(answer, path).toMatchObject({ success: true });
  return answer.data;
}

/** Proofs of calls that leave records behind of which the demo city has none. */
const leaving = [
  "/api/weather/v1.0/list",
  "/api/mavenProject/v1.0/add",
  "/base-api/list",
  "/api/getPathWhiteList",
  "/api/sys/excel/log/pageList",
  "/api/sys-attachment-file/v1.0/pageList",
  "/api/line/file/info/generateFile",
  "/api/line/file/node/audio/link/list",
  "/api/line/file/node/txt/link/list",
  "/api/common/v1.0/busStateTree",
  "/api/fence/v1.0/waitingArea/update",
];

/** Records that lists are asked for, of which the demo city has too few or too like ones. */
export async function prepare(person: Visitor): Promise<void> {
  for (const path of leaving) await callProofs.get(path)!.success(person);
  await logSome();
  await logSome();
  const [org, other] = await good(person, "/api/org/v1.0/list");
  for (const [nth, { orgId }] of [org!, other!].entries()) {
    const effectiveDay = day(3000 + nth);
    await good(person, "/api/change-package/v1.0/add", { packageName: `变更包${nth}`, effectiveDay, orgId });
    const logDate = `2026-11-0${nth + 1}`;
    await good(person, "/api/updateLog/v1.0/add", { logVersion: `7.${nth}`, logDate, title: `第${nth}`, body: "内容" });
  }
  await good(person, "/api/role/v1.0/add", { roleName: "停用的角色", enabled: false });
  const [station] = await good(person, "/api/sta/v1.0/list");
  await good(person, "/api/sta/v1.0/update", { staUuid: station!.staUuid, district: "110108" });
  const stationList = (await good(person, "/api/sta/v1.0/list")).slice(0, 4).map(({ staUuid }) => ({ staUuid }));
  for (const state of [10, 20]) {
    const body = { lineName: `状态${state}路`, lineType: 1, orgId: org!.orgId, state };
    const { lineUuid } = await good<Values>(person, line("add"), body);
    const directions = [1, 2].map((direction) => ({ direction, stationList }));
    const effectiveTime = today();
    await good(person, line("classifyPreAdd"), { lineUuid, effectiveTime, directions, publish: true });
  }
  const { nodeUuid } = await nodeOfDraft(person);
  await good(person, file("node/audio/link/batchAdd"), { nodeUuid, voiceUse: 1, items: [{ text: "请注意" }] });
  await good(person, file("node/txt/link/add"), { nodeUuid, text: "前方到站" });
}

async function nodeOfDraft(person: Visitor): Promise<Record<"fileUuid" | "nodeUuid", unknown>> {
  const [draft] = await good(person, file("info/list"), { state: 0 });
  const { fileUuid } = draft!;
  const [node] = await good(person, file("node/info/list"), { fileUuid });
  return { fileUuid, nodeUuid: node!.nodeUuid };
}

type Bodies = (person: Visitor) => Promise<Values[]>;

/** A variant by each of its keys. */
const variant: Bodies = async () => {
  const { lineUuid, classifySid } = await primaryVariantOf(demoNames.lines.express);
  return [{ lineUuid }, { classifySid }];
};

const linksOfNode: Bodies = async (person) => {
  const { fileUuid, nodeUuid } = await nodeOfDraft(person);
  return [{ fileUuid }, { nodeUuid }];
};

const ofPlanner: Bodies = () => Promise.resolve([{ userAccount: "planner" }]);
const daysFromNow = (days: number) => today(new Date(Date.now() + days * 86_400_000));
const dayEach: Bodies = () => Promise.resolve([-2, 1].map(daysFromNow).map((day) => ({ from: day, to: day })));

/** Bodies that a call takes, where its fields do not come from records of the same names. */
export const given: Record<string, Bodies> = {
  async "/api/excel/v1.0/planList"() {
    const match = {
      row: 1,
      headers: ["车号"],
      columns: { busSelfCode: 0 },
      missing: [],
      unknown: [],
      repeated: [],
      moved: false,
    };
    await keepPlan(db(), superViewer, "bus", match, {});
    return [{ templateCode: "bus" }];
  },
  [line("getLineClassifyStationAndMap")]: variant,
  [line("getOriginLineClassifyStationAndMap")]: variant,
  [line("lineStationBySid")]: variant,
  [line("lineStaByClassifySid")]: variant,
  [line("getClassifyParam")]: variant,
  [line("classifyVersions")]: variant,
  "/api/getLineMatchResult": variant,
  [file("info/historyList")]: variant,
  [line("standbyList")]: async () => [{ lineUuid: await lineNamed(demoNames.lines.express) }],
  async [line("classifyScenario")](person) {
    const [{ lineUuid } = {}] = await good(person, line("list"), { hasDraft: true });
    const { versionUuid } = await good<Values>(person, line("getLineClassifyStationAndMap"), { lineUuid });
    return [{ versions: [{ versionUuid }] }];
  },
  async "/api/checkLineMatchPath"(person) {
    const [{ lineUuid } = {}] = await variant(person);
    const { directions } = await good<{ directions: Values[] }>(person, line("getOriginLineClassifyStationAndMap"), {
      lineUuid,
    });
    return [{ path: directions[0]!.path }];
  },
  async "/api/sta/v1.0/getLineBySta"(person) {
    const [{ lineUuid } = {}] = await variant(person);
    const [call] = await good(person, line("staListByLineUuid"), { lineUuid });
    return [{ staUuid: call!.staUuid }];
  },
  "/api/line/gtfs/v1.0/export": async () => [{ asOf: today() }],
  async [file("info/downloadLineFile")](person) {
    const [made] = await good(person, file("info/list"), { state: 1 });
    return [{ fileUuid: made!.fileUuid }];
  },
  [file("node/info/list")]: async (person) => (await linksOfNode(person)).slice(0, 1),
  [file("node/audio/link/list")]: linksOfNode,
  [file("node/txt/link/list")]: linksOfNode,
  "/node/audio/link/list": linksOfNode,
  "/node/txt/link/list": linksOfNode,
  async "/line-file-multi-task-detail/pageList"(person) {
    const { list } = await good<{ list: Values[] }>(person, "/line-file-multi-task/pageList", {
      keyword: demoTasks.partly,
    });
    return [{ taskUuid: list[0]!.taskUuid }];
  },
  async "/api/weather/v1.0/list"() {
    return Promise.resolve([{ from: daysFromNow(-1) }]);
  },
  async [line("basicInfo")](person) {
    const [{ lineUuid } = {}] = await variant(person);
    return [{ lineUuids: [lineUuid] }, { lineUuids: [lineUuid], type: 2 }];
  },
  "/api/sys/excel/templateDownLoad": () => Promise.resolve([{ templateCode: "bus" }]),
  "/api/sys/excel/exportBaseInfo": () => Promise.resolve([{ templateCode: "post" }]),
  "/api/baseLoginLog/v1.0/pageList": ofPlanner,
  "/api/baseReqLog/v1.0/pageList": ofPlanner,
  "/api/baseReqLog/v1.0/directiveInfo": dayEach,
  "/api/baseReqLog/v1.0/chartDataBar": async (person) =>
    (await dayEach(person)).map((days) => ({ ...days, by: "function" })),
  async "/api/bus/v1.0/validBus"(person) {
    const [bus, other] = await good(person, "/api/bus/v1.0/list", { busSelfCode: fleetNames.buses.first });
    const { busSelfCode, plateNum, vin } = bus ?? other!;
    return [{ busSelfCode }, { plateNum }, { vin }];
  },
  "/api/buslineQuickSearch": () => Promise.resolve([{ keyword: demoNames.lines.first }]),
  async "/api/realDispatch/dispatch/v1.0/getOffLineBusNew"(person) {
    const [bus] = await good(person, "/api/bus/v1.0/list", { busSelfCode: fleetNames.buses.scrapped });
    return [{ busUuids: [bus!.busUuid] }];
  },
  async "/line-file-multi-task-detail/getDetail"(person) {
    const [of] = await given["/line-file-multi-task-detail/pageList"]!(person);
    const { list } = await good<{ list: Values[] }>(person, "/line-file-multi-task-detail/pageList", of);
    return [{ detailUuid: list[0]!.detailUuid }];
  },
  async "/api/sta/v1.0/getDeviceListOfStation"(person) {
    const stations = await good(person, "/api/sta/v1.0/list");
    const devices = await good(person, "/api/dev/v1.0/list");
    const { staUuid } = stations.find((one) => devices.some(({ bindUuid }) => bindUuid === one.staUuid))!;
    return [{ staUuid }];
  },
  async "/api/node/type/column/v1.0/list"(person) {
    const [type] = await good(person, file("node/type/list"));
    return [{ typeUuid: type!.typeUuid }];
  },
  async "/api/electricFence/v1.0/selectFenceForMap"() {
    return Promise.resolve([{ minLng: 110, maxLng: 120, minLat: 30, maxLat: 45 }]);
  },
};

/** The calls of the list whose records an export holds, where places are asked for. */
export const listedAs: Record<string, string> = { fence: "/api/fence/v1.0", station: "/api/sta/v1.0" };

/** Values that no schema tells. */
export const special: Record<string, Record<string, unknown[]>> = {
  [line("classifyScenario")]: { periods: [[{ from: "07:00", to: "09:00", factor: 2 }]] },
  [file("info/downloadLineFile")]: { format: ["announcer"] },
  [line("validDeviceNo")]: { lineDeviceNo: [60_000, 9000, 900] },
  "/api/checkLineMatchPath": {
    path: [
      [
        [10, 10],
        [10.01, 10],
      ],
    ],
  },
  "/api/sys/excel/exportBaseInfo": { templateCode: ["bus"], format: ["csv"] },
  "/api/bus/v1.0/validBus": { busSelfCode: ["NONE"], plateNum: ["京A00001"], vin: ["LZYTBGBW5E1058231"] },
};

/** Calls for whose records nothing is prepared: imports of files that only their own tests read. */
export const notYetAsked = [
  "/api/map-import/v1.0/detail",
  "/api/line-import/v1.0/detail",
  "/api/station-import/v1.0/detail",
  "/api/excel/v1.0/detail",
  "/api/excel/v1.0/rows",
];

/** Fields on which no answer depends, each with the reason. */
export const withoutEffect: { in: RegExp; fields: string[]; why: string }[] = [
  { in: /^\/api\/org\/v1\.0\/pageList$/, fields: ["sortField"], why: "organisations stand in the order of their tree" },
  {
    in: /exportBaseInfo (station|stationOpposite|line)$/,
    fields: ["asOf"],
    why: "a list's filter; what differs by day, its lines or stations, has no column in the sheet",
  },
  {
    in: /^\/api\/line\/file\/version\/audio\/link\/pageList$/,
    fields: ["sortField", "sortOrder"],
    why: "clips stand in the order in which they are heard",
  },
];
