import { type Transaction, sql } from "kysely";
import { newKey, joinTransaction } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import { seedAccount } from "./accounts.server";
import { seedDemoClips, keepChime } from "./demo-clips.server";
import { seedDemoFleet } from "./demo-fleet.server";
import { seedDemoNetwork } from "./demo-network.server";
import { seedRecipe } from "~/domains/voice-versions/queries.server";
import { demoRecipe } from "./demo-recipe";
import { audioClips } from "~/domains/audio-clips/room.server";
import { addFile, generateFile } from "~/domains/line-files/queries.server";
import type { SeededRecipe } from "~/domains/voice-versions/seed.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { createRecord } from "~/kit/data/db/records.server";
import { demoNames } from "./demo-city";
import { seedDemoTasks } from "./demo-tasks.server";

const bySystem = { createdBy: "system", updatedBy: "system" };

/** Makes the demo city: an operator with three fleets, roles of different reach, an account for each, roads, stations and lines. Answers the accounts' passwords, to be told once. */
export async function seedDemoCity(trx: Transaction<DB>): Promise<string[]> {
  const fleets = await seedOrganisations(trx);
  const [firstFleet] = fleets;
  const allowed = await resourcesByPermission(trx);
  const reads = [
    ...codes([...fleetRooms, ...listRooms, "line", "station", "organisation", "dictionary"], "read"),
    "bus-monitor.read",
    "sheet.read",
    "node-type.read",
    "audio.read",
    "line-file.read",
    "issue-task.read",
  ];
  const files = ["sheet.write", "attachment.read", "attachment.write"];
  const work = ["bus.assign", "person.assign", "device.bind", ...files];
  const roles = {
    planner: await seedRole(trx, "线网规划员", "all", allowed, [
      ...reads,
      ...codes([...fleetRooms, ...listRooms, "line", "station", "organisation", "dictionary"], "write", "delete"),
      ...work,
      ...codes(["audio"], "write", "delete"),
      ...codes(["line-file"], "write", "generate", "delete"),
      ...codes(["issue-task"], "write", "start", "remove"),
      "line.publish",
      "map.read",
      "map.import",
      "person.id-card",
      "parameter.read",
      "parameter.write",
      "node-type.write",
    ]),
    clerk: await seedRole(trx, "车队资料员", "own-below", allowed, [
      ...reads,
      ...codes([...fleetRooms, "line", "station", "audio"], "write"),
      ...work,
    ]),
    viewer: await seedRole(trx, "查询人员", "all", allowed, [...reads, "map.read", "parameter.read"]),
    stations: await seedRole(trx, "站务员", "own", allowed, ["station.read", "station.write"]),
  };
  const password = process.env.NODE_ENV === "test" ? process.env.DEMO_PASSWORD : undefined;
  const lines = [
    await seedAccount(trx, { userAccount: "planner", userName: "线网规划员", roleIds: [roles.planner], password }),
    await seedAccount(trx, {
      userAccount: "clerk",
      userName: "一车队资料员",
      roleIds: [roles.clerk],
      orgId: firstFleet,
      password,
    }),
    await seedAccount(trx, { userAccount: "viewer", userName: "查询人员", roleIds: [roles.viewer], password }),
    await seedAccount(trx, {
      userAccount: "station",
      userName: "站务员",
      roleIds: [roles.stations],
      orgId: firstFleet,
      password,
    }),
    await seedAccount(trx, { userAccount: "nobody", userName: "未授权人员", password }),
  ];
  await seedUpdateLog(trx);
  await seedDemoNetwork(trx, fleets);
  await seedDemoFleet(trx, fleets);
  await seedDemoClips(trx);
  await seedDemoFiles(trx, await seedRecipe(trx, demoRecipe));
  return lines.filter((line) => line !== undefined);
}

const fleetRooms = ["bus", "device", "person", "depot", "fence", "waiting-area"];
const listRooms = ["bus-model", "device-model", "post", "line-classify", "voice-version"];

const codes = (rooms: string[], ...verbs: string[]) => rooms.flatMap((room) => verbs.map((verb) => `${room}.${verb}`));

/** The operator, two branches and three fleets; answers the fleets. */
async function seedOrganisations(trx: Transaction<DB>): Promise<string[]> {
  const add = async (orgPid: string | null, orgCode: string, orgName: string, orgType: number, sort: number) => {
    const orgId = newKey();
    await trx
      .insertInto("organisation")
      .values({ orgId, orgPid, orgCode, orgName, orgType, sort, ...bySystem })
      .execute();
    return orgId;
  };
  const company = await add(null, "BJGJ", "滨江公交", 1, 1);
  const east = await add(company, "BJGJ-1", "第一分公司", 2, 1);
  const west = await add(company, "BJGJ-2", "第二分公司", 2, 2);
  await add(company, "BJGJ-D", "调度中心", 100, 3);
  return [
    await add(east, "BJGJ-11", "一车队", 3, 1),
    await add(east, "BJGJ-12", "二车队", 3, 2),
    await add(west, "BJGJ-21", "三车队", 3, 1),
  ];
}

async function resourcesByPermission(trx: Transaction<DB>): Promise<Map<string, string>> {
  const rows = await trx
    .selectFrom("resource")
    .select(["resourceId", "permissionCode"])
    .where("permissionCode", "is not", null)
    .execute();
  return new Map(rows.map((row) => [row.permissionCode as string, row.resourceId]));
}

async function seedRole(
  trx: Transaction<DB>,
  roleName: string,
  dataScope: string,
  allowed: Map<string, string>,
  codes: string[],
): Promise<string> {
  const roleId = newKey();
  await trx
    .insertInto("role")
    .values({ roleId, roleName, dataScope, ...bySystem })
    .execute();
  for (const code of codes) {
    const resourceId = allowed.get(code);
    if (!resourceId) throw new Error(`no resource gives ${code}`);
    await trx.insertInto("roleResource").values({ roleId, resourceId }).execute();
  }
  return roleId;
}

async function seedUpdateLog(trx: Transaction<DB>): Promise<void> {
  await trx
    .insertInto("updateLog")
    .values({
      logId: newKey(),
      logVersion: "0.1.0",
      logDate: "2026-11-21",
      title: "第一个版本",
      body: "站点与线路管理、地图数据导入、按道路匹配线路走向、JSON 接口。",
      ...bySystem,
    })
    .execute();
}

/** A draft of the first line, and a file generated for the circular one, whose stations all have a clip. */
async function seedDemoFiles(trx: Transaction<DB>, versionUuid: string): Promise<void> {
  const short = await seedRecipe(trx, shortRecipe);
  await seedStationClips(trx, demoNames.lines.circular);
  await joinTransaction(trx, async () => {
    await addFile(system, { classifySid: await variantOf(trx, demoNames.lines.first), versionUuid });
    const circular = await variantOf(trx, demoNames.lines.circular);
    const { fileUuid } = await addFile(system, { classifySid: circular, versionUuid: short });
    await generateFile(system, { fileUuid });
  });
  await seedDemoTasks(trx, system);
}

const shortRecipe: SeededRecipe = {
  versionNum: "BJGJ-2025.1",
  versionName: "简短报站",
  languages: ["zh"],
  remark: "只报站名",
  rows: [
    { event: 1, voiceUse: 3, language: "zh", parts: [{ clip: "下一站" }, "nextStation"] },
    { event: 2, voiceUse: 1, language: "zh", parts: ["station", { clip: "到了" }] },
    { event: 3, voiceUse: 3, language: "zh", parts: [{ clip: "下一站" }, "nextStation"] },
    { event: 5, voiceUse: 1, language: "zh", parts: [{ clip: "终点站到了，请带好随身物品" }] },
  ],
  texts: [{ event: 2, voiceUse: 1, language: "zh", text: "{station} 到了", seconds: 6 }],
};

const system: Viewer = {
  userId: "system",
  userName: "系统",
  userAccount: "system",
  userStatus: "normal",
  isSuper: true,
  orgId: null,
  orgScope: "all",
  permissions: new Set(),
  sessionId: "",
  appCode: null,
  requestId: "seed",
};

async function variantOf(trx: Transaction<DB>, lineName: string): Promise<string> {
  const { rows } = await sql<{ classifySid: string }>`
    select classify_sid from line_classify join line on line_uuid = main_uuid where line_name = ${lineName} and sort_type = 1`.execute(
    trx,
  );
  return rows[0]!.classifySid;
}

async function seedStationClips(trx: Transaction<DB>, lineName: string): Promise<void> {
  const { rows } = await sql<{ staUuid: string; staName: string }>`
    select sta_uuid, min(coalesce(alias, sta_name)) as sta_name from line_station join station using (sta_uuid)
      join line_version version using (version_uuid) join line_classify using (classify_sid) join line on line_uuid = main_uuid
    where line_name = ${lineName} and version.state = 'effective' and not exists (select from audio where audio.sta_uuid = station.sta_uuid)
    group by sta_uuid order by 2, 1`.execute(trx);
  for (const [place, { staUuid, staName }] of rows.entries())
    await createRecord(trx, { userId: "system", userName: "系统" }, audioClips.source.kept, {
      audioNum: `Z${201 + place}`,
      audioName: staName,
      text: staName,
      staUuid,
      use: 0,
      ...(await keepChime(staName, place)),
      remark: "演示用的提示音，请用录音或朗读替换",
    });
}
