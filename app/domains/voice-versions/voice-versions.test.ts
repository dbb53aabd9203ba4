import { beforeAll, describe, expect, it } from "vitest";
import { historyOf } from "~/kit/data/db/history.server";
import { db, newKey } from "~/kit/data/db/pool.server";
import { demoNames } from "~/seed/demo-city";
import { readingInWords } from "~/transit/sound/name-readings";
import { visitorWith } from "../../../tests/kit/accounts";
import { addClip } from "../../../tests/kit/clips";
import { describeRoom } from "../../../tests/kit/room";
import type { Visitor } from "../../../tests/kit/visit";
import { publicNodesOf, recipeOf, versionOptions } from "./queries.server";
import { versionRoom } from "./room";

const { may, url: at } = versionRoom;
const api = (name: string) => `/api/line/file/version/${name}`;
let made = 0;

describeRoom({
  path: at,
  may,
  valid: () => ({
    versionNum: `R${++made}`,
    versionName: `配方${String(made).padStart(3, "0")}`,
    languages: "zh",
    isValid: "on",
    remark: "",
  }),
  invalid: [
    { field: "versionNum", value: "", message: "请输入版本号" },
    { field: "versionNum", value: "中文", message: "只能用字母、数字和符号，不含空格和中文" },
    { field: "versionNum", value: "v".repeat(17), message: "最多 16 个字" },
    { field: "versionName", value: "", message: "请输入名称" },
    { field: "versionName", value: "名".repeat(33), message: "最多 32 个字" },
    { field: "languages", set: { languages: null }, message: "请至少选择一种语言" },
    { field: "remark", value: "注".repeat(256), message: "最多 255 个字" },
  ],
  showsAs: "versionName",
  unique: { field: "versionNum", message: "版本号已被使用" },
  texts: ["remark", "versionName"],
  table: { name: "voiceVersion", key: "versionUuid" },
  used: async () => ({ key: await usedVersion(), by: demoNames.lines.express }),
  without: ["remove"],
  api: { missing: api("info/delete"), key: "versionUuid" },
});

/** A version that a line's draft uses. */
async function usedVersion(): Promise<string> {
  const versionUuid = newKey();
  await db()
    .insertInto("voiceVersion")
    .values({ versionUuid, versionNum: `U${versionUuid.slice(-6)}`, versionName: "用着的配方" })
    .execute();
  const { classifySid } = await db()
    .selectFrom("lineClassify")
    .innerJoin("line", "line.lineUuid", "lineClassify.mainUuid")
    .select("classifySid")
    .where("line.lineName", "=", demoNames.lines.express)
    .where("lineClassify.deletedAt", "is", null)
    .executeTakeFirstOrThrow();
  await db().insertInto("lineFile").values({ fileUuid: newKey(), classifySid, versionUuid }).execute();
  return versionUuid;
}

describe("a recipe", () => {
  let person: Visitor;
  let key: string;
  const row = (event: number, voiceUse: number, language = "zh") =>
    `${at}/${key}/row?event=${event}&voiceUse=${voiceUse}&language=${language}`;
  beforeAll(async () => {
    person = await visitorWith(...Object.values(may), "line.read", "line-classify.read");
    const form = await person.get(`${at}/new`);
    const saved = await form.submit({ versionNum: "ROWS", versionName: "逐行", languages: ["zh", "en"] });
    expect(saved.status, saved.text).toBe(303);
    key = /[0-9a-f]{32}/.exec(saved.location!)![0];
  });

  it("is written row by row with plain forms, and each row is one note in words", async () => {
    const arrived = await addClip({ text: "到了请下车" });
    let form = await person.get(row(2, 1));
    expect(form.$("main h2").first().text()).toBe("逐行：进站·进站内音·普通话");
    for (const _ of [1, 2, 3]) form = await form.submit({}, { press: '[value="add:1:parts"]' });
    form = await form.submit({}, { press: '[value="add:1:texts"]' });
    form = await form.submit(
      {
        "parts[0].content": arrived,
        "parts[1].content": "station",
        "parts[2].content": "terminus",
        "texts[0].text": "{station} 到了",
        "texts[0].seconds": "7",
      },
      { press: '[value="up:2:parts"]' },
    );
    form = await form.submit({}, { press: '[value="remove:3:parts"]' });
    expect([form.field("parts[0].content"), form.field("parts[1].content"), form.field("texts[0].text")]).toEqual([
      "station",
      arrived,
      "{station} 到了",
    ]);
    const saved = await form.submit({ reason: "按规范" });
    expect(saved.status, saved.text).toBe(303);
    const page = await saved.follow();
    expect(page.text).toContain("已保存 进站·进站内音·普通话");
    const cell = page.$("th:contains(进站)").first().closest("tr").parent().find("tr").eq(1).text();
    expect(cell).toContain("〔本站〕 + 到了请下车显示：{station} 到了（7 秒）");
    const history = await person.get(`${at}/${key}/history`);
    expect(history.$("section").first().text()).toContain("修改原因：按规范");
    expect(history.$("section").first().text()).toContain("进站·进站内音·普通话：〔本站〕 + 到了请下车");
    expect((await historyOf(key))[0]).toMatchObject({ recordVersion: 2, action: "update" });
    const recipe = await recipeOf(key);
    expect(recipe.slots).toEqual([
      { event: 2, voiceUse: 1, language: "zh", order: 1, part: "station" },
      { event: 2, voiceUse: 1, language: "zh", order: 2, part: "clip", audioUuid: arrived },
    ]);
    expect(recipe.texts).toEqual([
      { event: 2, voiceUse: 1, language: "zh", order: 1, text: "{station} 到了", seconds: 7 },
    ]);
  });

  it("offers what fits the row, and refuses at its row what does not", async () => {
    const [outside, english] = [
      await addClip({ text: "只在车外", speaker: 1 }),
      await addClip({ text: "Hello", language: "en" }),
    ];
    const form = await (await person.get(row(5, 1))).submit({}, { press: '[value="add:1:parts"]' });
    const offered = form
      .$("[name='parts[0].content'] option")
      .map((_, one) => one.attribs.value)
      .get();
    expect(offered).toContain("station");
    for (const none of ["nextStation", outside, english]) expect(offered).not.toContain(none);
    const refused = await form.submit({ "parts[0].content": outside });
    expect([refused.status, refused.errorAt("parts[0].content")]).toEqual([422, "语音“只在车外”只用于车外喇叭"]);
    const none = await form.submit({ "parts[0].content": "" });
    expect([none.status, none.errorAt("parts[0].content")]).toEqual([422, "请选择内容"]);
    const texts = await (await person.get(row(5, 1))).submit({}, { press: '[value="add:1:texts"]' });
    const wrong = await texts.submit({ "texts[0].text": "下一站 {next}", "texts[0].seconds": "61" });
    expect([wrong.status, wrong.errorAt("texts[0].seconds")]).toEqual([422, "请输入 1 到 60 的整数"]);
    const next = await wrong.submit({ "texts[0].seconds": "6" });
    expect([next.status, next.errorAt("texts[0].text")]).toEqual([422, "终点进站没有下一站，不能用 {next}"]);
  });

  it("looks for a clip among more than a select can offer, and keeps what was chosen and typed", async () => {
    for (let at = 0; at < 61; at++) await addClip({ text: `随便的短语${at}` });
    const { audioUuid: wanted } = await db()
      .selectFrom("audio")
      .select("audioUuid")
      .where("audioNum", "=", "Y014")
      .executeTakeFirstOrThrow();
    const form = await (await person.get(row(5, 1))).submit({}, { press: '[value="add:1:parts"]' });
    const offered = (page: typeof form) =>
      page
        .$("[name='parts[0].content'] option")
        .get()
        .map((one) => one.attribs.value);
    expect([offered(form).length < 80, offered(form).includes(wanted)]).toEqual([true, false]);
    const typed = await form.submit(
      { "parts[0].content": "station", reason: "先查" },
      { press: '[value="add:1:parts"]' },
    );
    const found = await typed.submit({ "find:parts[].content": "感谢您乘坐" }, { press: "[name=find]" });
    expect([found.status, found.text]).toEqual([200, expect.stringContaining("“感谢您乘坐”找到 1 条")]);
    expect(offered(found)).toContain(wanted);
    expect([found.field("parts[0].content"), found.field("reason")]).toEqual(["station", "先查"]);
    expect((await found.submit({ "parts[1].content": wanted })).status).toBe(303);
    const again = await person.get(row(5, 1));
    expect([again.field("parts[0].content"), again.field("parts[1].content")]).toEqual(["station", wanted]);
  });

  it("has no page for a row that it cannot have", async () => {
    for (const gone of [
      row(1, 1),
      row(2, 3),
      row(2, 1, "yue"),
      `${at}/${key}/row`,
      `${at}/${key}/row?event=9&voiceUse=1&language=zh`,
    ])
      expect([gone, (await person.get(gone)).status]).toEqual([gone, 404]);
  });

  it("shows what another has made of a row meanwhile, keeps what was typed, and lets the other rows be", async () => {
    const mine = await (await person.get(row(3, 3))).submit({}, { press: '[value="add:1:parts"]' });
    const other = await visitorWith(may.read, may.write);
    const theirs = await (await other.get(row(3, 3))).submit({}, { press: '[value="add:1:parts"]' });
    expect((await theirs.submit({ "parts[0].content": "terminus" })).status).toBe(303);
    const beside = await (await other.get(row(3, 4))).submit({}, { press: '[value="add:1:parts"]' });
    expect((await beside.submit({ "parts[0].content": "lineName" })).status).toBe(303);
    const conflict = await mine.submit({ "parts[0].content": "nextStation" });
    expect([conflict.status, conflict.text]).toEqual([409, expect.stringContaining("现在是：〔终点站〕")]);
    expect(conflict.field("parts[0].content")).toBe("nextStation");
    expect((await conflict.submit({})).status).toBe(303);
    const { slots } = await recipeOf(key);
    expect(slots.filter(({ event }) => event === 3).map(({ part }) => part)).toEqual(["nextStation", "lineName"]);
  });

  it("keeps the languages that it speaks", async () => {
    const form = await person.get(`${at}/${key}/edit`);
    const refused = await form.submit({ languages: "en" });
    expect([refused.status, refused.errorAt("languages")]).toEqual([
      422,
      "配方中还有普通话的内容，请先清空这些行，再去掉这种语言",
    ]);
    expect((await form.submit({ languages: "zh" })).status).toBe(303);
    expect((await (await person.get(`${at}/${key}/edit`)).submit({ languages: ["zh", "en"] })).status).toBe(303);
  });

  it("is copied whole under another number", async () => {
    const form = await person.get(`${at}/${key}/copy`);
    const taken = await form.submit({ versionNum: "ROWS" });
    expect([taken.status, taken.errorAt("versionNum")]).toEqual([422, "版本号已被使用"]);
    const copied = await form.submit({ versionNum: "ROWS-2" });
    expect((await copied.follow()).text).toContain("已复制为公共语音 逐行 副本");
    const copy = /[0-9a-f]{32}/.exec(copied.location!)![0];
    const [one, other] = [await recipeOf(key), await recipeOf(copy)];
    expect([other.slots, other.texts, other.versionNum]).toEqual([one.slots, one.texts, "ROWS-2"]);
    expect((await versionOptions()).map(({ label }) => label)).toContain("ROWS-2 逐行 副本");
  });

  it("holds public nodes with the columns of their type", async () => {
    const types = await person.get(`${at}/${key}/node`);
    const advert = types.$("option:contains(广告)").attr("value")!;
    const jingle = await addClip({ text: "广告曲" });
    let form = await person.get(`${at}/${key}/node?typeUuid=${advert}`);
    expect(form.field("extra.repeat")).toBe("1");
    form = await form.submit({ name: "滨江牛奶", isBroadcast: "on" }, { press: '[value="add:1:items"]' });
    const lacking = await form.submit({ "extra.beginDate": "2026-06-01" });
    expect([lacking.status, lacking.errorAt("items[0].audioUuid")]).toEqual([
      422,
      "请选择语音或填写朗读文字，二者之一",
    ]);
    const early = await lacking.submit({ "items[0].audioUuid": jingle, "extra.endDate": "2026-05-01" });
    expect([early.status, early.errorAt("extra.endDate")]).toEqual([422, "结束日期不能早于开始日期"]);
    const saved = await early.submit({ "extra.endDate": "2026-08-31" });
    expect(saved.status, saved.text).toBe(303);
    expect((await saved.follow()).text).toContain("已保存公共节点 滨江牛奶");
    expect(await publicNodesOf(key)).toMatchObject([
      {
        name: "滨江牛奶",
        use: 5,
        playlists: [{ voiceUse: 1, voiceType: 1, items: [{ audioUuid: jingle }] }],
        texts: [],
      },
    ]);
    const nodeUuid = (await publicNodesOf(key))[0]!.nodeUuid;
    const changed = await (await person.get(`${at}/${key}/node?nodeUuid=${nodeUuid}`)).submit({ name: "滨江酸奶" });
    expect((await changed.follow()).text).toContain("已保存公共节点 滨江酸奶");
    expect((await person.get(`${at}/${key}/history`)).$("section").first().text()).toContain("滨江酸奶（广告");
    const gone = await (
      await person.get(`${at}/${key}/node-delete?nodeUuid=${nodeUuid}`)
    ).submit({}, { press: "删除" });
    expect((await gone.follow()).text).toContain("已删除公共节点 滨江酸奶");
    expect(await publicNodesOf(key)).toEqual([]);
  });

  it("is read out for a line, with players for what the library has", async () => {
    const { versionUuid } = await db()
      .selectFrom("voiceVersion")
      .select("versionUuid")
      .where("versionNum", "=", "BJGJ-2026.1")
      .executeTakeFirstOrThrow();
    const page = await person.get(`${at}/${versionUuid}/example?keyword=${demoNames.lines.express}`);
    const stations = page
      .$("[name=serial] option")
      .map((_, one) => page.$(one).text().replace(/^\d+ /, ""))
      .get();
    expect(page.$("tbody tr").length).toBe(5);
    expect(page.$("tbody tr").first().text()).toContain(stations[1]);
    expect(page.$("tbody tr").last().text()).toContain(`${stations.at(-1)}`);
    expect(page.text).toContain("缺语音");
    expect(page.$("tbody tr").first().text()).toContain(readingInWords(stations[1]!));
    const clip = await addClip({ text: stations[1]! });
    const heard = await person.get(`${at}/${versionUuid}/example?keyword=${demoNames.lines.express}`);
    expect(heard.$(`audio[src="/voice/voice-library/${clip}/sound"]`).length).toBeGreaterThan(0);
    expect((await person.get(`${at}/${versionUuid}/example?keyword=没有这条线路`)).text).toContain(
      "没有找到这样的线路",
    );
  });
});

it("refuses a part under the key of another row's", async () => {
  const clerk = await visitorWith(...Object.values(may));
  const { versionUuid } = await db()
    .insertInto("voiceVersion")
    .values({ versionUuid: newKey(), versionNum: `K${++made}`, versionName: "主键" })
    .returning("versionUuid")
    .executeTakeFirstOrThrow();
  const set = (event: number, parts: object[]) =>
    clerk.call<{ linkUuid: string }[]>(api("audio/link/batchAddPubVersionAudio"), {
      versionUuid,
      event,
      voiceUse: 3,
      language: "zh",
      parts,
    });
  const [first] = (await set(3, [{ part: "nextStation" }])).data;
  const refused = await set(4, [{ part: "nextStation", linkUuid: first!.linkUuid }]);
  expect([refused.code, refused.errors?.[0]?.path]).toEqual([400, "parts.0.linkUuid"]);
  const twice = await set(
    3,
    [1, 2].map(() => ({ part: "nextStation", linkUuid: first!.linkUuid })),
  );
  expect([twice.code, twice.errors?.[0]?.path]).toEqual([400, "parts.1.linkUuid"]);
});
