import { expect } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { newKey } from "~/kit/ground/key";
import { addClip } from "../../kit/clips";
import type { Visitor } from "../../kit/visit";
import { builtCall } from "../call";

interface Slot {
  linkUuid: string;
  event: number;
  order: number;
  part: string;
  audioUuid: string | null;
  audioName: string | null;
}
interface Column {
  columnUuid: string;
  columnCode: string;
  required: boolean;
  sort: number;
}

let made = 0;
const info = (name: string) => `/api/line/file/version/info/${name}`;
const link = (name: string) => `/api/line/file/version/audio/link/${name}`;
const texts = (name: string) => `/api/line/file/version/txt/link/${name}`;
const type = (name: string) => `/api/line/file/node/type/${name}`;
const column = (name: string) => `/api/node/type/column/v1.0/${name}`;

const newVersion = async (person: Visitor, versionNum = `SPEC-${++made}`) =>
  (
    await person.call<{ versionUuid: string; versionNum: string }>(info("add"), {
      versionNum,
      versionName: `规格配方${made}`,
      languages: ["zh", "en"],
    })
  ).data;
const demoVersion = async () =>
  (
    await db()
      .selectFrom("voiceVersion")
      .select("versionUuid")
      .where("versionNum", "=", "BJGJ-2026.1")
      .executeTakeFirstOrThrow()
  ).versionUuid;
const typeAt = async (typeNum: string) =>
  (await db().selectFrom("nodeType").select("typeUuid").where("typeNum", "=", typeNum).executeTakeFirstOrThrow())
    .typeUuid;
const arrival = { event: 2, voiceUse: 1, language: "zh" };
const slots = async (person: Visitor, versionUuid: string) =>
  (await person.call<Slot[]>(link("list"), { versionUuid })).data;

builtCall(info("add"), {
  async success(person) {
    const { versionUuid } = await newVersion(person);
    const changed = await person.call(info("add"), { versionUuid, versionNum: `SPEC-${made}`, versionName: "改了名" });
    expect(changed.data).toMatchObject({ versionUuid, versionName: "改了名", languages: ["zh", "en"], version: 2 });
    expect((await person.get(`/voice/public-voice-class/${versionUuid}`)).text).toContain("改了名");
  },
  bad: { body: { versionNum: "中文", versionName: "甲" }, path: "versionNum", message: "只能用字母、数字和符号" },
});
builtCall(info("pageList"), {
  async success(person) {
    const { data } = await person.call<{ list: { versionName: string; rowCount: number }[] }>(info("pageList"), {
      keyword: "常规双语",
    });
    expect(data.list).toMatchObject([{ versionName: "常规双语报站", languages: ["zh", "en"] }]);
  },
  bad: { body: { pageSize: 501 }, path: "pageSize", message: "最大为 500" },
});
builtCall(info("list"), {
  async success(person) {
    const { versionUuid, versionNum } = await newVersion(person);
    await person.call(info("add"), { versionUuid, versionNum, versionName: "停用的", isValid: false });
    const numbers = async (isValid: boolean) =>
      (await person.call<{ versionNum: string }[]>(info("list"), { isValid })).data.map((one) => one.versionNum);
    expect(await numbers(true)).toContain("BJGJ-2026.1");
    expect(await numbers(true)).not.toContain(versionNum);
    expect(await numbers(false)).toEqual([versionNum]);
  },
  bad: { body: { isValid: "也许" }, path: "isValid", message: /./ },
});
builtCall(info("delete"), {
  async success(person) {
    const [kept, gone] = [await newVersion(person), await newVersion(person)];
    const { classifySid } = await db()
      .selectFrom("lineClassify")
      .select("classifySid")
      .where("classifySid", "not in", db().selectFrom("lineFile").select("classifySid"))
      .executeTakeFirstOrThrow();
    await db()
      .insertInto("lineFile")
      .values({ fileUuid: newKey(), classifySid, versionUuid: kept.versionUuid })
      .execute();
    expect(await person.call(info("delete"), { ids: [kept.versionUuid, gone.versionUuid] })).toMatchObject({
      success: false,
      reason: "used",
    });
    expect((await person.call(info("delete"), { versionUuid: gone.versionUuid })).success).toBe(true);
    expect((await person.get(`/voice/public-voice-class/${gone.versionUuid}`)).status).toBe(404);
    await db().deleteFrom("lineFile").where("versionUuid", "=", kept.versionUuid).execute();
  },
  bad: { body: { ids: [] }, path: "", message: "请选择要删除的公共语音" },
});

builtCall(link("batchAddPubVersionAudio"), {
  async success(person) {
    const { versionUuid } = await newVersion(person);
    const audioUuid = await addClip({ text: "到站了" });
    const set = (parts: object[]) =>
      person.call<Slot[]>(link("batchAddPubVersionAudio"), { versionUuid, ...arrival, parts });
    const first = (await set([{ part: "station" }, { part: "clip", audioUuid }])).data;
    expect(first).toMatchObject([
      { order: 1, part: "station", audioUuid: null },
      { order: 2, part: "clip", audioUuid, audioName: "到站了" },
    ]);
    const second = (await set([{ part: "clip", audioUuid }, { part: "station" }, { part: "terminus" }])).data;
    expect(second.slice(0, 2).map(({ linkUuid }) => linkUuid)).toEqual(first.map(({ linkUuid }) => linkUuid).reverse());
    const page = await person.get(`/voice/public-voice-class/${versionUuid}`);
    expect(page.text).toContain("到站了 + 〔本站〕 + 〔终点站〕");
    const refused = await set([{ part: "station" }, { part: "clip", audioUuid: newKey() }]);
    expect(refused.errors).toMatchObject([{ path: "parts.1.audioUuid", message: expect.stringContaining("不存在") }]);
  },
  bad: {
    body: async () => ({ versionUuid: await demoVersion(), event: 5, voiceUse: 3, language: "zh", parts: [] }),
    path: "voiceUse",
    message: "终点进站只用进站内音和进站外音",
  },
});
builtCall(link("pageList"), {
  async success(person) {
    const asked = { versionUuid: await demoVersion(), event: 3, pageSize: 2 };
    const { data } = await person.call<{ list: Slot[]; total: number }>(link("pageList"), asked);
    expect([data.list.length <= 2, data.total, data.list.every(({ event }) => event === 3)]).toEqual([
      true,
      (await slots(person, asked.versionUuid)).filter(({ event }) => event === 3).length,
      true,
    ]);
    expect(data.total).toBeGreaterThan(1);
  },
  bad: { body: { event: 6 }, path: "event", message: "请从列表中选择" },
});
builtCall(link("list"), {
  async success(person) {
    const found = await slots(person, await demoVersion());
    expect(found.filter(({ event }) => event === 1).map(({ part }) => part)).toEqual(
      expect.arrayContaining(["lineName", "terminus", "nextStation"]),
    );
    expect(found.filter(({ event, part }) => event === 5 && part === "nextStation")).toEqual([]);
  },
  bad: { body: { versionUuid: "7" }, path: "versionUuid", message: "32 位" },
});
builtCall(link("add"), {
  async success(person) {
    const { versionUuid } = await newVersion(person);
    const add = (sent: object) => person.call<Slot>(link("add"), { versionUuid, ...arrival, ...sent });
    await add({ part: "station" });
    const linkUuid = newKey();
    const first = { linkUuid, part: "lineName", order: 1 };
    expect((await add(first)).data).toMatchObject({ linkUuid, order: 1 });
    expect((await add(first)).data).toMatchObject({ linkUuid, order: 1 });
    expect((await slots(person, versionUuid)).map(({ part, order }) => [order, part])).toEqual([
      [1, "lineName"],
      [2, "station"],
    ]);
    expect((await add({ linkUuid, part: "terminus" })).errors).toMatchObject([{ path: "linkUuid" }]);
  },
  bad: {
    body: async () => ({ versionUuid: await demoVersion(), ...arrival, part: "clip" }),
    path: "audioUuid",
    message: "请选择语音",
  },
});
builtCall(link("update"), {
  async success(person) {
    const { versionUuid } = await newVersion(person);
    const parts = [{ part: "station" }, { part: "terminus" }, { part: "lineName" }];
    const { data } = await person.call<Slot[]>(link("batchAddPubVersionAudio"), { versionUuid, ...arrival, parts });
    await person.call(link("update"), { linkUuid: data[2]!.linkUuid, order: 1, part: "direction" });
    const now = await slots(person, versionUuid);
    expect(now.map(({ part }) => part)).toEqual(["direction", "station", "terminus"]);
    expect(now[0]!.linkUuid).toBe(data[2]!.linkUuid);
  },
  bad: { body: { linkUuid: newKey(), order: 21 }, path: "order", message: "1 到 20" },
});
builtCall(link("delete"), {
  async success(person) {
    const { versionUuid } = await newVersion(person);
    const parts = [{ part: "station" }, { part: "terminus" }, { part: "lineName" }];
    const { data } = await person.call<Slot[]>(link("batchAddPubVersionAudio"), { versionUuid, ...arrival, parts });
    expect((await person.call(link("delete"), { linkUuid: data[1]!.linkUuid })).success).toBe(true);
    expect((await slots(person, versionUuid)).map(({ part, order }) => [order, part])).toEqual([
      [1, "station"],
      [2, "lineName"],
    ]);
    expect((await person.call(link("delete"), { linkUuid: data[1]!.linkUuid })).reason).toBe("missing");
  },
  bad: { body: { ids: ["7"] }, path: "", message: "请选择要删除的配方的段" },
});

builtCall(texts("add"), {
  async success(person) {
    const { versionUuid } = await newVersion(person);
    const given = { versionUuid, ...arrival, text: "{station} 到了", seconds: 8 };
    const { data } = await person.call<{ linkUuid: string }>(texts("add"), given);
    const again = await person.call(texts("add"), { ...given, linkUuid: data.linkUuid, text: "到 {station}" });
    expect(again.data).toMatchObject({ linkUuid: data.linkUuid, order: 1, text: "到 {station}", seconds: 8 });
    expect((await person.get(`/voice/public-voice-class/${versionUuid}`)).text).toContain("显示：到 {station}（8 秒）");
  },
  bad: {
    body: async () => ({ versionUuid: await demoVersion(), event: 5, voiceUse: 1, language: "zh", text: "{next}" }),
    path: "text",
    message: "终点进站没有下一站",
  },
});
builtCall(texts("list"), {
  async success(person) {
    const asked = { versionUuid: await demoVersion(), language: "en" };
    const { data } = await person.call<{ text: string }[]>(texts("list"), asked);
    expect(data.map(({ text }) => text)).toEqual([
      "{line} to {terminus}. Next: {next}",
      "Arriving at {station}",
      "Next: {next}",
    ]);
  },
  bad: { body: { language: "fr" }, path: "language", message: "请从列表中选择" },
});

builtCall("/api/line/file/node/info/addPublicNode", {
  async success(person) {
    const { versionUuid } = await newVersion(person);
    const audioUuid = await addClip({ text: "请给需要的乘客让座" });
    const given = { versionUuid, typeUuid: await typeAt("safety"), name: "让座", extra: { cause: "其他" } };
    const playlists = [{ voiceUse: 1, items: [{ audioUuid }, { text: "谢谢" }] }];
    const { data } = await person.call<{ nodeUuid: string }>("/api/line/file/node/info/addPublicNode", {
      ...given,
      playlists,
      texts: [{ language: "zh", text: "请让座" }],
    });
    expect(data).toMatchObject({ name: "让座", isBroadcast: true, texts: [{ text: "请让座", seconds: 5 }] });
    const page = await person.get(`/voice/public-voice-class/${versionUuid}`);
    expect(page.text).toContain("进站内音：请给需要的乘客让座 + “谢谢”");
    await person.call("/api/line/file/node/info/addPublicNode", { ...given, nodeUuid: data.nodeUuid, name: "请让座" });
    expect((await person.get(`/voice/public-voice-class/${versionUuid}`)).text).toContain("公共节点（1）");
  },
  bad: {
    body: async () => ({
      versionUuid: await demoVersion(),
      typeUuid: await typeAt("safety"),
      name: "甲",
      extra: { cause: "无" },
    }),
    path: "extra.cause",
    message: "提醒原因只能是",
  },
});

builtCall(type("list"), {
  async success(person) {
    const { data } = await person.call<{ typeName: string }[]>(type("list"), { use: 7 });
    expect(data.map(({ typeName }) => typeName)).toEqual(["路口", "拐弯"]);
  },
  bad: { body: { use: "七" }, path: "use", message: /./ },
});
builtCall(type("add"), {
  async success(person) {
    const added = await person.call<{ typeUuid: string }>(type("add"), {
      typeNum: "specDoor",
      typeName: "车门",
      use: 3,
      columns: [{ columnCode: "cause", required: true }],
    });
    expect(added.data).toMatchObject({
      defaultRadius: 50,
      needsAzimuth: true,
      columns: [{ columnCode: "cause", required: true, defaultValue: null }],
    });
    expect((await person.get("/voice/node-type-dictionary?keyword=specDoor")).$("tbody").text()).toContain("车门");
  },
  bad: { body: { typeNum: "specBad", typeName: "坏", use: 9 }, path: "use", message: "请从列表中选择" },
});
builtCall(type("update"), {
  async success(person) {
    const typeUuid = await typeAt("notice");
    const { data } = await person.call(type("update"), { typeUuid, defaultRadius: 75, remark: "按通知" });
    expect(data).toMatchObject({ typeName: "通知", defaultRadius: 75, columns: [{ columnCode: "noticeNo" }, {}, {}] });
    expect((await person.get(`/voice/node-type-dictionary/${typeUuid}`)).text).toContain("75 米");
  },
  bad: {
    body: async () => ({ typeUuid: await typeAt("notice"), defaultRadius: 501 }),
    path: "defaultRadius",
    message: "10 到 500",
  },
});
builtCall(column("listColumn"), {
  async success(person) {
    const { data } = await person.call<{ columnCode: string }[]>(column("listColumn"));
    expect(data).toContainEqual({
      columnCode: "limitValue",
      columnName: "限速值",
      dataType: "number",
      unit: "公里/时",
      min: 5,
      max: 120,
    });
    expect(data.map(({ columnCode }) => columnCode)).toEqual(
      expect.arrayContaining(["crossName", "beginDate", "endDate"]),
    );
  },
});
builtCall(column("list"), {
  async success(person) {
    const { data } = await person.call<Column[]>(column("list"), { typeUuid: await typeAt("advert") });
    expect(data.map(({ columnCode }) => columnCode)).toEqual([
      "customer",
      "beginDate",
      "endDate",
      "beginTime",
      "endTime",
      "repeat",
    ]);
    expect(data[1]).toMatchObject({ columnName: "开始日期", required: true, sort: 2 });
  },
  bad: { body: { typeUuid: "7" }, path: "typeUuid", message: "32 位" },
});
builtCall(column("batchAdd"), {
  async success(person) {
    const typeUuid = await typeAt("other");
    const columns = [{ columnCode: "crossName" }, { columnCode: "cause", defaultValue: "学校" }];
    const first = (await person.call<Column[]>(column("batchAdd"), { typeUuid, columns })).data;
    expect(first).toMatchObject([
      { columnCode: "crossName", sort: 1 },
      { columnCode: "cause", defaultValue: "学校", sort: 2 },
    ]);
    const turned = (await person.call<Column[]>(column("batchAdd"), { typeUuid, columns: columns.reverse() })).data;
    expect(turned.map(({ columnUuid }) => columnUuid)).toEqual(first.map(({ columnUuid }) => columnUuid).reverse());
    expect((await person.get(`/voice/node-type-dictionary/${typeUuid}`)).text).toContain("提醒原因");
  },
  bad: {
    body: async () => ({ typeUuid: await typeAt("other"), columns: [{ columnCode: "noSuch" }] }),
    path: "columns.0.columnCode",
    message: "请从列表中选择列",
  },
});
builtCall(column("delete"), {
  async success(person) {
    const typeUuid = await typeAt("corner");
    const { data } = await person.call<Column[]>(column("list"), { typeUuid });
    const cross = data.find(({ columnCode }) => columnCode === "crossName")!;
    expect((await person.call(column("delete"), { ids: [cross.columnUuid] })).success).toBe(true);
    expect(
      (await person.call<Column[]>(column("list"), { typeUuid })).data.map(({ columnCode }) => columnCode),
    ).toEqual(["turn"]);
    expect((await person.call(column("delete"), { ids: [cross.columnUuid] })).reason).toBe("missing");
  },
  bad: { body: { ids: ["7"] }, path: "", message: "请选择要删除的列" },
});
