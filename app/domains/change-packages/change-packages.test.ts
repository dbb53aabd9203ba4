import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { stationRoom } from "~/domains/stations/room";
import { db } from "~/kit/data/db/pool.server";
import { onDay, today } from "~/kit/ground/time/today.server";
import { demoNames } from "~/seed/demo-city";
import { visitorWith } from "../../../tests/kit/accounts";
import { startBuiltJobs } from "../../../tests/kit/jobs";
import { describeRoom } from "../../../tests/kit/room";
import { api, type Visitor } from "../../../tests/kit/visit";
import { type DemoVariant, letGoUnheard, variantOf } from "../line-files/line-files.sample";
import * as steps from "./change-packages.sample";
import { bringIntoForce } from "./queries.server";
import { packageRoom } from "./room";
import { orgNamed } from "../../../tests/kit/organisations";
import { day } from "../../../tests/kit/days";

const { url, may } = packageRoom;
const { nameOf } = steps;
let made = 0;

describeRoom({
  path: url,
  may,
  valid: async () => ({
    packageName: `试验变更${++made}`,
    packageNum: `T${String(made).padStart(4, "0")}`,
    effectiveDay: day(9),
    orgId: await orgNamed("一车队"),
    remark: "原来的",
  }),
  invalid: [
    { field: "packageName", value: "", message: "请输入名称" },
    { field: "effectiveDay", value: "", message: /日期/ },
    { field: "effectiveDay", value: "2020-01-01", message: "生效日期不能早于今天" },
    { field: "packageNum", value: "1".repeat(21), message: "最多 20 个字" },
  ],
  showsAs: "packageName",
  unique: { field: "packageNum", message: "编号已被使用" },
  texts: ["remark", "packageName"],
  table: { name: "change_package", key: "packageUuid" },
  without: ["remove"],
  api: { missing: "/api/change-package/v1.0/update", key: "packageUuid" },
});

it("comes back by a call whose number is left empty, under its own", async () => {
  const planner = await steps.makePlanner();
  const add = { packageName: "删错的变更", effectiveDay: day(9), orgId: await orgNamed("一车队") };
  const made = await planner.call<{ packageUuid: string; packageNum: string }>("/api/change-package/v1.0/add", add);
  const { packageUuid, packageNum } = made.data;
  for (const given of [null, "", undefined]) {
    expect(await planner.call("/api/change-package/v1.0/delete", { ids: [packageUuid] })).toMatchObject({ code: 200 });
    expect(await planner.call("/api/change-package/v1.0/restore", { packageUuid, packageNum: given })).toMatchObject({
      code: 200,
      data: [{ packageUuid, packageNum }],
    });
  }
});

describe("a change package", () => {
  let planner: Visitor;
  let night: DemoVariant;
  let stations: { staUuid: string; staName: string }[];
  let fence: { fenceUuid: string; fenceName: string };

  beforeAll(async () => {
    planner = await steps.makePlanner();
    night = await variantOf(demoNames.lines.night);
    await steps.generateNow(planner, night);
    await startBuiltJobs();
    ({ rows: stations } = await sql<{ staUuid: string; staName: string }>`
      select distinct on (ls.serial) s.sta_uuid, s.sta_name from line_station ls join line_version v using (version_uuid) join station s using (sta_uuid)
      where v.classify_sid = ${night.classifySid} and v.state = 'effective' and ls.direction = 1 order by ls.serial`.execute(
      db(),
    ));
    fence = await db()
      .selectFrom("fence")
      .select(["fenceUuid", "fenceName"])
      .where("enabled", "=", true)
      .where("deletedAt", "is", null)
      .orderBy("fenceNum")
      .executeTakeFirstOrThrow();
  });

  const newPackage = (effectiveDay: string) => steps.newPackage(planner, effectiveDay);
  const planDraft = (plannedFor: string) => steps.planDraft(planner, night, plannedFor);
  const rename = (at: string, station: { staUuid: string }, staName: string) =>
    steps.rename(planner, at, station, staName);
  const confirm = (at: string) => steps.confirm(planner, at);
  const stateOf = (at: string) => steps.stateOf(planner, at);
  const standing = async (versionUuid: string) =>
    (
      await sql<{ state: string; validFrom: string | null }>`
        select state, lower(valid) as valid_from from line_version where version_uuid = ${versionUuid}`.execute(db())
    ).rows[0];

  it("puts a draft, a station, a fence and their file in force together on the day, and takes all of it back", async () => {
    const [station] = stations.slice(2);
    const at = await newPackage(day(3));
    const versionUuid = await planDraft(day(20));
    const added = await (
      await planner.get(`${at}/add`)
    ).submit({ versionUuids: [versionUuid] }, { press: "加入所选草稿" });
    expect(added.status, added.text).toBe(303);
    const found = await planner.get(`${at}/add?kind=station&keyword=${encodeURIComponent(station!.staName)}`);
    expect(found.$(`a[href="${at}/station?key=${station!.staUuid}"]`).text()).toBe(station!.staName);
    await rename(at, station!, "新站名");
    const unchecked = await (await planner.get(`${at}/fence?key=${fence.fenceUuid}`)).submit({ enabled: "" });
    expect(unchecked.status, unchecked.text).toBe(303);

    let page = await planner.get(at);
    expect(page.text).toContain(`站点名称：${station!.staName} → 新站名`);
    expect(page.text).toContain("还没有确认");
    expect(page.text).toContain("还没有这一天的线路文件");
    expect(await nameOf(station!)).toBe(station!.staName);
    expect((await planner.get(`${stationRoom.url}/${station!.staUuid}`)).text).toContain(`将在 ${day(3)} 改变它`);
    expect((await planner.get(`/line/line-management/${night.lineUuid}`)).text).toContain(`将在 ${day(3)} 改变它`);
    expect((await planner.get(`/electronic-fence/electronic-fence-management/${fence.fenceUuid}`)).text).toContain(
      `将在 ${day(3)} 改变它`,
    );

    expect((await page.submit({}, { press: "我已核对" })).status).toBe(303);
    const confirmed = await confirm(at);
    expect(confirmed.status, confirmed.text).toBe(303);
    expect(await standing(versionUuid)).toEqual({ state: "effective", validFrom: day(3) });
    expect(await stateOf(at)).toBe("待生效");
    page = await planner.get(at);
    const refused = page.$(`a[href="${at}/edit"], a[href="${at}/delete"], button[aria-label^="移除"]`);
    expect(refused.map((_, one) => page.$(one).text()).get()).toEqual([]);
    expect(page.$("button[value=word]").length).toBe(1);

    const alone = await planner.post(
      `/line/line-management/${night.lineUuid}/versions/withdraw?version=${versionUuid}`,
      [["leaveGap", "0"]],
    );
    expect(alone.text).toContain("属于变更包");
    page = await planner.get(at);
    expect(page.text).toContain("1 段语音到那一天说的不是站名");
    const silent = await page.submit({}, { press: "生成缺少的线路文件" });
    expect(silent.status).toBe(422);
    expect(silent.text).toMatch(/叫“新站名”，录音的文稿是“/);
    const speaking = await (await planner.get(at)).submit({}, { press: "朗读这 1 个站名" });
    expect((await planner.settled(speaking.location!)).text).toContain("新站名");
    page = await planner.get(at);
    expect(page.text).not.toContain("说的不是站名");
    const generated = await page.submit({}, { press: "生成缺少的线路文件" });
    expect(generated.status, generated.text).toBe(303);
    page = await planner.get(at);
    expect(page.$("h2:contains(线路文件)").closest("section").text()).toContain("最新");
    const packageUuid = at.split("/").pop()!;
    await sql`update line_file set findings = ${JSON.stringify([{ path: "items", row: 2, message: "两次报站重叠" }])}::jsonb
      where package_uuid = ${packageUuid} and state = 1`.execute(db());
    const told = (await planner.get(at)).$("details:contains(生成时的提醒（1）) li");
    expect(told.text()).toMatch(/^上行第 2 个 .+：两次报站重叠$/);
    expect((await planner.get(told.find("a").attr("href")!)).status).toBe(200);
    const stranger = await visitorWith(may.read);
    expect((await stranger.get(at)).$("details:contains(生成时的提醒)").length).toBe(0);
    await sql`update line_file set findings = '[]' where package_uuid = ${packageUuid} and state = 1`.execute(db());
    const file = (
      await sql<{ fileUuid: string; contents: string; state: number; validFrom: string }>`
        select file_uuid, contents::text, state, valid_from from line_file where package_uuid = ${at.split("/").pop()!} and state = 1`.execute(
        db(),
      )
    ).rows;
    expect(file).toHaveLength(1);
    expect(file[0]).toMatchObject({ validFrom: day(3) });
    expect(file[0]!.contents).toContain("新站名");
    expect((await planner.get(`/voice/file-management/${file[0]!.fileUuid}`)).text).toContain(`将在 ${day(3)} 改变它`);
    expect(await nameOf(station!)).toBe(station!.staName);
    expect(page.$("h2:contains(还缺什么)").closest("section").text()).toContain("辆车还没有收到线路文件");
    expect(page.text).toContain("1 份线路文件还没有人听过，下发前请试听");
    const unheard = await page.submit({}, { press: "下发到车辆" });
    expect([unheard.status, unheard.text]).toEqual([409, expect.stringContaining("还没有人听过")]);
    await letGoUnheard(planner, [file[0]!.fileUuid]);
    const issued = await page.submit({}, { press: "下发到车辆" });
    expect(issued.location, issued.text).toMatch(/^\/voice\/issue-task\/[0-9a-f]{32}$/);
    expect((await issued.follow()).text).toContain(`将在 ${day(3)} 改变它`);
    const sent = async () =>
      (
        await sql<{ state: number; activate: Date; vehicles: number }>`
          select t.state, t.activate_at as activate, count(*) filter (where d.state >= 0)::int as vehicles from issue_task t join issue_detail d using (task_uuid)
          where t.task_uuid = ${issued.location!.split("/").pop()!} group by t.task_uuid`.execute(db())
      ).rows[0]!;
    const running = await sent();
    expect(running).toMatchObject({ state: 1, vehicles: expect.any(Number) as number });
    expect(running.vehicles).toBeGreaterThan(0);
    expect(running.activate.getTime()).toBe(Date.parse(`${day(3)}T00:00:00+08:00`));

    expect(await bringIntoForce()).toBe(0);
    await onDay(day(3), async () => {
      expect(await bringIntoForce()).toBe(1);
      expect(await bringIntoForce()).toBe(0);
      expect(await nameOf(station!)).toBe("新站名");
      expect(await stateOf(at)).toBe("已生效");
    });
    const { enabled } = await db()
      .selectFrom("fence")
      .select("enabled")
      .where("fenceUuid", "=", fence.fenceUuid)
      .executeTakeFirstOrThrow();
    expect(enabled).toBe(false);

    // Five days later.
    await sql`update line_version set valid = daterange(lower(valid) - 30, ${day(-2)}::date) where classify_sid = ${night.classifySid} and state = 'effective' and upper(valid) = ${day(3)}::date`.execute(
      db(),
    );
    await sql`update line_version set valid = daterange(${day(-2)}::date, null) where version_uuid = ${versionUuid}`.execute(
      db(),
    );
    await sql`update change_package set effective_day = ${day(-2)} where package_uuid = ${at.split("/").pop()!}`.execute(
      db(),
    );
    const back = await planner.get(`${at}/take-back`);
    expect((await back.submit({ reason: "" })).status).toBe(422);
    const done = await back.submit({ reason: "居民反对" });
    expect(done.status, done.text).toBe(303);
    expect(await stateOf(at)).toBe("已撤回");
    expect(await sent()).toMatchObject({ state: 5, vehicles: 0 });
    expect(await nameOf(station!)).toBe(station!.staName);
    const after = await sql<{ validFrom: string; validTo: string | null }>`
      select lower(valid) as valid_from, upper(valid) as valid_to from line_version where classify_sid = ${night.classifySid} and state = 'effective' and deleted_at is null order by valid desc limit 2`.execute(
      db(),
    );
    expect(after.rows).toEqual([
      { validFrom: today(), validTo: null },
      { validFrom: day(-2), validTo: today() },
    ]);
  });

  it("holds whole or not at all: what one of its records refuses on the day leaves everything as it was", async () => {
    const [gone, other] = stations.slice(3);
    const at = await newPackage(day(2));
    const versionUuid = await planDraft(day(2));
    await (await planner.get(`${at}/add`)).submit({ versionUuids: [versionUuid] }, { press: "加入所选草稿" });
    await rename(at, gone!, "不会有的名");
    await rename(at, other!, "也不会有");
    expect((await confirm(at)).status).toBe(303);
    await sql`update station set deleted_at = now() where sta_uuid = ${gone!.staUuid}`.execute(db());
    await onDay(day(2), async () => {
      expect(await bringIntoForce()).toBe(1);
      expect(await stateOf(at)).toBe("未能生效");
    });
    await sql`update station set deleted_at = null where sta_uuid = ${gone!.staUuid}`.execute(db());
    expect(await nameOf(other!)).toBe(other!.staName);
    expect(await standing(versionUuid)).toEqual({ state: "draft", validFrom: null });
    expect((await planner.get(at)).text).toContain(gone!.staName);
    await sql`update line_version set deleted_at = now() where version_uuid = ${versionUuid}`.execute(db());
  });

  it("is a draft again when taken back before its day, and refuses what others hold or changed", async () => {
    const [station] = stations.slice(1);
    const at = await newPackage(day(4));
    await rename(at, station!, "改一次");
    const other = await newPackage(day(6));
    const taken = await (await planner.get(`${other}/station?key=${station!.staUuid}`)).submit({ staName: "改两次" });
    expect([taken.status, taken.text]).toEqual([422, expect.stringContaining("已在变更包")]);
    const wrong = await (await planner.get(`${at}/station?key=${station!.staUuid}`)).submit({ staName: "" });
    expect([wrong.status, wrong.errorAt("staName")]).toEqual([422, "请输入站点名称"]);
    expect((await confirm(other)).text).toContain("还没有变更");
    const deleted = await (await planner.get(`${stationRoom.url}/${station!.staUuid}/delete`)).text;
    expect(deleted).toContain("变更包");
    expect((await confirm(at)).status).toBe(303);
    const locked = await (await planner.get(`${at}/station?key=${station!.staUuid}`)).submit({ staName: "再改" });
    expect(locked.text).toContain("待生效，不能修改");
    expect((await (await planner.get(`${at}/take-back`)).submit({ reason: "推迟" })).status).toBe(303);
    expect(await stateOf(at)).toBe("草稿");
    await rename(at, station!, station!.staName);
    expect((await planner.get(at)).text).toContain("还没有变更");
  });

  it("asks for another person's word where versions are checked by two", async () => {
    const [station] = stations;
    const at = await newPackage(day(4));
    await rename(at, station!, "待核对");
    await sql`update parameter set param_value = '1' where param_name = 'line.version.check'`.execute(db());
    try {
      expect((await confirm(at)).text).toContain("请先由另一人核对");
      const second = await visitorWith(...Object.values(may));
      expect((await (await second.get(at)).submit({ said: "看过" }, { press: "我已核对" })).status).toBe(303);
      expect((await planner.get(at)).text).toContain("看过");
      await rename(at, station!, "又改了");
      expect((await planner.get(at)).text).toContain("此后内容有改动");
      expect((await confirm(at)).text).toContain("请先由另一人核对");
      await (await second.get(at)).submit({}, { press: "我已核对" });
      expect((await confirm(at)).status).toBe(303);
    } finally {
      await sql`update parameter set param_value = '0' where param_name = 'line.version.check'`.execute(db());
    }
  });

  it("keeps its buttons from who may not use them", async () => {
    const at = await newPackage(day(4));
    const reader = await visitorWith(may.read);
    expect((await reader.get(at)).$("button").text()).not.toContain("我已核对");
    for (const page of ["add", "confirm", "take-back", `station?key=${stations[0]!.staUuid}`])
      expect((await (await reader.get(`${at}/${page}`)).follow()).status).toBe(401);
    const writer = await visitorWith(may.read, may.write);
    const refused = await (await writer.get(`${at}/station?key=${stations[0]!.staUuid}`)).submit({ staName: "越权" });
    expect((await refused.follow()).status).toBe(401);
  });

  it("does the same by calls", async () => {
    const { call } = api(planner.token);
    const path = "/api/change-package/v1.0";
    const { data: made } = await call<{ packageUuid: string; state: number }>(`${path}/add`, {
      packageName: "接口变更包",
      effectiveDay: day(7),
      orgId: await orgNamed("一车队"),
    });
    const { packageUuid } = made;
    const [station] = stations.slice(1);
    const sent = { packageUuid, staUuid: station!.staUuid };
    const unknown = await call(`${path}/planStation`, { ...sent, changes: { staSelfCode: "1" } });
    expect([unknown.success, unknown.message]).toEqual([false, expect.any(String)]);
    const wrong = await call(`${path}/planStation`, { ...sent, changes: { staName: "" } });
    expect(wrong.errors?.[0]).toMatchObject({ path: expect.stringContaining("staName") as string });
    expect((await call(`${path}/planStation`, { ...sent, changes: { staName: "接口改名" } })).success).toBe(true);
    const ready = await call<{ items: { changes: string[] }[]; missing: string[] }>(`${path}/ready`, { packageUuid });
    expect(ready.data.items[0]!.changes).toEqual([`站点名称：${station!.staName} → 接口改名`]);
    expect(ready.data.missing.join()).toContain("还没有确认");
    const confirmed = await call<{ state: number }>(`${path}/confirm`, { packageUuid });
    expect(confirmed.data.state).toBe(1);
    expect((await call(`${path}/takeBack`, { packageUuid, reason: "" })).errors?.[0]?.path).toBe("reason");
    expect((await call<{ state: number }>(`${path}/takeBack`, { packageUuid, reason: "再议" })).data.state).toBe(0);
    const stranger = api((await visitorWith(may.read)).token);
    expect((await stranger.call(`${path}/confirm`, { packageUuid })).reason).toBe("forbidden");
  });
});
