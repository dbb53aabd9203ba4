import { sql } from "kysely";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { demoVisitor } from "../../../tests/kit/accounts";
import { day } from "../../../tests/kit/days";
import type { Visitor } from "../../../tests/kit/visit";
import { takeJobs } from "./deliveries/queries.server";
import { busDevices, detailOf, endAll, logOf, type SeededFile, seedFile, seedTask } from "./deliveries/seed.sample";
import { advanceTasks } from "./rollouts/advance.server";

const tasks = "/line-file-multi-task";
let admin: Visitor;
let file: SeededFile;
let devUuid: string;
let busUuid: string;
let taskUuid: string;
let detailUuid: string;

beforeAll(async () => {
  admin = await demoVisitor("admin");
  await endAll();
  file = await seedFile();
  [devUuid] = (await busDevices(1)) as [string];
  const { rows } = await sql<{ bus: string }>`select bind_uuid as bus from device where dev_uuid = ${devUuid}`.execute(
    db(),
  );
  busUuid = rows[0]!.bus;
});
beforeEach(async () => {
  const made = await seedTask(file, [devUuid]);
  taskUuid = made.taskUuid;
  detailUuid = made.details[0]!;
});
afterEach(endAll);

/** Looked at when it is offered, and by itself: the delivery ends with the reason and the task with it. */
async function endsWith(reason: string): Promise<void> {
  expect(await takeJobs({ devUuid })).toEqual([]);
  expect((await detailOf(detailUuid)).state).toBe(0);
  await advanceTasks(new Date(), true);
  expect((await detailOf(detailUuid)).state).toBe(-1);
  expect((await logOf(detailUuid)).reasons.at(-1)).toBe(reason);
}

describe("a delivery", () => {
  const lineOfBus = () =>
    sql`select line_uuid from bus_line where bus_uuid = ${busUuid} and is_main and valid @> now()::date`;
  it.each([
    [
      "whose task's last day is over",
      () => sql`update issue_task set last_day = ${day(-1)} where task_uuid = ${taskUuid}`,
      `任务的最后一天 ${day(-1)} 已过`,
      () => sql`select 1`,
    ],
    [
      "for a bus that was scrapped",
      () => sql`update bus set bus_state = 100 where bus_uuid = ${busUuid}`,
      "车辆已报废",
      () => sql`update bus set bus_state = 1 where bus_uuid = ${busUuid}`,
    ],
    [
      "for a device that was switched off",
      () => sql`update device set dev_state = 3 where dev_uuid = ${devUuid}`,
      "设备已停用",
      () => sql`update device set dev_state = 1 where dev_uuid = ${devUuid}`,
    ],
    [
      "for a device that was taken out",
      () => sql`update device set bind_type = null, bind_uuid = null where dev_uuid = ${devUuid}`,
      "设备已不在这辆车上",
      () => sql`update device set bind_type = 'bus', bind_uuid = ${busUuid} where dev_uuid = ${devUuid}`,
    ],
    [
      "of a line's file for a bus of another line",
      () =>
        sql`update issue_detail set kind = 2, line_uuid = (select line_uuid from line where line_uuid not in (${lineOfBus()}) limit 1) where detail_uuid = ${detailUuid}`,
      "车辆已不在这条线路上",
      () => sql`select 1`,
    ],
    [
      "for a bus that left the organisation",
      () =>
        sql`update issue_task set targets = jsonb_build_object('orgIds', jsonb_build_array((select org_id from organisation where org_name = '三车队'))) where task_uuid = ${taskUuid}`,
      "车辆已不在任务的范围内",
      () => sql`select 1`,
    ],
  ] as const)("%s is not offered any more, and ends", async (_name, change, reason, back) => {
    await change().execute(db());
    try {
      await endsWith(reason);
    } finally {
      await back().execute(db());
    }
  });

  it.each([
    ["a vehicle that was named", () => sql`jsonb_build_object('busUuids', jsonb_build_array(${busUuid}::text))`],
    ["a device that was named", () => sql`jsonb_build_object('deviceUuids', jsonb_build_array(${devUuid}::text))`],
    [
      "an organisation above",
      () => sql`jsonb_build_object('orgIds', (select jsonb_agg(org_id) from organisation where org_pid is null))`,
    ],
    [
      "a line",
      () =>
        sql`jsonb_build_object('lineUuids', (select jsonb_agg(line_uuid) from bus_line where bus_uuid = ${busUuid} and is_main and valid @> now()::date))`,
    ],
  ] as const)("to %s is offered", async (_name, targets) => {
    await sql`update issue_task set targets = ${targets()}, last_day = ${day(0)} where task_uuid = ${taskUuid}`.execute(
      db(),
    );
    await advanceTasks(new Date(), true);
    expect((await takeJobs({ devUuid })).map((job) => job.detailUuid)).toEqual([detailUuid]);
  });
});

it("is paused, resumed, retried and cancelled by calls, as on the pages", async () => {
  const call = async (path: string, body: object) => admin.call<{ state: number }>(path, body);
  expect((await call(`${tasks}/pauseTask`, { taskUuid, reason: "先等一等" })).data.state).toBe(2);
  expect((await call(`${tasks}/pauseTask`, { taskUuid })).message).toBe("任务已暂停，不能暂停");
  expect((await call(`${tasks}/resumeTask`, { taskUuid })).data.state).toBe(1);
  await sql`update issue_detail set state = 3 where detail_uuid = ${detailUuid}`.execute(db());
  expect((await call(`${tasks}-detail/retryByIds`, { ids: [detailUuid] })).data).toEqual({ retried: 1 });
  expect((await detailOf(detailUuid)).state).toBe(0);
  expect((await call(`${tasks}/cancelTask`, { taskUuid, reason: "不发了" })).data.state).toBe(5);
  expect((await logOf(detailUuid)).reasons.at(-1)).toBe("不发了");
});

it.each([
  [day(0), undefined],
  [day(366), undefined],
  [day(-1), `最后一天不能早于开始的日期 ${day(0)}`],
  [day(367), "最后一天最多在开始后一年"],
])("may have %s for its last day, or is told why not", async (lastDay, message) => {
  const files = [file.multiUuid];
  const body = { taskName: `到${lastDay}`, taskType: 5, files, targets: { deviceUuids: [devUuid] }, lastDay };
  const { data, errors } = await admin.call<{ lastDay: string } | null>(`${tasks}/add`, body);
  expect([data?.lastDay, errors?.[0]?.message]).toEqual([message ? undefined : lastDay, message]);
});
