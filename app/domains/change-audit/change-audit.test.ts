import { beforeAll, describe, expect, it } from "vitest";
import { outside } from "~/kit/data/access/outside";
import { db } from "~/kit/data/db/pool.server";
import { permissionCodes } from "~/permissions";
import { account, enter, visitorWith } from "../../../tests/kit/accounts";
import type { Visitor } from "../../../tests/kit/visit";
import { auditUrl as url, may } from "./policy";

const orgs: Record<string, string> = {};
let [boss, bossAccount]: [Visitor, string] = [undefined as never, ""];
let made = 0;

beforeAll(async () => {
  const who = await account({ isSuper: true });
  [boss, bossAccount] = [await enter(who), who.userAccount];
  for (const { orgId, orgName } of await db().selectFrom("organisation").select(["orgId", "orgName"]).execute())
    orgs[orgName] = orgId;
});

async function done<T = Record<string, string>>(path: string, sent: object): Promise<T> {
  const answer = await boss.call<T>(path, sent);
  expect([path, answer.success, answer.errors]).toEqual([path, true, undefined]);
  return answer.data;
}

/** The rows that the filters find, each as its cells' texts. */
async function rowsOf(filters: Record<string, string>, by = boss): Promise<string[]> {
  const page = await by.get(`${url}?${new URLSearchParams(filters)}`);
  expect(page.status).toBe(200);
  const rows = page.$("tbody tr").filter((_, row) => page.$(row).find("td").length > 1);
  return rows
    .map((_, row) =>
      page
        .$(row)
        .find("td")
        .slice(1, 7)
        .map((_nth, cell) => page.$(cell).find("summary").text() || page.$(cell).text())
        .get()
        .join("|"),
    )
    .get();
}

const posts = "/personnel/post-management";
async function addPost(more: Record<string, string> = {}) {
  const post = { postCode: `AUDIT${++made}`, postName: `审计岗位${made}`, postType: "4", ...more };
  const answer = await (await boss.get(`${posts}/new`)).submit(post);
  return { ...post, postUuid: /[0-9a-f]{32}/.exec(answer.location ?? "")![0] };
}
async function changePost(postUuid: string, changes: Record<string, string>) {
  expect((await (await boss.get(`${posts}/${postUuid}/edit`)).submit(changes)).status).toBe(303);
}

describe("the audit of changes", () => {
  it("tells who did what to which record, from what to what, in the room's words, with the reason", async () => {
    const { postUuid, postName } = await addPost({ remark: "旧的说明" });
    await changePost(postUuid, { state: "0", remark: "新的说明" });
    expect(await rowsOf({ recordKey: postUuid })).toEqual([
      expect.stringMatching(
        new RegExp(`^测试.{4}\\|岗位\\|${postName}\\|修改\\|状态：启用 → 停用；备注：旧的说明 → 新的说明\\|$`),
      ),
      expect.stringMatching(new RegExp(`\\|${postName}\\|新增\\|岗位编号：A.*；岗位名称：${postName}；类别：调度`)),
    ]);
    const page = await boss.get(`${url}?recordKey=${postUuid}`);
    expect((await boss.get(page.$("tbody a").first().attr("href")!)).$("h1").text()).toBe(postName);
    const asks = await boss.get(`/personnel/post-management/${postUuid}/delete`);
    await asks.submit({ reason: "岗位合并" });
    const [last] = await rowsOf({ recordKey: postUuid });
    expect(last).toMatch(new RegExp(`\\|${postName}（已删除）\\|删除\\|.*\\|岗位合并$`));
    expect((await boss.get(`${url}?recordKey=${postUuid}`)).$("tbody a").length).toBe(0);
  });

  it("is searched by room, person, action, days, name, code, old and new value", async () => {
    const { postUuid, postCode, postName } = await addPost({ remark: `说明甲${made}` });
    const was = `说明甲${made - 1}`;
    await changePost(postUuid, { remark: `Plan-B-${made}` });
    const count = async (filters: Record<string, string>) => (await rowsOf(filters)).length;
    const day = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Shanghai" }).format();
    for (const keyword of [postName, postCode, was]) expect([keyword, await count({ keyword })]).toEqual([keyword, 2]);
    expect(await count({ keyword: `plan-b-${made}` })).toBe(1);
    expect(await count({ keyword: postName, room: "posts", action: "update", from: day, to: day })).toBe(1);
    for (const none of [{ room: "buses" }, { action: "restore" }, { to: "2020-01-01" }, { who: "clerk" }])
      expect([none, await count({ keyword: postName, ...(none as object) })]).toEqual([none, 0]);
    expect(await count({ keyword: postName, who: bossAccount })).toBe(2);
    expect((await rowsOf({ who: "系统", room: "stations" }))[0]).toMatch(/^系统\|站点\|.+\|新增\|/);
    const wrong = await boss.get(`${url}?action=none&recordKey=7&from=2026-02-31`);
    expect(wrong.$('[role="alert"]').text()).toMatch(/操作.*未生效/s);
  });

  it("knows every room that writes history, and tells a line's parts by the line", async () => {
    const rooms = await db().selectFrom("history").select("room").distinct().execute();
    const offered = (await boss.get(url))
      .$("select[name=room] option")
      .map((_, option) => option.attribs.value)
      .get();
    expect(rooms.map(({ room }) => room).filter((room) => !offered.includes(room))).toEqual([]);
    for (const room of rooms.map((one) => one.room)) {
      const rows = await rowsOf({ room });
      expect([
        room,
        rows.filter((row) => /\|\||undefined|没有字段变化/.test(row.split("|").slice(0, 5).join("|"))),
      ]).toEqual([room, []]);
    }
    const line = await db().selectFrom("line").select(["lineUuid", "lineName"]).executeTakeFirstOrThrow();
    await done("/api/line/v1.0/update", { lineUuid: line.lineUuid, remark: "审计的线路" });
    expect((await rowsOf({ keyword: "审计的线路" }))[0]).toMatch(
      new RegExp(`\\|线路\\|${line.lineName}\\|修改\\|备注：.* → 审计的线路`),
    );
    expect((await rowsOf({ keyword: line.lineName, room: "lines" })).length).toBeGreaterThan(1);
  });

  it("asks for its permission, and shows of the rooms only those that the viewer may read", async () => {
    const { postUuid } = await addPost();
    expect((await (await visitorWith("post.read")).get(url)).location).toMatch(/^\/401/);
    expect(await rowsOf({ recordKey: postUuid }, await visitorWith(may.read))).toEqual([]);
    const reader = await visitorWith(may.read, "post.read");
    expect(await rowsOf({ recordKey: postUuid }, reader)).toHaveLength(1);
    expect((await reader.get(url)).$("select[name=room] option").text()).not.toContain("车辆");
  });

  it("shows nothing of records beyond the viewer's organisations, and names none of them", async () => {
    const [own, other] = [orgs["一车队"]!, orgs["三车队"]!];
    const add = (parkingName: string, orgId: string) =>
      done("/api/base/parking/info/add", { parkingNum: `AU${++made}`, parkingName, orgId, parkingType: 1 });
    const [mine, theirs] = [await add("审计自家", own), await add("审计外家", other)];
    await done("/api/base/parking/info/update", { parkingUuid: mine.parkingUuid, orgId: other });
    await done("/api/base/parking/info/update", { parkingUuid: mine.parkingUuid, orgId: own });
    const viewer = await enter(await account({ dataScope: "own", orgId: own, permissions: [...permissionCodes] }));
    expect(await rowsOf({ recordKey: theirs.parkingUuid! }, viewer)).toEqual([]);
    expect(await rowsOf({ keyword: "审计外家" }, viewer)).toEqual([]);
    const rows = await rowsOf({ recordKey: mine.parkingUuid! }, viewer);
    expect(rows).toHaveLength(3);
    expect(rows[0]).toContain(`所属机构：${outside} → 一车队`);
    const all = await viewer.get(`${url}?size=200`);
    expect(["三车队", "审计外家"].filter((word) => all.text.includes(word))).toEqual([]);
    const file = await (await viewer.send(`${url}/export?room=depots`)).text();
    expect([file.includes("审计自家"), file.includes("审计外家"), file.includes("三车队")]).toEqual([
      true,
      false,
      false,
    ]);
    const nobody = await enter(await account({ dataScope: "own", permissions: [...permissionCodes] }));
    for (const room of ["depots", "lines", "line-params", "login-locks", "users"])
      expect([room, await rowsOf({ room }, nobody)]).toEqual([room, []]);
  });

  it("shows no ID card to who may not read it, and does not find one", async () => {
    const person = await db()
      .selectFrom("person")
      .select("personUuid")
      .where("orgId", "=", orgs["一车队"]!)
      .executeTakeFirstOrThrow();
    const idCard = "11010119900307109X";
    const answer = await boss.call("/api/person/v1.0/update", { ...person, idCard });
    expect(answer.success, JSON.stringify(answer.errors)).toBe(true);
    const reader = await visitorWith(may.read, "person.read");
    const [row] = await rowsOf({ recordKey: person.personUuid }, reader);
    expect([row!.includes("110***********109X"), row!.includes(idCard)]).toEqual([true, false]);
    expect([await rowsOf({ keyword: idCard }, reader), await rowsOf({ keyword: idCard })]).toEqual([[], []]);
  });

  it("is exported as CSV with everything that was changed", async () => {
    const { postUuid } = await addPost();
    await changePost(postUuid, { sort: "77" });
    const file = await (await boss.send(`${url}/export?recordKey=${postUuid}`)).text();
    expect(file.split("\r\n")[0]).toBe("时间,操作人,类别,记录,操作,修改内容,修改原因");
    expect(file).toMatch(/,修改,排序：\d+ → 77,/);
  });
});
