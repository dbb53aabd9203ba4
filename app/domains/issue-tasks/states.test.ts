import { beforeAll, describe, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { visitorWith } from "../../../tests/kit/accounts";
import type { Visitor } from "../../../tests/kit/visit";
import { detailOf, busDevices, endAll, seedFile, seedTask } from "./deliveries/seed.sample";
import { may } from "./policy";
import { taskStates } from "./words";

/** What a task may do in each state, where it is then, and what becomes of a vehicle that is loading. */
const table: Record<string, { from: number[]; to: number | "gone"; loading: number; call?: string }> = {
  start: { from: [0], to: 1, loading: 1, call: "startTask" },
  pause: { from: [1], to: 2, loading: 1 },
  resume: { from: [2], to: 1, loading: 1 },
  cancel: { from: [0, 1, 2], to: 5, loading: -1 },
  delete: { from: [0, 3, 4, 5], to: "gone", loading: 1, call: "removeByIds" },
};
const tasks = "/line-file-multi-task";
let person: Visitor;
let devices: string[];

beforeAll(async () => {
  person = await visitorWith(may.read, may.write, may.start, may.remove);
  devices = await busDevices(2);
});

/** A task with a vehicle that waits and one that loads. */
async function taskIn(state: number) {
  await endAll();
  const { taskUuid, details } = await seedTask(await seedFile(), devices, { state });
  await db().updateTable("issueDetail").set({ state: 1 }).where("detailUuid", "=", details[1]!).execute();
  return { taskUuid, loading: details[1]! };
}

async function stateOf(taskUuid: string): Promise<number | "gone"> {
  const found = db().selectFrom("issueTask").select(["state", "deletedAt"]).where("taskUuid", "=", taskUuid);
  const { state, deletedAt } = await found.executeTakeFirstOrThrow();
  return deletedAt ? "gone" : state;
}

describe.each(taskStates)("a task that is $label", ({ value: state, label }) => {
  it("offers what can be done with it, and nothing else", async () => {
    const { taskUuid } = await taskIn(state);
    const page = await person.get(`/voice/issue-task/${taskUuid}`);
    const offered = Object.keys(table).filter((verb) => page.$(`main a[href="${page.url}/${verb}"]`).length > 0);
    expect(offered).toEqual(Object.keys(table).filter((verb) => table[verb]!.from.includes(state)));
  });

  it.each(Object.entries(table))(
    "can %s, or is told why not and stays as it is",
    async (verb, { from, to, ...then }) => {
      const isAllowed = from.includes(state);
      const { taskUuid, loading } = await taskIn(state);
      const answer = await (await person.get(`/voice/issue-task/${taskUuid}/${verb}`)).submit();
      expect([answer.status, await stateOf(taskUuid)]).toEqual([isAllowed ? 303 : 409, isAllowed ? to : state]);
      // One that has not begun has no vehicle that loads.
      if (state !== 0) expect((await detailOf(loading)).state).toBe(isAllowed ? then.loading : 1);
      if (!isAllowed) expect(answer.text).toContain(verb === "start" ? "已经启动过" : label);
      if (!then.call) return;
      const other = await taskIn(state);
      const { success, reason } = await person.call(`${tasks}/${then.call}`, { taskUuid: other.taskUuid });
      expect([success, reason]).toEqual(isAllowed ? [true, undefined] : [false, "used"]);
      expect(await stateOf(other.taskUuid)).toBe(isAllowed ? to : state);
    },
  );
});
