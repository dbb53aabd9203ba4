import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { db, newKey } from "~/kit/data/db/pool.server";
import { demoNames } from "~/seed/demo-city";
import { account, enter, visitorWith } from "../../../tests/kit/accounts";
import { describeRoom } from "../../../tests/kit/room";
import type { Visitor } from "../../../tests/kit/visit";
import { may as lines } from "~/domains/lines/policy";
import { may } from "./policy";
import { lineNamed } from "../../../tests/kit/line-named";
import { orgNamed } from "../../../tests/kit/organisations";
import { day } from "../../../tests/kit/days";

const path = "/line/line-classify";
const { first, circular } = demoNames.lines;
const variantsOf = async (lineUuid: string) =>
  db()
    .selectFrom("lineClassify")
    .select(["classifySid", "classifyName", "sortType", "version"])
    .where("mainUuid", "=", lineUuid)
    .where("deletedAt", "is", null)
    .orderBy("sortType")
    .orderBy("classifyName")
    .execute();
const primaryOf = async (lineUuid: string) => (await variantsOf(lineUuid)).filter(({ sortType }) => sortType === 1);

describeRoom({
  path,
  may,
  valid: async (nth) => ({
    mainUuid: await lineNamed(circular),
    classifyName: `试验分类${nth}`,
    sortType: "2",
    remark: "两行\r\n备注",
  }),
  invalid: [
    { field: "classifyName", value: "", message: "请输入分类名称" },
    { field: "classifyName", value: "名".repeat(33), message: "最多 32 个字" },
    { field: "mainUuid", value: "", message: "请选择线路" },
    { field: "remark", value: "注".repeat(256), message: "最多 255 个字" },
  ],
  showsAs: "classifyName",
  unique: { field: "classifyName", message: "这条线路已有同名分类" },
  texts: ["remark", "classifyName"],
  table: { name: "lineClassify", key: "classifySid" },
  api: { missing: "/api/line/classify/v1.0/update", key: "classifySid" },
  used: async () => ({
    key: (await primaryOf(await lineNamed(first)))[0]!.classifySid,
    by: "请先把同一线路的另一个分类设为主",
  }),
});

describe("the primary variant of a line", () => {
  let person: Visitor;
  let lineUuid: string;
  const call = <T>(name: string, body: object, by = person) => by.call<T>(`/api/line/classify/v1.0/${name}`, body);

  beforeAll(async () => {
    person = await visitorWith(...Object.values(may), ...Object.values(lines));
    lineUuid = await lineNamed(demoNames.lines.night);
  });

  it("is exactly one: another takes its place by a confirmed change, a form or a call", async () => {
    const [old] = await primaryOf(lineUuid);
    const added = await call<{ classifySid: string }>("add", { mainUuid: lineUuid, classifyName: "夜间绕行" });
    const ask = await person.get(`${path}/${added.data.classifySid}/primary`);
    expect([old!.classifyName, ask.text]).toEqual(["主分类", expect.stringContaining("现在的主分类会变为副")]);
    expect((await (await ask.submit({ reason: "改线" })).follow()).text).toContain("的主分类现在是 夜间绕行");
    expect(await primaryOf(lineUuid)).toMatchObject([{ classifySid: added.data.classifySid }]);
    expect((await person.get(`${path}/${old!.classifySid}/history`)).text).toMatch(
      /分类名称.*主分类.*副分类.*主副分类.*主.*副/,
    );
    expect((await (await person.get(`${path}/${added.data.classifySid}/primary`)).follow()).text).toContain(
      "已经是主分类",
    );
    const back = await (await person.get(`${path}/${old!.classifySid}/edit`)).submit({ sortType: "1" });
    expect(back.status, back.text).toBe(303);
    expect(await primaryOf(lineUuid)).toMatchObject([{ classifySid: old!.classifySid, classifyName: "主分类" }]);
    await call("add", { mainUuid: lineUuid, classifyName: "新主分类", sortType: 1 });
    expect(await primaryOf(lineUuid)).toMatchObject([{ classifyName: "新主分类" }]);
    await call("update", { classifySid: old!.classifySid, sortType: 1 });
    expect(await primaryOf(lineUuid)).toMatchObject([{ classifySid: old!.classifySid }]);
    const several = await person.get(`${path}?several=1&size=100`);
    const perLine = new Map<string, number>();
    for (const link of several.$("tbody tr td a[href*='/line-management/']").get()) {
      const lineName = several.$(link).text();
      perLine.set(lineName, (perLine.get(lineName) ?? 0) + 1);
    }
    expect(Math.min(...perLine.values())).toBeGreaterThan(1);
    expect(several.$("tbody").text()).toContain("新主分类");
  });

  it("does not become secondary by itself and is not deleted, with words that say what to do", async () => {
    const [primary] = await primaryOf(lineUuid);
    expect(await call("update", { classifySid: primary!.classifySid, sortType: 2 })).toMatchObject({
      code: 400,
      errors: [{ path: "sortType", message: /请把另一个分类设为主/ }],
    });
    expect(await call("delete", { classifySid: primary!.classifySid })).toMatchObject({
      code: 400,
      reason: "used",
      message: expect.stringMatching(/的主分类，不能删除：请先把另一个分类设为主/) as string,
    });
    const [alone] = await primaryOf(await lineNamed(first));
    expect((await call("delete", { classifySid: alone!.classifySid })).message).toMatch(/唯一的主分类.*删除整条线路/);
  });

  it("loses the name that earlier releases gave it, and others of its line theirs, where the new one is free", async () => {
    const busLane = await lineNamed(demoNames.lines.busLane);
    const [primary] = await primaryOf(busLane);
    const rename = (classifyName: string) =>
      db().updateTable("lineClassify").set({ classifyName }).where("classifySid", "=", primary!.classifySid).execute();
    const others = ["副方案", "副方案2", "副分类2", "主方案区间"];
    for (const classifyName of others) await call("add", { mainUuid: busLane, classifyName });
    await rename("主方案");
    await sql.raw(readFileSync("app/kit/data/db/migrations/0066_names_of_variants.sql", "utf8")).execute(db());
    const names = (await variantsOf(busLane)).map(({ classifyName }) => classifyName);
    expect(names.sort()).toEqual(["主分类", "主方案区间", "副分类", "副分类2", "副方案2"].sort());
    const history = await person.get(`${path}/${primary!.classifySid}/history`);
    expect(history.text).toMatch(/分类名称 ?主方案 ?.*主分类/);
    const saved = await person.get(`${path}/${primary!.classifySid}/edit`);
    expect((await saved.submit({ remark: "改名之后" })).status).toBe(303);
  });

  it("is one also when two people make two variants primary at once", async () => {
    const others = await Promise.all(
      [1, 2, 3, 4].map((n) => call<{ classifySid: string }>("add", { mainUuid: lineUuid, classifyName: `同时${n}` })),
    );
    const answers = await Promise.all(
      others.map(({ data }) => call("update", { classifySid: data.classifySid, sortType: 1 })),
    );
    expect(answers.map(({ success }) => success)).toEqual([true, true, true, true]);
    const primary = await primaryOf(lineUuid);
    expect(primary).toHaveLength(1);
    const [kept] = others.filter(({ data }) => data.classifySid === primary[0]!.classifySid);
    const race = await Promise.all([
      call("delete", { classifySid: others.find((one) => one !== kept)!.data.classifySid }),
      call("update", { classifySid: others.find((one) => one !== kept)!.data.classifySid, sortType: 1 }),
    ]);
    expect(race.filter(({ success }) => success)).toHaveLength(1);
    expect(await primaryOf(lineUuid)).toHaveLength(1);
  });
});

describe("the variants of a line", () => {
  let person: Visitor;
  beforeAll(async () => {
    person = await visitorWith(...Object.values(may), ...Object.values(lines));
  });
  const copyOf = async (classifySid: string, values: Record<string, string>) =>
    (await person.get(`${path}/${classifySid}/copy`)).submit(values);

  it("are copied with stations, path and parameters, as a draft or in force from a day", async () => {
    const [primary] = await primaryOf(await lineNamed(first));
    const before = await person.get(`${path}?asOf=${day(5)}&keyword=${encodeURIComponent("抄来的")}`);
    expect(before.$("tbody").text()).toContain("没有符合条件的记录");
    const draft = await (await copyOf(primary!.classifySid, { classifyName: "抄来的草稿" })).follow();
    expect(draft.text).toContain("已复制为线路分类 抄来的草稿");
    expect(draft.$("table tbody").text()).toContain("草稿");
    const later = await (
      await copyOf(primary!.classifySid, { classifyName: "抄来的方案", end: "effective", validFrom: day(5) })
    ).follow();
    expect(later.text).toContain(`下次变更${day(5)}`);
    const list = await person.get(`${path}?asOf=${day(5)}&keyword=${encodeURIComponent("抄来的")}`);
    const figures = (name: string) => list.$(`tbody tr:contains(${name})`).text();
    const source = (await person.get(`${path}?keyword=${encodeURIComponent(primary!.classifyName)}`))
      .$("tbody tr:contains(1路)")
      .first()
      .find("td")
      .map((_, cell) => list.$(cell).text())
      .get();
    expect(figures("抄来的方案")).toContain(source.find((cell) => /^上 \d+ \/ 下 \d+$/.test(cell)));
    expect((await person.get(`${path}?hasDraft=1&keyword=${encodeURIComponent("抄来的")}`)).$("tbody").text()).toMatch(
      /抄来的草稿.*1 个/,
    );
    const compare = await person.get(later.$("a:contains(与其他分类)").attr("href")!);
    expect(compare.$("select[name=a] option").text()).toContain("抄来的草稿");
  });

  it("are not copied from a day without a version, without the right to put in force, or into the past", async () => {
    const [primary] = await primaryOf(await lineNamed(first));
    const none = await copyOf(primary!.classifySid, { classifyName: "空的", asOf: "1999-01-01" });
    expect([none.status, none.errorAt("asOf")]).toEqual([422, expect.stringContaining("这一天没有生效的版本")]);
    const past = await copyOf(primary!.classifySid, { classifyName: "过去的", end: "effective", validFrom: day(-1) });
    expect([past.status, past.errorAt("validFrom")]).toEqual([422, expect.stringContaining("不能早于今天")]);
    expect(
      await db()
        .selectFrom("lineClassify")
        .select("classifySid")
        .where("classifyName", "in", ["空的", "过去的"])
        .execute(),
    ).toEqual([]);
    const writer = await visitorWith(may.read, may.write);
    const forbidden = await (
      await writer.get(`${path}/${primary!.classifySid}/copy`)
    ).submit({ classifyName: "无权的", end: "effective" });
    expect([forbidden.status, forbidden.errorAt("end")]).toEqual([
      422,
      expect.stringContaining("没有使版本生效的权限"),
    ]);
  });

  it("are compared station by station, with both paths on a map", async () => {
    const [primary] = await primaryOf(await lineNamed(first));
    const copy = (await copyOf(primary!.classifySid, { classifyName: "比较用" })).location!;
    const { lineUuid } = { lineUuid: await lineNamed(first) };
    const sid = copy.split("/").at(-1)!;
    const detail = (
      await person.call<{
        versionUuid: string;
        directions: { direction: number; stationList: Record<string, unknown>[] }[];
      }>("/api/line/v1.0/getLineClassifyStationAndMap", { classifySid: sid })
    ).data;
    const up = detail.directions
      .find(({ direction }) => direction === 1)!
      .stationList.map(({ staUuid, inRadius, staName }) => ({ staUuid, inRadius, staName }));
    const changed = [up[0]!, up[3]!, up[2]!, ...up.slice(4)].map((one, at) => ({
      staUuid: one.staUuid,
      inRadius: at === 4 ? 88 : one.inRadius,
    }));
    expect(
      (
        await person.call("/api/line/v1.0/updateLineClassifyStationAndMap", {
          classifySid: sid,
          directions: [{ direction: 1, stationList: changed }],
        })
      ).success,
    ).toBe(true);
    const inForce = (
      await person.call<{ versionUuid: string }>("/api/line/v1.0/getOriginLineClassifyStationAndMap", {
        lineUuid,
        classifySid: primary!.classifySid,
      })
    ).data.versionUuid;
    const page = await person.get(`${path}/compare?a=${inForce}&b=${detail.versionUuid}`);
    const rows = (kind: string) => page.$(`section:contains(上行) tr[data-kind=${kind}]`);
    expect(rows("left").text()).toContain(up[1]!.staName);
    expect(rows("moved").text()).toMatch(/移到右边第 \d 站.*从左边第 \d 站移来|从左边第 \d 站移来.*移到右边第 \d 站/);
    expect(page.text).toContain("进站半径 50 米 → 88 米");
    expect(page.$("main svg").length).toBe(2);
    expect(page.text).toContain("只有左边走");
    expect((await person.get(`${path}/compare?a=${inForce}&b=${newKey()}`)).status).toBe(404);
    const line = await person.get(`/line/line-management/${lineUuid}`);
    expect(line.$("a:contains(线路分类)[href*=lineUuid]").length).toBe(1);
    const chosen = await (
      await person.get(`${path}/compare`)
    ).submit({ lineA: "1路", lineB: "没有这条路" }, { form: "form:has([name=lineA])" });
    expect(chosen.text).toContain("没有找到线路“没有这条路”");
    const both = await person.get(`${path}/compare?${new URLSearchParams({ lineA: first, lineB: circular })}`);
    expect(both.$("select[name=b] option").text()).toContain("主分类 生效中");
    const list = await person.get(`${path}?lineUuid=${lineUuid}`);
    expect(list.text).toContain("只列出 1路 的分类");
    expect((await person.get(list.$("a:contains(为它新增分类)").attr("href")!)).field("mainUuid")).toBe(lineUuid);
  });

  it("may be twenty, with names as long as they may be", async () => {
    const lineUuid = await lineNamed(demoNames.lines.night);
    const orgId = (
      await db().selectFrom("line").select("orgId").where("lineUuid", "=", lineUuid).executeTakeFirstOrThrow()
    ).orgId;
    const line = (
      await person.call<{ lineUuid: string }>("/api/line/v1.0/add", { lineName: "长".repeat(64), lineType: 1, orgId })
    ).data;
    for (let n = 0; n < 19; n++)
      await person.call("/api/line/classify/v1.0/add", {
        mainUuid: line.lineUuid,
        classifyName: `${"名".repeat(30)}${String(n).padStart(2, "0")}`,
      });
    const list = await person.get(`${path}?lineUuid=${line.lineUuid}`);
    expect(list.$("tbody tr").length).toBe(20);
    expect(
      (await person.call<unknown[]>("/api/common/v1.0/getLineClassifyList", { lineUuid: line.lineUuid })).data,
    ).toHaveLength(20);
    expect((await person.get(`/line/line-management/${line.lineUuid}`)).$("nav[aria-label=线路分类] a").length).toBe(
      20,
    );
  });

  it("belong to the organisations of their lines", async () => {
    const own = await enter(await account({ permissions: Object.values(may), dataScope: "own" }));
    const [primary] = await primaryOf(await lineNamed(first));
    for (const at of ["", "/edit", "/delete", "/history", "/copy", "/primary"])
      expect([at, (await own.get(`${path}/${primary!.classifySid}${at}`)).status]).toEqual([at, 404]);
    expect((await own.get(path)).$("tbody").text()).toContain("还没有线路");
    expect(
      await own.call("/api/line/classify/v1.0/update", { classifySid: primary!.classifySid, remark: "越权" }),
    ).toMatchObject({ code: 400, reason: "missing" });
    expect(await own.call("/api/line/classify/v1.0/delete", { classifySid: primary!.classifySid })).toMatchObject({
      code: 400,
      reason: "missing",
    });
    const added = await own.call("/api/line/classify/v1.0/add", {
      mainUuid: await lineNamed(first),
      classifyName: "越权",
    });
    expect([added.code, added.errors?.[0]?.path, added.message]).toEqual([
      400,
      "mainUuid",
      expect.stringContaining("机构范围"),
    ]);
  });
});

describe("choosing a line among very many", () => {
  let person: Visitor;
  let ours: string;

  beforeAll(async () => {
    person = await visitorWith(...Object.values(may), ...Object.values(lines));
    const { orgId } = await db()
      .selectFrom("line")
      .select("orgId")
      .where("lineUuid", "=", await lineNamed(first))
      .executeTakeFirstOrThrow();
    ours = orgId;
    await sql`
      insert into line (line_uuid, line_name, line_type, state, org_id, pinyin, initials, search_grams, name_order)
      select md5('many' || n), '众' || n || '路', 1, 10, ${orgId}, 'zhong' || n || 'lu', 'z' || n || 'l', array['众', n || '路', '^众', '路'] || (select array_agg(substr('众' || n || '路', i, 2)) from generate_series(1, length('众' || n || '路') - 1) as i)
          || array(select run from generate_series(1, length('zhong' || n || 'lu') - 3) as i, substr('zhong' || n || 'lu', i, 4) as run where run ~ '[0-9]'), 'zhong' || lpad(n::text, 8, '0')
      from generate_series(1, 50000) as n`.execute(db());
    await sql`analyze line`.execute(db());
  });

  it("offers a few and finds the others, with everything typed kept", async () => {
    const form = await person.get(`${path}/new`);
    expect(form.html.length).toBeLessThan(100_000);
    expect(form.$("select[name=mainUuid] option").length).toBeLessThanOrEqual(61);
    const many = await form.submit({ "find:mainUuid": "众4321" }, { press: "查找" });
    expect(many.text).toContain("“众4321”找到 11 条。");
    const most = await form.submit({ "find:mainUuid": "众432" }, { press: "查找" });
    expect(most.text).toContain("“众432”找到很多，这里是前 60 条，可以再多写几个字。");
    const found = await form.submit({ classifyName: "还没保存", "find:mainUuid": "众43210路" }, { press: "查找" });
    expect([found.status, found.field("classifyName"), found.field("find:mainUuid")]).toEqual([
      200,
      "还没保存",
      "众43210路",
    ]);
    expect(found.text).toContain("“众43210路”找到 1 条");
    expect(found.html).not.toContain("没有保存：有");
    expect(found.$("select[name=mainUuid] option:selected").text()).toBe("众43210路");
    const refused = await found.submit({ classifyName: "" });
    expect([
      refused.status,
      refused.errorAt("classifyName"),
      refused.$("select[name=mainUuid] option:selected").text(),
    ]).toEqual([422, "请输入分类名称", "众43210路"]);
    const saved = await refused.submit({ classifyName: "从很多中选" });
    expect((await saved.follow()).text).toContain("众43210路");
  });

  it("looks for words in the box on Enter, instead of saving without them", async () => {
    const found = await (
      await person.get(`${path}/new?lineUuid=${await lineNamed(first)}`)
    ).submit({ classifyName: "按回车", "find:mainUuid": "众43211" });
    expect(found.status).toBe(200);
    expect(found.$("select[name=mainUuid]").text()).toContain("众43211路");
    expect(found.$("select[name=mainUuid] option:selected").text()).toBe(first);
    const none = await found.submit({ "find:mainUuid": "没有这条" });
    expect(none.text).toContain("没有找到“没有这条”，请换一个词查找");
    expect(none.$("select[name=mainUuid] option:selected").text()).toBe(first);
  });

  it("offers and takes only lines of the person's organisations", async () => {
    const other = await orgNamed("三车队");
    expect(other).not.toBe(ours);
    const limited = await enter(
      await account({
        permissions: [...Object.values(may), ...Object.values(lines)],
        dataScope: "own",
        orgId: other,
      }),
    );
    const form = await limited.get(`${path}/new`);
    expect(form.text).not.toContain("众1路");
    const mainUuid = await lineNamed("众77路");
    const refused = await limited.post(`${path}/new`, { mainUuid, classifyName: "别人的线路", sortType: "2" });
    expect([refused.status, refused.errorAt("mainUuid")]).toEqual([
      422,
      "线路不存在，或不在您的机构范围内，请重新选择",
    ]);
    expect(refused.$("select[name=mainUuid] option:selected").text()).toBe("（已删除，或属于其他机构）");
    const unknown = await person.post(`${path}/new`, { mainUuid: "不是键", classifyName: "乱填", sortType: "2" });
    expect([unknown.status, unknown.errorAt("mainUuid")]).toEqual([422, "请选择线路"]);
  });
});
