import { beforeAll, describe, expect, it } from "vitest";
import { db } from "~/kernel/db/pool.server";
import { historyOf } from "~/kernel/db/history.server";
import { account, enter, visitorWith } from "../../../tests/accounts";
import type { Visitor } from "../../../tests/visit";

interface Organisation {
  orgId: string;
  orgPid: string | null;
  orgName: string;
}
const path = (name: string) => `/api/org/v1.0/${name}`;
const ids: Record<string, string> = {};
let person: Visitor;
let made = 0;
const add = (orgPid: string | null, by = person) => by.call<Organisation>(path("add"), { orgCode: `ORG${++made}`, orgName: `机构${made}`, ...(orgPid && { orgPid }) });

beforeAll(async () => {
  person = await visitorWith("organisation.read", "organisation.write", "organisation.delete");
  for (const { orgId, orgName } of await db().selectFrom("organisation").select(["orgId", "orgName"]).execute()) ids[orgName] = orgId;
});

describe("the tree of organisations", () => {
  it("is at most eight levels deep and never a ring", async () => {
    let parent = ids["滨江公交"]!;
    const chain = [parent];
    for (let level = 2; level <= 8; level++) {
      const { data } = await add(parent);
      parent = data.orgId;
      chain.push(parent);
    }
    expect((await add(parent)).errors).toEqual([{ path: "orgPid", message: "机构最多 8 级" }]);
    const ring = await person.call(path("update"), { orgId: chain[2], orgPid: chain[5] });
    expect(ring.errors).toEqual([{ path: "orgPid", message: "不能移动到自己的下级机构" }]);
    expect((await person.call(path("update"), { orgId: chain[2], orgPid: chain[2] })).success).toBe(false);
    expect((await add("0".repeat(32))).errors).toMatchObject([{ path: "orgPid" }]);
  });

  it("survives two moves at once that together would make a ring", async () => {
    const [one, two] = [(await add(ids["滨江公交"]!)).data.orgId, (await add(ids["滨江公交"]!)).data.orgId];
    const moves = await Promise.all([person.call(path("update"), { orgId: one, orgPid: two }), person.call(path("update"), { orgId: two, orgPid: one })]);
    expect(moves.filter((move) => move.success)).toHaveLength(1);
  });

  it("is seen, and changed, only within the person's organisations", async () => {
    const branch = await enter(await account({ permissions: ["organisation.read", "organisation.write", "organisation.delete"], dataScope: "own-below", orgId: ids["第一分公司"] }));
    const names = (await branch.call<Organisation[]>("/api/common/v1.0/orgList")).data.map((one) => one.orgName).sort();
    expect(names).toEqual(["一车队", "二车队", "第一分公司"].sort());
    const elsewhere = { orgId: ids["三车队"] };
    expect(await branch.call(path("detail"), elsewhere)).toMatchObject({ code: 400, reason: "missing" });
    expect(await branch.call(path("update"), { ...elsewhere, orgName: "改" })).toMatchObject({ code: 400, reason: "missing" });
    expect(await branch.call(path("delete"), elsewhere)).toMatchObject({ code: 400, reason: "missing" });
    expect((await add(ids["第二分公司"]!, branch)).errors).toMatchObject([{ path: "orgPid" }]);
    expect((await add(null, branch)).errors).toMatchObject([{ path: "orgPid" }]);
    expect((await add(ids["第一分公司"]!, branch)).success).toBe(true);
    const chosen = await enter(await account({ permissions: ["organisation.read"], dataScope: "chosen", orgIds: [ids["三车队"]!] }));
    expect((await chosen.call<Organisation[]>("/api/common/v1.0/orgList")).data.map((one) => one.orgName)).toEqual(["三车队"]);
  });

  it("keeps what people, lines or others belong to, and names it", async () => {
    const { data } = await add(ids["滨江公交"]!);
    await account({ orgId: data.orgId });
    expect(await person.call(path("delete"), { orgId: data.orgId })).toMatchObject({ reason: "used", message: expect.stringContaining("1 个用户") });
    expect(await person.call(path("delete"), { orgId: ids["一车队"] })).toMatchObject({ reason: "used", message: expect.stringMatching(/条线路/) });
    expect(await person.call(path("delete"), { orgId: ids["第二分公司"] })).toMatchObject({ reason: "used", message: expect.stringContaining("下级机构") });
  });

  it("has unique codes and, under one parent, unique names, among the living", async () => {
    const { data } = await add(ids["滨江公交"]!);
    const again = await person.call(path("add"), { orgCode: "NEW-CODE", orgName: data.orgName, orgPid: ids["滨江公交"] });
    expect(again.errors).toEqual([{ path: "orgName", message: "同一上级下已有这个机构名称" }]);
    await person.call(path("delete"), { orgId: data.orgId });
    expect((await person.call(path("add"), { orgCode: "NEW-CODE", orgName: data.orgName, orgPid: ids["滨江公交"] })).success).toBe(true);
    expect((await historyOf(data.orgId)).map((change) => change.action)).toEqual(["delete", "create"]);
  });
});
