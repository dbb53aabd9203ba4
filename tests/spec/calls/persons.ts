import { expect } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { fleetNames } from "~/seed/demo-fleet";
import type { Visitor } from "../../kit/visit";
import { builtCall } from "../call";
import { orgNamed } from "../../kit/organisations";
import { postNamed } from "../../kit/post-named";

interface Person {
  personUuid: string;
  jobNumber: string;
  name: string;
  spell: string;
  version: number;
}

const path = (name: string) => `/api/person/v1.0/${name}`;
const { first, dispatcher, left } = fleetNames.persons;
const keyOf = async (jobNumber: string) =>
  (
    await db()
      .selectFrom("person")
      .select("personUuid")
      .where("jobNumber", "=", jobNumber)
      .where("deletedAt", "is", null)
      .executeTakeFirstOrThrow()
  ).personUuid;
const lineKeys = async () =>
  (
    await db()
      .selectFrom("line")
      .select("lineUuid")
      .where("deletedAt", "is", null)
      .orderBy("nameOrder")
      .limit(2)
      .execute()
  ).map(({ lineUuid }) => lineUuid);
let made = 0;

/** A new conductor, who needs no licence. */
async function newPerson(by: Visitor): Promise<Person> {
  const orgId = await orgNamed("一车队");
  const postUuid = await postNamed(fleetNames.posts.conductor);
  made += 1;
  return (await by.call<Person>(path("add"), { jobNumber: `API${made}`, name: `接口员${made}`, orgId, postUuid })).data;
}

builtCall(path("pageList"), {
  async success(person) {
    const page = async (body: object) =>
      (await person.call<{ list: Person[]; total: number }>(path("pageList"), { pageNum: 1, pageSize: 10, ...body }))
        .data;
    expect(await page({ jobNumber: first })).toMatchObject({
      total: 1,
      list: [{ jobNumber: first, postName: fleetNames.posts.driver, orgName: "一车队" }],
    });
    const due = await page({ licenseDue: "due" });
    expect(due.list.map((row) => row.jobNumber)).toEqual(["GJ0005"]);
    const byNumber = (await page({ sortField: "jobNumber", sortOrder: "desc" })).list.map((row) => row.jobNumber);
    expect(byNumber).toEqual([...byNumber].sort().reverse());
  },
  bad: { body: { pageNum: 1, pageSize: 10, licenseDue: "soon" }, path: "licenseDue", message: "请从列表中选择" },
});
builtCall(path("list"), {
  async success(person) {
    const found = (await person.call<Person[]>(path("list"), { personState: 100 })).data;
    expect(found.map((row) => row.jobNumber)).toEqual([left]);
  },
  bad: { body: { name: "名".repeat(33) }, path: "name", message: /./ },
});
builtCall(path("add"), {
  async success(person) {
    const added = await newPerson(person);
    expect(added).toMatchObject({ name: `接口员${made}`, spell: `jky${made}`, isValid: true, version: 1 });
    expect((await person.get(`/personnel/personnel-management/${added.personUuid}`)).text).toContain(added.name);
  },
  bad: {
    body: async (person: Visitor) => ({
      ...(await newPerson(person)),
      personUuid: undefined,
      jobNumber: "BAD1",
      phone: "123",
    }),
    path: "phone",
    message: "11 位手机号",
  },
});
builtCall(path("update"), {
  async success(person) {
    const { personUuid, version } = await newPerson(person);
    expect((await person.call<Person>(path("update"), { personUuid, name: "改过的人" })).data).toMatchObject({
      name: "改过的人",
      spell: "ggdr",
      version: version + 1,
    });
    expect(await person.call(path("update"), { personUuid, name: "过时的", version })).toMatchObject({
      code: 400,
      reason: "stale",
      data: { theirs: { name: "改过的人" } },
    });
  },
  bad: {
    body: async (person: Visitor) => ({ personUuid: (await newPerson(person)).personUuid, idCard: "123" }),
    path: "idCard",
    message: "18 位",
  },
});
builtCall(path("delete"), {
  async success(person) {
    const [one, two] = [await newPerson(person), await newPerson(person)];
    expect((await person.call(path("delete"), { ids: [one.personUuid, await keyOf(first)] })).reason).toBe("used");
    expect((await person.call(path("delete"), { ids: [one.personUuid, two.personUuid] })).success).toBe(true);
    expect((await person.call<Person[]>(path("list"), { jobNumber: one.jobNumber })).data).toEqual([]);
  },
  bad: { body: { ids: [] }, path: "", message: /./ },
});
builtCall(path("validPersonNum"), {
  async success(person) {
    const free = async (body: object) => (await person.call<boolean>(path("validPersonNum"), body)).data;
    expect([
      await free({ jobNumber: first }),
      await free({ jobNumber: first, personUuid: await keyOf(first) }),
      await free({ jobNumber: "NIEMAND" }),
    ]).toEqual([false, true, true]);
  },
  bad: { body: { jobNumber: "" }, path: "jobNumber", message: "请输入工号" },
});
builtCall(path("selectedPersonLine"), {
  async success(person) {
    const lines = (
      await person.call<{ lineUuid: string; isMain: boolean }[]>(path("selectedPersonLine"), {
        personUuid: await keyOf(first),
      })
    ).data;
    expect(lines).toMatchObject([{ isMain: true, beginDate: "2026-01-01", endDate: null, inForce: true }]);
  },
  bad: { body: { personUuid: "x" }, path: "personUuid", message: "32 位" },
});
builtCall(path("selectHisRecord"), {
  async success(person) {
    const { personUuid } = await newPerson(person);
    await person.call(path("update"), { personUuid, name: "后来的名字" });
    const changes = (await person.call<object[]>(path("selectHisRecord"), { personUuid })).data;
    expect(changes[0]).toMatchObject({ field: "name", label: "姓名", action: "update", newValue: "后来的名字" });
  },
  bad: { body: { personUuid: "x" }, path: "personUuid", message: "32 位" },
});
builtCall(path("personPresetAdd"), {
  async success(person) {
    const { personUuid } = await newPerson(person);
    const { busUuid } = await db()
      .selectFrom("bus")
      .select("busUuid")
      .where("busSelfCode", "=", fleetNames.buses.first)
      .executeTakeFirstOrThrow();
    expect((await person.call(path("personPresetAdd"), { personUuid, busUuids: [busUuid] })).data).toMatchObject([
      { busSelfCode: fleetNames.buses.first },
    ]);
    expect((await person.get(`/personnel/personnel-management/${personUuid}`)).text).toContain(fleetNames.buses.first);
  },
  bad: {
    body: async () => ({ personUuid: await keyOf(dispatcher), busUuids: ["x"] }),
    path: "busUuids.0",
    message: "32 位",
  },
});
builtCall("/api/bus/v1.0/personLineAdd", {
  async success(person) {
    const { personUuid } = await newPerson(person);
    const [one, two] = await lineKeys();
    const add = (body: object) => person.call<object[]>("/api/bus/v1.0/personLineAdd", { personUuid, ...body });
    expect((await add({ lineUuid: one, isMain: true, beginDate: "2026-01-01" })).data).toHaveLength(1);
    expect(await add({ lineUuid: two, isMain: true, beginDate: "2026-06-01" })).toMatchObject({
      reason: "field",
      errors: [{ path: "isMain" }],
    });
    expect((await add({ lineUuid: two, beginDate: "2026-06-01", endDate: "2026-06-30" })).data).toHaveLength(2);
    expect((await add({ lines: [{ lineUuid: two, isMain: true, beginDate: "2026-07-01" }] })).data).toMatchObject([
      { lineUuid: two, isMain: true, beginDate: "2026-07-01" },
    ]);
    expect((await person.call<object[]>(path("selectedPersonLine"), { personUuid })).data).toHaveLength(1);
  },
  bad: {
    body: async () => ({
      personUuid: await keyOf(dispatcher),
      lineUuid: (await lineKeys())[0],
      beginDate: "2026-02-30",
    }),
    path: "beginDate",
    message: "请输入日期",
  },
});
