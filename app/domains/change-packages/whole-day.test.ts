import { sql } from "kysely";
import { afterAll, expect, it } from "vitest";
import { linkTokensFor } from "~/domains/device-link/queries.server";
import { prepareFiles } from "~/domains/issue-tasks/prepare-files.server";
import { startGateway, terminalLink } from "~/domains/jt808-gateway/queries.server";
import { type Drive, drivesOf, reportOf } from "~/domains/reports/queries.server";
import { db } from "~/kit/data/db/pool.server";
import { endLogs } from "~/kit/data/logs/buffer.server";
import { readSettings } from "~/kit/ground/settings.server";
import { onDay, today } from "~/kit/ground/time/today.server";
import { demoNames } from "~/seed/demo-city";
import { fleetNames } from "~/seed/demo-fleet";
import { serveTerminals } from "../../../tests/kit/terminals";
import { api, type Visitor } from "../../../tests/kit/visit";
import { Announcer } from "../../commands/fleet/announcer";
import { chanceFrom } from "../../commands/fleet/chance";
import { httpTransport } from "../../commands/fleet/http-transport";
import { jt808Transport } from "../../commands/fleet/jt808-transport";
import { Terminal } from "../../commands/fleet/terminal";
import { detailsOf } from "../issue-tasks/issue-tasks.sample";
import { type DemoVariant, letGoUnheard, variantOf } from "../line-files/line-files.sample";
import { day } from "../../../tests/kit/days";
import {
  confirm,
  generateNow,
  makePlanner,
  nameOf,
  newPackage,
  speakWords,
  planDraft,
  rename,
  stateOf,
} from "./change-packages.sample";
import { bringIntoForce } from "./queries.server";

const origin = await serveTerminals();
const ahead = day(5);

interface Vehicle {
  deviceNo: string;
  terminal: Terminal;
  /** Nodes announced on one way there and back from a moment on. */
  driveFrom: (time: number) => string[];
  close: () => void;
}
let now = Date.now();
const vehicles: Vehicle[] = [];
afterAll(async () => {
  for (const { close } of vehicles) close();
  await endLogs();
});

/** A terminal in each vehicle of a task; the first speaks JT/T 808. */
async function boardVehicles(taskUuid: string, gatewayPort: number): Promise<void> {
  const { rows } = await sql<{ deviceNo: string; phone: string }>`
    select dev_self_code as device_no, terminal_phone as phone from issue_detail join device using (dev_uuid) where task_uuid = ${taskUuid} order by dev_self_code`.execute(
    db(),
  );
  const tokens = new Map(
    (await linkTokensFor(rows.map((row) => row.deviceNo))).map((one) => [one.devSelfCode, one.token]),
  );
  const drives = new Map((await drivesOf(100)).map((drive) => [drive.devSelfCode, drive]));
  rows.forEach(({ deviceNo, phone }, place) => {
    const transport =
      place === 0
        ? jt808Transport({ gateway: { host: "127.0.0.1", port: gatewayPort }, as: { phone, version: 2019 } })
        : httpTransport(origin, tokens.get(deviceNo)!);
    let heard: string[] = [];
    const announcer = new Announcer(({ name }) => heard.push(name));
    const driveFrom = (time: number) => {
      heard = [];
      for (const fix of fixesOf(drives.get(deviceNo)!, time)) announcer.drive(fix);
      return heard;
    };
    const terminal = new Terminal({ deviceNo, transport, announcer, chance: chanceFrom(place), now: () => now });
    vehicles.push({ deviceNo, terminal, driveFrom, close: () => transport.close?.() });
  });
}

function* fixesOf(drive: Drive, from: number) {
  const seconds = Math.ceil((2.2 * drive.along.at(-1)!) / drive.speed);
  for (let second = 0; second < seconds; second++) {
    const { lng, lat, speed, azimuth } = reportOf({ ...drive, ahead: 0 }, second * 1000);
    yield { time: from / 1000 + second, lng, lat, speed, heading: azimuth };
  }
}

const statesOf = async (taskUuid: string) => [...new Set((await detailsOf(taskUuid)).map(({ state }) => state))].sort();

async function roundsUntil(taskUuid: string, states: number[]): Promise<void> {
  await expect
    .poll(
      async () => {
        for (const { terminal } of vehicles) await terminal.round();
        return statesOf(taskUuid);
      },
      { interval: 200 },
    )
    .toEqual(states);
}

async function ownStations({ classifySid }: DemoVariant): Promise<{ staUuid: string; staName: string }[]> {
  const { rows } = await sql<{ staUuid: string; staName: string }>`
    select s.sta_uuid, s.sta_name from station s join line_station ls using (sta_uuid) join line_version v using (version_uuid)
    where v.state = 'effective' and v.deleted_at is null group by s.sta_uuid, s.sta_name having array_agg(distinct v.classify_sid::text) = array[${classifySid}] and count(*) = 1 and max(ls.direction) = 1
    order by max(ls.serial) limit 3`.execute(db());
  return rows.slice(1);
}

/** Another line with two buses and two stations of its own, and no file or plan yet. */
async function otherVariant(): Promise<DemoVariant> {
  const { rows } = await sql<DemoVariant>`
    select line.line_uuid, c.classify_sid, line.org_id from line join line_classify c on c.main_uuid = line.line_uuid and c.sort_type = 1 and c.deleted_at is null
    where line.deleted_at is null and line.line_name <> ${demoNames.lines.night} and not exists (select from line_file f where f.classify_sid = c.classify_sid)
      and (select count(*) from line_version v where v.classify_sid = c.classify_sid and v.deleted_at is null) = 1
      and (select count(*) from bus_line b join device d on d.bind_uuid = b.bus_uuid and d.dev_type = 1 where b.line_uuid = line.line_uuid and b.is_main and b.valid @> ${today()}::date) > 1
    order by line.name_order`.execute(db());
  for (const row of rows) if ((await ownStations(row)).length === 2) return row;
  throw new Error("no such line");
}

async function issueTo(planner: Visitor, body: object): Promise<string> {
  const { data, success, message } = await api(planner.token).call<{ taskUuid: string }>(
    "/line-file-multi-task/fastTask",
    body,
  );
  expect(success, message).toBe(true);
  await prepareFiles(data.taskUuid);
  return data.taskUuid;
}

it("changes two lines, four stations and a fence on one day, in the vehicles too, and is taken back as one", async () => {
  const gateway = await startGateway(terminalLink, readSettings({ ...process.env, GATEWAY_PORT: "0" }));
  const planner = await makePlanner();
  const lines = [await variantOf(demoNames.lines.night), await otherVariant()];
  const files: string[] = [];
  for (const line of lines) files.push((await generateNow(planner, line)).fileUuid);
  await letGoUnheard(planner, files);
  const lineUuids = lines.map(({ lineUuid }) => lineUuid);
  const before = await issueTo(planner, { taskName: "现行", taskType: 2, files, targets: { lineUuids } });
  await boardVehicles(before, gateway.port);
  expect(vehicles.length).toBeGreaterThan(2);
  await roundsUntil(before, [4]);

  const stations = (await Promise.all(lines.map(ownStations))).flat();
  expect(stations.length).toBe(4);
  const at = await newPackage(planner, ahead);
  const packageUuid = at.split("/").pop()!;
  const versions: string[] = [];
  for (const line of lines) versions.push(await planDraft(planner, line, ahead));
  await (await planner.get(`${at}/add`)).submit({ versionUuids: versions }, { press: "加入所选草稿" });
  for (const [place, station] of stations.entries()) await rename(planner, at, station, `新名${place + 1}`);
  const fence = await db()
    .selectFrom("fence")
    .selectAll()
    .where("fenceNum", "=", fleetNames.fences.depot)
    .executeTakeFirstOrThrow();
  const plan = `${at}/fence?key=${fence.fenceUuid}`;
  const unsound = await (await planner.get(plan)).submit({ coords: "116.43,39.87" });
  expect([unsound.status, unsound.errorAt("coords")]).toEqual([422, expect.any(String)]);
  const moved = await (await planner.get(plan)).submit({ coords: "116.429000,39.872500\n116.435000,39.875500" });
  expect(moved.status, moved.text).toBe(303);
  expect((await planner.get(at)).text).toContain("边界坐标");
  const fenceNow = async () =>
    (await db().selectFrom("fence").selectAll().where("fenceUuid", "=", fence.fenceUuid).executeTakeFirstOrThrow())
      .coords;

  expect((await confirm(planner, at)).status).toBe(303);
  expect((await planner.get(at)).text).toContain("4 段语音到那一天说的不是站名");
  await speakWords(planner, ["新名1", "新名2", "新名3", "新名4"]);
  const generated = await (await planner.get(at)).submit({}, { press: "生成缺少的线路文件" });
  expect(generated.status, generated.text).toBe(303);
  const { rows: made } = await sql<{
    fileUuid: string;
  }>`select file_uuid from line_file where package_uuid = ${packageUuid} and state = 1`.execute(db());
  await letGoUnheard(
    planner,
    made.map(({ fileUuid }) => fileUuid),
  );
  const issued = await (await planner.get(at)).submit({}, { press: "下发到车辆" });
  const taskUuid = issued.location!.split("/").pop()!;
  await prepareFiles(taskUuid);

  // All but the one that cannot keep a file for a day to come have it now, and play the old one.
  await roundsUntil(taskUuid, [0, 2]);
  const [, ...keeping] = vehicles;
  const names = stations.map(({ staName }) => staName);
  const heardOf = (list: Vehicle[], time: number) => new Set(list.flatMap(({ driveFrom }) => driveFrom(time)));
  const heardNow = heardOf(vehicles, now);
  expect(names.every((name) => heardNow.has(name))).toBe(true);
  expect([...heardNow].join()).not.toContain("新名");
  expect(await fenceNow()).toEqual(fence.coords);

  now = Date.parse(`${ahead}T00:00:10+08:00`);
  await sql`update issue_task set activate_at = now() where task_uuid = ${taskUuid}`.execute(db());
  await onDay(ahead, async () => {
    expect(await bringIntoForce()).toBe(1);
    expect(await stateOf(planner, at)).toBe("已生效");
  });
  // A terminal that connects anew is asked at once.
  vehicles[0]!.close();
  await roundsUntil(taskUuid, [4]);
  const heard = heardOf(keeping, now);
  expect([1, 2, 3, 4].filter((place) => heard.has(`新名${place}`))).toEqual([1, 2, 3, 4]);
  expect(await fenceNow()).not.toEqual(fence.coords);

  await sql`update line_version set valid = daterange(lower(valid) - 30, ${day(-2)}::date) where classify_sid = any(${lines.map(({ classifySid }) => classifySid)}) and state = 'effective' and upper(valid) = ${ahead}::date`.execute(
    db(),
  );
  await sql`update line_version set valid = daterange(${day(-2)}::date, null) where version_uuid = any(${versions})`.execute(
    db(),
  );
  await sql`update change_package set effective_day = ${day(-2)} where package_uuid = ${packageUuid}`.execute(db());
  await sql`update line_file set valid_from = ${day(-2)} where package_uuid = ${packageUuid}`.execute(db());
  const back = await (await planner.get(`${at}/take-back`)).submit({ reason: "撤回试验" });
  expect(back.status, back.text).toBe(303);
  expect(await stateOf(planner, at)).toBe("已撤回");
  expect(await Promise.all(stations.map(nameOf))).toEqual(names);
  expect(await fenceNow()).toEqual(fence.coords);
  const { rows } = await sql<{ from: string }>`
    select lower(valid) as from from line_version where classify_sid = any(${lines.map(({ classifySid }) => classifySid)}) and state = 'effective' and deleted_at is null and upper(valid) is null`.execute(
    db(),
  );
  expect(rows.map(({ from }) => from)).toEqual([today(), today()]);

  // The vehicles announce what is no longer in force until they are sent the files of before again.
  const oldOf = async (lineUuid: string) =>
    (await planner.get(`/voice/issue-task/announced?standing=old&lineUuid=${lineUuid}`)).$("tbody tr").length;
  const old = await Promise.all(lineUuids.map(oldOf));
  expect(old[0]! + old[1]!).toBe(vehicles.length);
  const again = await issueTo(planner, { taskName: "恢复", taskType: 2, files, targets: { lineUuids } });
  vehicles[0]!.close();
  await roundsUntil(again, [4]);
  const last = heardOf(vehicles, now + 3_600_000);
  expect(names.every((name) => last.has(name)) && ![...last].join().includes("新名")).toBe(true);
  await gateway.close();
});
