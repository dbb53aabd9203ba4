import { beforeAll, describe, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { historyOf } from "~/kit/data/db/history.server";
import { visitorWith } from "../../../tests/kit/accounts";
import { describeRoom } from "../../../tests/kit/room";
import type { Answer, Visitor } from "../../../tests/kit/visit";
import { dictionaryRoom } from "./room";
import { seededDictionaries } from "./seed";

const { may } = dictionaryRoom;

interface Dictionary {
  dictId: string;
  codeNum: string;
  isValid: boolean;
  version: number;
  dictItemList: { itemNum: string; itemName: string; isValid: boolean }[];
}
const path = (name: string) => `/api/code/sys/info/${name}`;
let person: Visitor;
beforeAll(async () => {
  person = await visitorWith("dictionary.read", "dictionary.write", "dictionary.delete");
});

const at = "/dict/dictionary-configuration";
let rooms = 0;
describeRoom({
  path: at,
  may,
  valid: () => ({
    codeNum: `room_${++rooms}`,
    codeName: `字典${String(rooms).padStart(3, "0")}`,
    isValid: "on",
    remark: "",
  }),
  invalid: [
    { field: "codeNum", value: "", message: "请输入字典编码" },
    { field: "codeNum", value: "有空格 的", message: "只能用字母、数字和下划线" },
    { field: "codeNum", value: "a".repeat(33), message: "最多 32 个字" },
    { field: "codeName", value: "", message: "请输入字典名称" },
    { field: "codeName", value: "名".repeat(65), message: "最多 64 个字" },
    { field: "remark", value: "注".repeat(256), message: "最多 255 个字" },
  ],
  showsAs: "codeName",
  unique: { field: "codeNum", message: "字典编码已被使用" },
  texts: ["remark", "codeName"],
  bulk: { field: "remark", value: "一起写的备注" },
  table: { name: "dictionary", key: "dictId" },
  used: async () => ({ key: await keyOf("staKind"), by: "站点种类" }),
  api: { missing: path("update"), key: "dictId" },
});

const keyOf = async (codeNum: string) =>
  (
    await db()
      .selectFrom("dictionary")
      .select("dictId")
      .where("codeNum", "=", codeNum)
      .where("deletedAt", "is", null)
      .executeTakeFirstOrThrow()
  ).dictId;
const rowsOf = (page: Answer) =>
  page
    .$("input[name$='.itemNum']")
    .map((row) => ["itemNum", "itemName"].map((name) => page.field(`dictItemList[${row}].${name}`) ?? "").join(" "))
    .get();
const typedItems = (items: [string, string][]) =>
  Object.fromEntries(
    items.flatMap(([itemNum, itemName], row) => [
      [`dictItemList[${row}].itemNum`, itemNum],
      [`dictItemList[${row}].itemName`, itemName],
    ]),
  );

describe("the items of a dictionary, by plain forms", () => {
  it("know no button of a name that every object has", async () => {
    const answer = await person.post(`${at}/new`, { codeNum: "", codeName: "", do: "toString" });
    expect([answer.status, answer.errorAt("codeNum")]).toEqual([422, "请输入字典编码"]);
  });

  it("are added, moved, removed and saved, with everything typed kept at each step", async () => {
    let form = await person.get(`${at}/new`);
    for (const press of ["添加一项", "添加一项", "添加一项"])
      form = await form.submit({ codeNum: "plain_items", codeName: "纯表单" }, { press });
    expect([form.status, form.field("codeNum"), rowsOf(form)]).toEqual([200, "plain_items", [" ", " ", " "]]);
    form = await form.submit(
      typedItems([
        ["1", "甲"],
        ["2", "乙"],
        ["3", "丙"],
      ]),
      { press: '[value="up:3"]' },
    );
    expect(rowsOf(form)).toEqual(["1 甲", "3 丙", "2 乙"]);
    expect(form.$("main [autofocus]").attr("value")).toBe("up:2");
    form = await form.submit({}, { press: '[value="remove:1"]' });
    expect(form.$("main [autofocus]").attr("value")).toBe("remove:1");
    form = await form.submit({ pasted: "4 丁\n5\t戊\t第五\n\n6，己" }, { press: "加到最后" });
    expect(rowsOf(form)).toEqual(["3 丙", "2 乙", "4 丁", "5 戊", "6 己"]);
    const low = await form.submit({ "dictItemList[1].sort": "-1" });
    expect([low.status, low.errorAt("dictItemList[1].sort")]).toEqual([422, "不能小于 0"]);
    form = await form.submit({ "dictItemList[4].sort": "0.5" }, { press: "按排序号重排" });
    expect(rowsOf(form)[0]).toBe("6 己");
    const saved = await form.submit({ "dictItemList[1].isValid": null });
    expect(saved.status, saved.text).toBe(303);
    const page = await saved.follow();
    expect(
      page
        .$("tbody tr")
        .map((_, row) =>
          page
            .$(row)
            .find("td")
            .map((_, cell) => page.$(cell).text())
            .get()
            .join(" ")
            .trim(),
        )
        .get(),
    ).toEqual(["1 6 己 是", "2 3 丙 否", "3 2 乙 是", "4 4 丁 是", "5 5 戊 是  第五"]);
  });

  it("that are pasted and not yet added are saved with the rest, or refused at their rows", async () => {
    const form = await person.get(`${at}/new`);
    const typed = { codeNum: "pasted_items", codeName: "粘贴后直接保存" };
    const refused = await form.submit({ ...typed, pasted: "1 甲\n1 乙" });
    expect([refused.status, rowsOf(refused), refused.text]).toEqual([
      422,
      ["1 甲", "1 乙"],
      expect.stringContaining("项编码 1 重复"),
    ]);
    const saved = await form.submit({ ...typed, pasted: "1 甲\n2 乙" });
    expect([saved.status, (await saved.follow()).$("tbody tr").length]).toEqual([303, 2]);
  });

  it("are refused at their row, with a link to it", async () => {
    const { data } = await person.call<Dictionary>(path("add"), {
      codeNum: "refused_items",
      codeName: "拒绝",
      dictItemList: [
        { itemNum: "1", itemName: "甲", sort: 1 },
        { itemNum: "2", itemName: "乙", sort: 2 },
      ],
    });
    const submit = async (items: [string, string][]) =>
      (await person.get(`${at}/${data.dictId}/edit`)).submit(typedItems(items));
    const twice = await submit([
      ["1", "甲"],
      ["1", "乙"],
    ]);
    expect([twice.status, twice.errorAt("dictItemList[1].itemNum")]).toEqual([422, "项编码 1 重复"]);
    const answer = await submit([
      ["1", "甲"],
      ["长".repeat(33), ""],
    ]);
    expect(rowsOf(answer)).toEqual(["1 甲", `${"长".repeat(33)} `]);
    expect(
      answer
        .$("[role=alert] a")
        .map((_, link) => answer.$(link).text())
        .get(),
    ).toEqual(["第 2 项项编码：最多 32 个字", "第 2 项项名称：请输入项名称"]);
    expect(answer.$(`[id="${answer.$("[role=alert] a").attr("href")!.slice(1)}"]`).attr("name")).toBe(
      "dictItemList[1].itemNum",
    );
  });

  it("that records use stay: they can be disabled, not removed", async () => {
    const key = await keyOf("lineType");
    const form = await person.get(`${at}/${key}/edit`);
    expect(form.text).toContain("使用中");
    expect([form.$('[value^="remove:"]').length, form.$("[name='dictItemList[0].itemNum'][readonly]").length]).toEqual([
      0, 1,
    ]);
    const forced = await form.submit({ "dictItemList[0].itemNum": "7" });
    expect([forced.status, forced.text]).toEqual([
      422,
      expect.stringContaining("项编码 1 正被线路使用，不能删除或改编码，可以停用"),
    ]);
    expect((await person.call(path("update"), { dictId: key, dictItemList: [] })).errors).toMatchObject([
      { path: "dictItemList" },
    ]);
    expect((await person.call(path("update"), { dictId: key, codeNum: "other" })).errors).toMatchObject([
      { path: "codeNum", message: expect.stringContaining("程序使用") },
    ]);
    expect((await person.call(path("delete"), { dictId: key })).reason).toBe("used");
    const disabled = await form.submit({ "dictItemList[1].isValid": null });
    expect((await disabled.follow()).text).toContain("已保存字典 线路类型");
    const { data } = await person.call<Dictionary[]>(path("list"), { codeNum: "lineType" });
    expect(data[0]!.dictItemList.map(({ isValid }) => isValid)).toEqual([true, false]);
  });

  it("of a list that rooms choose from have the program's numbers and names", async () => {
    const key = await keyOf("staKind");
    const form = await person.get(`${at}/${key}/edit`);
    expect([form.$("[name$='.itemName'][readonly]").length, form.$("[name=do][value=add]").length]).toEqual([5, 0]);
    const renamed = await form.submit({ "dictItemList[4].itemName": "临时停靠" });
    expect([renamed.status, renamed.errorAt("dictItemList[4].itemName")]).toEqual([
      422,
      expect.stringContaining("固定的名称是“临时”"),
    ]);
    const { data } = await person.call<Dictionary[]>(path("list"), { codeNum: "staKind" });
    const more = [...data[0]!.dictItemList, { itemNum: "9", itemName: "水上" }];
    expect((await person.call(path("update"), { dictId: key, dictItemList: more })).errors).toMatchObject([
      { path: "dictItemList.5.itemNum", message: expect.stringContaining("不能增加") },
    ]);
  });

  it("that are disabled are not offered in forms, but to the records that have them", async () => {
    const key = await keyOf("staKind");
    const writer = await visitorWith("station.read", "station.write");
    const station = await db()
      .selectFrom("station")
      .select(["staUuid", "staKind"])
      .where("deletedAt", "is", null)
      .where("staKind", "<>", 5)
      .executeTakeFirstOrThrow();
    const kinds = async (page: string) =>
      (await writer.get(`/station/station-management${page}`))
        .$("main select[name=staKind] option[value!='']")
        .map((_, option) => option.attribs.value)
        .get();
    const change = async (row: number, isValid: string | null) =>
      (await person.get(`${at}/${key}/edit`)).submit({ [`dictItemList[${row}].isValid`]: isValid });
    await change(4, null);
    expect([await kinds("/new"), await kinds(`/bulk?ids=${station.staUuid}`), await kinds("")]).toEqual([
      ["1", "2", "3", "4"],
      ["1", "2", "3", "4"],
      ["1", "2", "3", "4", "5"],
    ]);
    await change(station.staKind - 1, null);
    const own = (await writer.get(`/station/station-management/${station.staUuid}/edit`)).$(
      `select[name=staKind] option[value=${station.staKind}]`,
    );
    expect([own.attr("selected"), own.text()]).toEqual([expect.anything(), expect.stringContaining("（已停用）")]);
    await change(station.staKind - 1, "on");
    await change(4, "on");
  });

  it("show in a conflict and in the history what differs, and only that", async () => {
    const items = Array.from({ length: 200 }, (_, at) => ({
      itemNum: `n${at + 1}`,
      itemName: `项${at + 1}`,
      sort: at + 1,
    }));
    const { data } = await person.call<Dictionary>(path("add"), {
      codeNum: "two_editors",
      codeName: "两人",
      dictItemList: items,
    });
    const mine = await person.get(`${at}/${data.dictId}/edit`);
    expect(rowsOf(mine)).toHaveLength(200);
    const other = await visitorWith(...Object.values(may));
    await (await other.get(`${at}/${data.dictId}/edit`)).submit({ "dictItemList[4].itemName": "他改的" });
    const conflict = await mine.submit({ "dictItemList[6].itemName": "我改的", codeName: "我的" });
    expect(conflict.status).toBe(409);
    for (const word of ["n5 项5", "n5 他改的", "n7 项7", "n7 我改的"]) expect(conflict.text).toContain(word);
    expect(conflict.text).not.toContain("n9 项9");
    const saved = await conflict.submit({ "__take.dictItemList": "theirs", "__take.codeName": "mine" });
    expect(saved.status, saved.text).toBe(303);
    const [now] = (await person.call<Dictionary[]>(path("list"), { codeNum: "two_editors" })).data;
    expect([
      now!.dictItemList.length,
      now!.dictItemList[4]!.itemName,
      now!.dictItemList[6]!.itemName,
      (now as unknown as { codeName: string }).codeName,
    ]).toEqual([200, "他改的", "项7", "我的"]);
    const history = await person.get(`${at}/${data.dictId}/history`);
    expect(history.$("section").eq(1).text()).toContain("n5 项5（排序 5）n5 他改的（排序 5）");
  });
});

describe("dictionaries", () => {
  it("hold the specification's option lists", async () => {
    const { data } = await person.call<Dictionary[]>(path("list"));
    for (const { codeNum, items } of seededDictionaries)
      expect(
        data.find((one) => one.codeNum === codeNum)?.dictItemList.map((item) => [item.itemNum, item.itemName]),
      ).toEqual(items);
  });

  it("keep their items and state through an update that does not send them", async () => {
    const { data: made } = await person.call<Dictionary>(path("add"), {
      codeNum: "kept_items",
      codeName: "保留",
      isValid: false,
      dictItemList: [{ itemNum: "1", itemName: "甲", isValid: false }],
    });
    const { data } = await person.call<Dictionary>(path("update"), { dictId: made.dictId, codeName: "改名" });
    expect(data).toMatchObject({
      isValid: false,
      version: 2,
      dictItemList: [{ itemNum: "1", itemName: "甲", isValid: false }],
    });
  });

  it("keep changed items in history and count them as a change", async () => {
    const { data: made } = await person.call<Dictionary>(path("add"), {
      codeNum: "history_items",
      codeName: "历史",
      dictItemList: [{ itemNum: "1", itemName: "甲" }],
    });
    const items = [{ itemNum: "1", itemName: "乙" }];
    expect(
      (await person.call<Dictionary>(path("update"), { dictId: made.dictId, dictItemList: items, version: 1 })).data
        .version,
    ).toBe(2);
    expect(
      (await person.call<Dictionary>(path("update"), { dictId: made.dictId, dictItemList: items })).data.version,
    ).toBe(2);
    const [last] = await historyOf(made.dictId);
    expect([last?.before, last?.after]).toMatchObject([
      { dictItemList: [{ itemName: "甲" }] },
      { dictItemList: [{ itemName: "乙" }] },
    ]);
    expect((await person.call(path("update"), { dictId: made.dictId, dictItemList: [], version: 1 })).reason).toBe(
      "stale",
    );
  });

  it("refuse a repeated item in an update as well as in an add, at its row", async () => {
    const twice = [
      { itemNum: "1", itemName: "甲" },
      { itemNum: "1", itemName: "乙" },
    ];
    const added = await person.call(path("add"), { codeNum: "twice", codeName: "重复", dictItemList: twice });
    expect(added.errors).toEqual([{ path: "dictItemList.1.itemNum", message: "项编码 1 重复", row: 2 }]);
    const { data } = await person.call<Dictionary>(path("add"), { codeNum: "twice", codeName: "重复" });
    expect((await person.call(path("update"), { dictId: data.dictId, dictItemList: twice })).errors).toEqual(
      added.errors,
    );
  });
});
