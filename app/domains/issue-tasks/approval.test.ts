import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { demoVisitor, visitorWith } from "../../../tests/kit/accounts";
import type { Visitor } from "../../../tests/kit/visit";
import type { AddedTask } from "./add-task.server";
import { endAll } from "./deliveries/seed.sample";
import { addMulti, circularFile } from "./issue-tasks.sample";
import { may } from "./policy";
import { advanceTasks } from "./rollouts/advance.server";

const tasks = "/line-file-multi-task";
let author: Visitor;
let second: Visitor;

const ask = (value: "0" | "1") =>
  sql`update parameter set param_value = ${value} where param_name = 'issue.task.check'`.execute(db());

beforeAll(async () => {
  await endAll();
  author = await demoVisitor("admin");
  second = await visitorWith(...Object.values(may));
  await ask("1");
});
afterAll(() => ask("0"));

async function newTask(call: "add" | "fastTask"): Promise<AddedTask> {
  const { multiUuid } = await addMulti(5);
  const { lineUuid } = await circularFile();
  const values = { taskName: `待审核${call}`, taskType: 5, files: [multiUuid], targets: { lineUuids: [lineUuid] } };
  const { data, success, message } = await author.call<AddedTask>(`${tasks}/${call}`, values);
  if (!success) throw new Error(message);
  return data;
}

it("begins by nobody before a second person has found it right, on the pages and by calls", async () => {
  const { taskUuid, state } = await newTask("add");
  expect(state).toBe(0);
  expect((await author.call(`${tasks}/startTask`, { taskUuid })).message).toContain("要由另一人审核后才能启动");
  expect((await author.call(`${tasks}/approveTask`, { taskUuid })).message).toContain("自己新建的任务要由另一人审核");
  const own = await author.get(`/voice/issue-task/${taskUuid}`);
  expect(own.text).toContain("等另一人审核");
  expect(own.$("a[href$='/start'], a[href$='/approve']").length).toBe(0);
  const theirs = await second.get(`/voice/issue-task/${taskUuid}`);
  expect(theirs.$("a.primary").text()).toContain("审核通过");
  const approved = await (await second.get(`/voice/issue-task/${taskUuid}/approve`)).submit();
  expect([approved.status, approved.location]).toEqual([303, `/voice/issue-task/${taskUuid}`]);
  expect((await second.call(`${tasks}/approveTask`, { taskUuid })).message).toContain("已经审核通过");
  const after = await author.get(`/voice/issue-task/${taskUuid}`);
  expect(after.$("dt:contains(审核) + dd").text()).toContain("通过");
  expect(after.$("a[href$='/start']").length).toBe(1);
  expect((await author.call<AddedTask>(`${tasks}/startTask`, { taskUuid })).data.state).toBe(1);
});

it("that was to begin at once begins by itself when it is found right, not before", async () => {
  const { taskUuid, state } = await newTask("fastTask");
  expect(state).toBe(0);
  const later = new Date(Date.now() + 60_000);
  await advanceTasks(later, false);
  const stateNow = async () =>
    (await db().selectFrom("issueTask").select("state").where("taskUuid", "=", taskUuid).executeTakeFirstOrThrow())
      .state;
  expect(await stateNow()).toBe(0);
  expect((await second.call(`${tasks}/approveTask`, { taskUuid })).success).toBe(true);
  await advanceTasks(later, false);
  expect(await stateNow()).toBe(1);
});
