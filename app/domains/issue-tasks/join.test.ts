import { sql } from "kysely";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { demoVisitor } from "../../../tests/kit/accounts";
import { day } from "../../../tests/kit/days";
import type { Visitor } from "../../../tests/kit/visit";
import type { AddedTask } from "./add-task.server";
import { endAll, logOf } from "./deliveries/seed.sample";
import { addMulti, detailsOf, setDetails, type StoredDetail } from "./issue-tasks.sample";
import { advanceTasks } from "./rollouts/advance.server";

const tasks = "/line-file-multi-task";
let admin: Visitor;
let fleet: string;
let other: { busUuid: string; orgId: string };

beforeAll(async () => {
  admin = await demoVisitor("admin");
  const { rows } = await sql<{ orgId: string }>`select org_id from organisation where org_name = '一车队'`.execute(
    db(),
  );
  fleet = rows[0]!.orgId;
  const buses = await sql<{ busUuid: string; orgId: string }>`
    select b.bus_uuid, b.org_id from bus b join device d on d.bind_uuid = b.bus_uuid and d.bind_type = 'bus' and d.dev_type = 1 and d.dev_state < 3 and d.deleted_at is null
    where b.org_id <> ${fleet} and b.deleted_at is null and b.bus_state <> 100 order by b.bus_self_code limit 1`.execute(
    db(),
  );
  other = buses.rows[0]!;
});
beforeEach(endAll);

const moveTo = (orgId: string) => sql`update bus set org_id = ${orgId} where bus_uuid = ${other.busUuid}`.execute(db());

async function newTask(more: object): Promise<string> {
  const { multiUuid } = await addMulti(5);
  const values = { taskName: "新加入", taskType: 5, files: [multiUuid], targets: { orgIds: [fleet] }, ...more };
  const { data, success, message } = await admin.call<AddedTask>(`${tasks}/fastTask`, values);
  if (!success) throw new Error(message);
  return data.taskUuid;
}

async function ofOther(taskUuid: string): Promise<StoredDetail[]> {
  await advanceTasks(new Date(), true);
  return (await detailsOf(taskUuid)).filter(({ busUuid }) => busUuid === other.busUuid);
}

const stateOf = async (taskUuid: string) =>
  (await db().selectFrom("issueTask").select("state").where("taskUuid", "=", taskUuid).executeTakeFirstOrThrow()).state;

it("takes in who comes while it runs, lets go who leaves, and takes in again who comes back, but nobody a person took out", async () => {
  const taskUuid = await newTask({ joins: true });
  try {
    expect(await ofOther(taskUuid)).toEqual([]);
    await moveTo(fleet);
    const [joined, ...more] = await ofOther(taskUuid);
    expect([joined, more]).toEqual([expect.objectContaining({ state: 0, stage: 1 }), []]);
    expect(joined!.fileKey).toBeTruthy();
    expect((await logOf(joined!.detailUuid)).reasons).toEqual(["车辆新加入"]);
    expect(await ofOther(taskUuid)).toHaveLength(1);

    await moveTo(other.orgId);
    expect((await ofOther(taskUuid)).map(({ state }) => state)).toEqual([-1]);
    await moveTo(fleet);
    const back = await ofOther(taskUuid);
    expect(back.map(({ state }) => state)).toEqual([0]);
    expect((await logOf(joined!.detailUuid)).moves).toEqual(["null>0", "0>-1", "-1>0"]);
    const ids = back.map(({ detailUuid }) => detailUuid);
    expect((await admin.call(`${tasks}-detail/removeByIds`, { ids })).success).toBe(true);
    expect((await ofOther(taskUuid)).map(({ state }) => state)).toEqual([-1]);
  } finally {
    await moveTo(other.orgId);
  }
});

it("stays open to its last day when all have the file, and ends after it", async () => {
  const taskUuid = await newTask({ joins: true });
  const plain = await newTask({});
  for (const task of [taskUuid, plain]) {
    const keys = (await detailsOf(task)).map(({ detailUuid }) => detailUuid);
    await setDetails(keys, 4);
  }
  await advanceTasks(new Date(), true);
  expect([await stateOf(taskUuid), await stateOf(plain)]).toEqual([1, 3]);
  const page = await admin.get(`/voice/issue-task/${taskUuid}`);
  expect(page.text).toMatch(/新加入的车辆 *也下发，直到最后一天/);
  const lastDay = (to: string) =>
    sql`update issue_task set last_day = ${to} where task_uuid = ${taskUuid}`.execute(db());
  await lastDay(day(0));
  try {
    await moveTo(fleet);
    expect(await ofOther(taskUuid), "on its last day it still takes in who comes").toHaveLength(1);
    await setDetails(
      (await detailsOf(taskUuid)).map(({ detailUuid }) => detailUuid),
      4,
    );
    await advanceTasks(new Date(), true);
    expect(await stateOf(taskUuid)).toBe(1);
  } finally {
    await moveTo(other.orgId);
  }
  await lastDay(day(-1));
  await advanceTasks(new Date(), true);
  expect(await stateOf(taskUuid)).toBe(3);
});

it("takes in nobody where it does not say so, nor who gets the file from a newer task", async () => {
  const plain = await newTask({});
  const open = await newTask({ joins: true });
  try {
    await moveTo(fleet);
    const { rows } = await sql<{ multiUuid: string }>`
      select multi_uuid from issue_task_file where task_uuid = ${open}`.execute(db());
    await newTask({ files: [rows[0]!.multiUuid], targets: { busUuids: [other.busUuid] } });
    expect(await ofOther(plain)).toEqual([]);
    expect(await ofOther(open)).toEqual([]);
  } finally {
    await moveTo(other.orgId);
  }
});
