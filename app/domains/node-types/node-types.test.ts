import { beforeAll, describe, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { visitorWith } from "../../../tests/kit/accounts";
import type { Visitor } from "../../../tests/kit/visit";
import { nodeTypes } from "./queries.server";
import { nodeTypeRoom } from "./room";

const { may, url: at } = nodeTypeRoom;
let person: Visitor;
beforeAll(async () => {
  person = await visitorWith(may.read, may.write);
});

const typeAt = async (typeNum: string) =>
  (await db().selectFrom("nodeType").select("typeUuid").where("typeNum", "=", typeNum).executeTakeFirstOrThrow())
    .typeUuid;

describe("the types of nodes", () => {
  it("are there for every use, with their columns, in their order", async () => {
    const list = await person.get(at);
    const names = list
      .$("tbody tr")
      .map((_, row) => list.$(row).find("td").eq(1).text())
      .get();
    expect(names).toEqual(["进站", "出站", "限速区", "安全", "通知", "广告", "其他", "路口", "拐弯", "占位"]);
    expect(list.text).toContain("限速值（必填，默认 30）；限速区长度");
    expect((await person.get(`${at}?use=7`)).$("tbody tr").length).toBe(2);
    expect(await nodeTypes()).toMatchObject([
      { typeNum: "arrive", use: 0, columns: [] },
      {},
      { columns: [{ columnCode: "limitValue", required: true, defaultValue: "30" }, {}] },
      {},
      {},
      {},
      {},
      {},
      {},
      {},
    ]);
  });

  it("are made with columns that are added, moved and removed by plain forms", async () => {
    let form = await person.get(`${at}/new`);
    form = await form.submit(
      { typeNum: "school", typeName: "学校", use: "3", colour: "#FF0000" },
      { press: '[value="add:1:columns"]' },
    );
    form = await form.submit({}, { press: '[value="add:1:columns"]' });
    form = await form.submit(
      {
        "columns[0].columnCode": "cause",
        "columns[1].columnCode": "beginTime",
        "columns[1].defaultValue": "25:00",
        "columns[1].required": "on",
      },
      { press: '[value="up:2:columns"]' },
    );
    expect([form.field("columns[0].columnCode"), form.field("columns[1].columnCode"), form.field("typeName")]).toEqual([
      "beginTime",
      "cause",
      "学校",
    ]);
    const refused = await form.submit({});
    expect([refused.status, refused.errorAt("columns[0].defaultValue")]).toEqual([
      422,
      "每日开始时间应为时间，例如 08:30",
    ]);
    const saved = await refused.submit({ "columns[0].defaultValue": "07:00" });
    expect(saved.status, saved.text).toBe(303);
    const page = await saved.follow();
    expect(page.text).toContain("已保存节点类型 学校");
    expect(
      page
        .$("table tbody tr")
        .map((_, row) => page.$(row).text())
        .get(),
    ).toEqual([expect.stringContaining("每日开始时间beginTime时间"), expect.stringContaining("提醒原因cause枚举")]);
    expect(page.$("a:contains(删除)").length).toBe(0);
    const other = await (await person.get(`${page.url}/edit`)).submit({}, { press: '[value="remove:1:columns"]' });
    const history = await person.get(
      (await other.submit({ reason: "不分时段" })).location!.split("?")[0]! + "/history",
    );
    expect(history.$("section").first().text()).toContain("每日开始时间（必填，默认 07:00）；提醒原因");
    const again = await (await person.get(`${at}/new`)).submit({ typeNum: "school", typeName: "另一个", use: "3" });
    expect([again.status, again.errorAt("typeNum")]).toEqual([422, "类型编号已被使用"]);
  });

  it("that the program brings keep their number and use, can be disabled, and none is deleted", async () => {
    const key = await typeAt("placeholder");
    const form = await person.get(`${at}/${key}/edit`);
    const renamed = await form.submit({ typeNum: "other2" });
    expect([renamed.status, renamed.errorAt("typeNum")]).toEqual([422, "这个节点类型由程序使用，不能改编号"]);
    const used = await form.submit({ use: "6" });
    expect([used.status, used.errorAt("use")]).toEqual([422, "这个节点类型由程序使用，不能改用途"]);
    const off = await form.submit({ isValid: null });
    expect((await off.follow()).text).toContain("已保存节点类型 占位");
    expect((await nodeTypes()).find(({ typeNum }) => typeNum === "placeholder")?.isValid).toBe(false);
    for (const page of [`${at}/${key}/delete`, `${at}/recycle`]) expect((await person.get(page)).status).toBe(404);
    await (await person.get(`${at}/${key}/edit`)).submit({ isValid: "on" });
  });

  it("are for who may: reading and changing", async () => {
    const key = await typeAt("advert");
    const [stranger, reader] = [await visitorWith(), await visitorWith(may.read)];
    for (const page of [at, `${at}/${key}`]) expect((await stranger.get(page)).location).toMatch(/^\/401/);
    for (const page of [`${at}/new`, `${at}/${key}/edit`]) expect((await reader.get(page)).location).toMatch(/^\/401/);
    expect((await reader.get(at)).html).not.toContain(`${at}/new`);
    expect((await reader.post(`${at}/${key}/edit`, { typeName: "改" })).location).toMatch(/^\/401/);
  });

  it("show both sides where two changed one at once", async () => {
    const key = await typeAt("crossing");
    const [mine, theirs] = [await person.get(`${at}/${key}/edit`), await person.get(`${at}/${key}/edit`)];
    expect((await theirs.submit({ remark: "他的" })).status).toBe(303);
    const conflict = await mine.submit({ remark: "我的" });
    expect([conflict.status, conflict.text]).toEqual([409, expect.stringContaining("他的")]);
  });
});
