import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { today } from "~/kit/ground/time/today.server";
import { rooms } from "~/rooms";
import { fleetNames } from "~/seed/demo-fleet";
import { account, enter, enteredBefore } from "../kit/accounts";
import type { Visitor } from "../kit/visit";
import { day } from "../kit/days";

const busUrl = "/bus/bus-management";
const one = async <T extends object>(query: ReturnType<typeof sql<T>>): Promise<T> => {
  const [row] = (await query.execute(db())).rows;
  if (!row) throw new Error("no such row");
  return row;
};
const busOf = (code: string) =>
  one(sql<{ busUuid: string; orgId: string; modelUuid: string; version: number }>`
    select bus_uuid, org_id, model_uuid, version from bus where bus_self_code = ${code} and deleted_at is null`);
const lineOf = async (name: string) =>
  (await one(sql<{ lineUuid: string }>`select line_uuid from line where line_name = ${name} and deleted_at is null`))
    .lineUuid;
const personOf = (number: string) =>
  one(sql<{ personUuid: string; name: string }>`select person_uuid, name from person where job_number = ${number}`);
const mainLineOn = async (code: string, on: string) =>
  (
    await sql<{ lineName: string }>`
      select line_name from bus_line join bus using (bus_uuid) join line using (line_uuid)
      where bus_self_code = ${code} and is_main and valid @> ${on}::date`.execute(db())
  ).rows.map(({ lineName }) => lineName);

let admin: Visitor;
beforeAll(async () => {
  admin = await enter(await account({ isSuper: true }));
});

describe("what holds a record", () => {
  it("names a fence that would be left for nobody, and stops the delete of its only bus and of its station", async () => {
    const { modelUuid, orgId } = await busOf(fleetNames.buses.first);
    const bus = await admin.call<{ busUuid: string }>("/api/bus/v1.0/add", {
      busSelfCode: "ONLY1",
      plateNum: "京B77701",
      modelUuid,
      orgId,
    });
    const { staUuid } = await one(sql<{ staUuid: string }>`
      select sta_uuid from station s where deleted_at is null and not exists (select from line_station c where c.sta_uuid = s.sta_uuid)
        and not exists (select from line_standby b where b.sta_uuid = s.sta_uuid) limit 1`);
    const fence = async (name: string, more: object) =>
      (
        await admin.call<{ fenceUuid: string; version: number }>("/api/electricFence/v1.0/add", {
          fenceNum: name,
          fenceName: name,
          useType: 1,
          orgId,
          shape: 1,
          lng: 116.4,
          lat: 39.9,
          radius: 100,
          ruleType: 10,
          ...more,
        })
      ).data.fenceUuid;
    const ofBus = await fence("FB-ONLY", { scopeAll: false, busUuids: [bus.data.busUuid] });
    const ofStation = await fence("FB-STA", { ownerType: "station", ownerUuid: staUuid });
    const page = await admin.get(`${busUrl}/${bus.data.busUuid}/delete`);
    expect(page.text).toMatch(/现在不能删除.*只适用于它的电子围栏.*FB-ONLY/s);
    expect((await admin.call("/api/bus/v1.0/delete", { busUuid: bus.data.busUuid })).reason).toBe("used");
    expect((await admin.get(`/station/station-management/${staUuid}/delete`)).text).toMatch(/关联的电子围栏.*FB-STA/s);
    expect((await admin.call("/api/sta/v1.0/delete", { staUuid })).reason).toBe("used");
    const { busUuid: other } = await busOf(fleetNames.buses.first);
    await sql`update fence set bus_uuids = ${[bus.data.busUuid, other]} where fence_uuid = ${ofBus}`.execute(db());
    expect((await admin.get(`${busUrl}/${bus.data.busUuid}/delete`)).text).toMatch(/会保留.*FB-ONLY/s);
    expect((await admin.call("/api/bus/v1.0/delete", { busUuid: bus.data.busUuid })).success).toBe(true);
    await sql`delete from fence where fence_uuid = any(${[ofBus, ofStation]})`.execute(db());
  });

  /** Columns that hold keys without a foreign key, with the tables that they point at; none for what only tells of the past. */
  const keysWithoutReference: Record<string, string[]> = {
    "audio_import_row.audio_uuid": [],
    // What lists are sorted by follows from others, which refer.
    "bus.sort_line": [],
    // Made anew from buses, devices and lines.
    "bus_announced.classify_sid": [],
    "bus_announced.dev_uuid": [],
    "bus_announced.line_uuid": [],
    "bus_announced.org_id": [],
    "change_item.record_key": ["station", "fence"],
    // A number of a file of somebody else, which means another record where this one is gone.
    "source_link.record_key": [],
    "device.bind_uuid": ["bus", "station", "depot"],
    "device.sort_org": [],
    // On its way to the process that judges it.
    "fence_position.bus_uuid": [],
    "device_binding.bind_uuid": [],
    "device_report.bus_uuid": [],
    "device_report.dev_uuid": [],
    "bus_position.dev_uuid": [],
    "fence.bus_uuids": ["bus"],
    "fence.line_uuids": [],
    "fence.owner_uuid": ["depot", "station"],
    "history.record_key": [],
    // The import that a change belongs to, which is no record.
    "history.batch_id": [],
    // A detail's file is one of its task's, which refers to it.
    "issue_detail.file_uuid": [],
    "issue_detail.multi_uuid": [],
    "line_version.base_uuid": [],
    "role.org_ids": ["organisation"],
    "sheet_row.record_key": [],
    "unsaved_sequence.version_uuid": [],
    "waiting_area.line_uuids": [],
  };

  it("is said by its room for every column that holds keys of its records, lists of keys too", async () => {
    const { rows } = await sql<{ name: string }>`
      select c.table_name || '.' || c.column_name as name from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where table_schema = 'public' and t.table_type = 'BASE TABLE' and (c.domain_name = 'record_key' or c.column_name ~ '_(uuids?|ids|key)$' and c.data_type in ('text', 'ARRAY'))
        and c.column_name !~ '^(file|edge|img|avatar|public)_key$' and c.table_name !~ '_(log|hour|speed|people)|_[0-9]{8}$'
        and not exists (select from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
          where k.conrelid = (quote_ident(c.table_name))::regclass and a.attname = c.column_name and (k.contype = 'f' or k.contype = 'p' and array_length(k.conkey, 1) = 1))
      order by 1`.execute(db());
    expect(rows.map(({ name }) => name).filter((name) => !(name in keysWithoutReference))).toEqual([]);
    const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const forgotten = Object.entries(keysWithoutReference).flatMap(([name, targets]) => {
      const [table, column] = name.split(".") as [string, string];
      return targets.flatMap((target) => {
        const room = rooms.find(({ source }) => snake(source.kept.table) === target)!;
        const said = room.references
          .map(({ select }) => sql`${select(["x"])}`.compile(db()).sql)
          .some((text) => new RegExp(`\\b${table}\\b`).test(text) && new RegExp(`\\b${column}\\b`).test(text));
        return said ? [] : [`${room.room.name} does not say that ${name} refers to it`];
      });
    });
    expect(forgotten).toEqual([]);
  });
});

describe("buses of a line", () => {
  const monday = day(3);

  it("change to another line from a day on, many at once", async () => {
    const numbers = ["1001", "1002", "1005"];
    const keys = await Promise.all(numbers.map(async (number) => (await busOf(number)).busUuid));
    const before = await mainLineOn("1001", today());
    const form = await admin.get(`${busUrl}/bulk?verb=change&${keys.map((key) => `ids=${key}`).join("&")}`);
    const past = await form.submit({
      change: "lineUuid",
      lineUuid: await lineOf("88路").catch(() => lineOf("5路")),
      lineFrom: day(-1),
    });
    expect([past.status, past.errorAt("lineFrom")]).toEqual([422, expect.stringContaining("今天或以后")]);
    const done = await form.submit(
      { change: "lineUuid", lineUuid: await lineOf("5路"), lineFrom: monday },
      { press: "修改 3 条" },
    );
    expect((await done.follow()).text).toContain("已修改 3 条车辆");
    for (const number of numbers)
      expect([await mainLineOn(number, monday), await mainLineOn(number, day(2))]).not.toEqual([before, before]);
    expect([await mainLineOn("1001", monday), await mainLineOn("1001", day(2))]).toEqual([["5路"], before]);
    expect((await admin.get(`${busUrl}/${keys[0]}/history`)).text).toContain(monday);
  });

  it("are listed on the line's page with its persons and fences, and taken by pasted numbers", async () => {
    const line = `/line/line-management/${await lineOf("5路")}`;
    const page = await admin.get(line);
    expect(page.$('section:has(h2:contains("车辆（"))').text()).toMatch(new RegExp(`1001 .*${monday} 起`));
    for (const title of ["人员（", "电子围栏（"]) expect(page.text).toContain(title);
    const form = await admin.get(page.$('main a:contains("安排车辆")').attr("href")!);
    const wrong = await form.submit({ numbers: "1006\n不存在的车 1007", from: monday }, { press: "安排到本线路" });
    expect([wrong.status, wrong.errorAt("numbers")]).toEqual([422, expect.stringContaining("没有车辆 不存在的车")]);
    expect(wrong.field("numbers")).toContain("1006");
    const done = await (await form.submit({ numbers: "1006，1007\n1001", from: monday })).follow();
    expect(done.text).toMatch(/已将 2 辆车从 .* 起安排到5路，1 辆原本就在/);
    expect(await mainLineOn("1007", monday)).toEqual(["5路"]);
  });
});

describe("who and what is chosen by name", () => {
  it("takes a driver by words that one alone answers to, asks among several, and says where one drives already", async () => {
    const { modelUuid, orgId } = await busOf(fleetNames.buses.first);
    const { name, personUuid } = await personOf(fleetNames.persons.first);
    await sql`update bus set fixed_driver = ${personUuid} where bus_self_code = '1001'`.execute(db());
    const values = { busSelfCode: "NAME1", plateNum: "京B77702", modelUuid, orgId, fixedDriver: "", busState: "0" };
    const send = (more: Record<string, string>) =>
      admin.post(`${busUrl}/new`, { ...values, plateColor: "2", approvedNumber: "50", ...more });
    const several = await send({ "find:fixedDriver": "GJ00" });
    expect([several.status, several.field("busSelfCode")]).toEqual([200, "NAME1"]);
    expect(several.$("select[name=fixedDriver] option").length).toBeGreaterThan(3);
    expect(several.text).toContain("已固定在 1001");
    const saved = await send({ "find:fixedDriver": fleetNames.persons.first });
    expect((await saved.follow()).text).toContain(`注意：${name}也是车辆 1001 的固定驾驶员`);
    const enter = await send({ busSelfCode: "NAME2", "find:fixedDriver": fleetNames.persons.first, find: "" });
    expect([enter.status, enter.field("busSelfCode")]).toEqual([200, "NAME2"]);
  });

  it("gives a new electric bus no tank", async () => {
    const { modelUuid, orgId } = await busOf(fleetNames.buses.first);
    const { data } = await admin.call<{ fuelTank: number | null; fuelKm: number | null }>("/api/bus/v1.0/add", {
      busSelfCode: "TANK1",
      plateNum: "京B77703",
      modelUuid,
      orgId,
      energyType: 5,
    });
    expect([data.fuelTank, data.fuelKm]).toEqual([null, null]);
    const form = (await admin.get("/bus/bus-management/new")).$("main form").text();
    expect([/油箱容量.{0,8}升/s.test(form), /总里程.{0,8}公里/s.test(form), /km/i.test(form)]).toEqual([
      true,
      true,
      false,
    ]);
    const refused = await admin.call("/api/bus/v1.0/add", {
      busSelfCode: "TANK2",
      plateNum: "京B77704",
      modelUuid,
      orgId,
      energyType: 5,
      fuelTank: 60,
    });
    expect(refused.errors).toEqual([{ path: "fuelTank", message: "纯电动车没有油箱，请留空" }]);
  });

  it("keeps a preset in the histories of bus and person, and narrows a history by day, person and field", async () => {
    const { personUuid } = await personOf("GJ0002");
    const { busUuid } = await busOf("1009");
    const given = await admin.call("/api/person/v1.0/personPresetAdd", { personUuid, busUuids: [busUuid] });
    expect(given).toMatchObject({ success: true });
    const history = async (query = "") => admin.get(`${busUrl}/${busUuid}/history${query}`);
    const name = (await personOf("GJ0002")).name;
    expect((await history()).$("main section").first().text()).toMatch(new RegExp(`预设人员.*${name}`, "s"));
    await admin.call("/api/bus/v1.0/personPresetAdd", { busUuid, personUuids: [] });
    expect(
      (await admin.get(`/personnel/personnel-management/${personUuid}/history`)).$("main section").first().text(),
    ).toContain("1009");
    expect((await history()).$("main details summary").text()).toMatch(/\d+ 个字段/);
    expect((await history(`?field=${encodeURIComponent("预设人员")}`)).$("main section h2").length).toBe(3);
    expect((await history(`?to=${day(-3000)}`)).text).toMatch(/没有符合条件的修改|没有修改记录/);
    expect((await history(`?who=${encodeURIComponent("没有的人")}`)).text).toContain("没有符合条件的修改");
  });
});

describe("the bin", () => {
  it("brings many back at once, and deletes for good what nothing holds, for those who may", async () => {
    const { modelUuid, orgId } = await busOf(fleetNames.buses.first);
    const keys: string[] = [];
    for (const nth of [1, 2, 3]) {
      const { data } = await admin.call<{ busUuid: string }>("/api/bus/v1.0/add", {
        busSelfCode: `BIN${nth}`,
        plateNum: `京B7771${nth}`,
        modelUuid,
        orgId,
      });
      keys.push(data.busUuid);
    }
    await admin.call("/api/bus/v1.0/delete", { ids: keys });
    const bin = await admin.get(`${busUrl}/recycle?search=BIN`);
    expect(bin.$('input[name="keys"]').length).toBe(3);
    for (const pressed of ["once", "twice"])
      expect((await (await bin.submit({}, { press: "恢复本页 3 条" })).follow()).text, pressed).toContain(
        "已恢复 3 条车辆",
      );
    await admin.call("/api/bus/v1.0/delete", { ids: keys });
    const back = await admin.post(
      `${busUrl}/recycle`,
      keys.slice(0, 2).map((key): [string, string] => ["keys", key]),
    );
    expect((await back.follow()).text).toContain("已恢复 2 条车辆");
    expect((await busOf("BIN1")).busUuid).toBe(keys[0]);
    const clerk = await enter(await account({ permissions: ["bus.read", "bus.write", "bus.delete"] }));
    expect((await clerk.get(`${busUrl}/recycle`)).text).not.toContain("彻底删除");
    const refused = await clerk.post(`${busUrl}/recycle`, { intent: "purge", keys: keys[2]! });
    expect((await refused.follow()).status).toBe(401);
    expect((await sql`select from bus where bus_uuid = ${keys[2]}`.execute(db())).rows).toHaveLength(1);
    const late = await enteredBefore(await account({ isSuper: true }));
    const page = `${busUrl}/recycle?purge=1&keys=${keys[2]}`;
    const stale = await (await late.get(page)).submit({ reason: "录错" });
    expect([stale.status, stale.location]).toEqual([303, expect.stringMatching(/^\/confirm-password\?to=/)]);
    expect((await sql`select from bus where bus_uuid = ${keys[2]}`.execute(db())).rows).toHaveLength(1);
    const asked = await admin.get(page);
    expect(asked.text).toContain("彻底删除车辆 BIN3");
    for (const pressed of ["once", "twice"])
      expect((await (await asked.submit({ reason: "录错" })).follow()).text, pressed).toContain("已彻底删除 1 条车辆");
    expect((await sql`select from bus where bus_uuid = ${keys[2]}`.execute(db())).rows).toEqual([]);
    expect((await admin.get("/log/change-audit?action=purge")).text).toMatch(/彻底删除.*录错/s);
    await sql`update bus_model set deleted_at = now() where model_uuid = ${modelUuid}`.execute(db());
    const held = await admin.get(`/model/bus-model/recycle?purge=1&keys=${modelUuid}`);
    await sql`update bus_model set deleted_at = null where model_uuid = ${modelUuid}`.execute(db());
    expect(held.text).toMatch(/现在不能彻底删除.*车辆 \d+ 条/s);
  });
});

describe("smaller forms", () => {
  it("take over pasted dictionary items that were not added yet", async () => {
    const form = await admin
      .get("/dictionary/dictionary-configuration/new")
      .then(async (page) =>
        page.status === 200
          ? page
          : admin.get(`${rooms.find(({ room }) => room.name === "dictionaries")!.room.url}/new`),
      );
    const saved = await form.submit({ codeNum: "PASTED1", codeName: "粘贴", pasted: "1 甲\n2 乙" }, { press: "保存" });
    expect((await saved.follow()).text).toMatch(/甲.*乙/s);
  });

  it("put a new organisation last among its neighbours", async () => {
    const { orgPid } = await one(sql<{ orgPid: string }>`select org_pid from organisation where org_name = '一车队'`);
    const form = await admin.get("/org/organization/new");
    await form.submit({ orgCode: "LAST1", orgName: "末车队", orgPid, sort: "" });
    const { first } = await one(sql<{ first: boolean }>`
      select sort > all(select sort from organisation o where o.org_pid = organisation.org_pid and o.org_code <> 'LAST1' and deleted_at is null) as first from organisation where org_code = 'LAST1'`);
    expect(first).toBe(true);
  });

  it("say all that is wrong at once, a taken code too", async () => {
    const form = await admin.get("/org/organization/new");
    const refused = await form.submit({ orgCode: "LAST1", orgName: "重号", lng: "116.4", lat: "" });
    expect(refused.status).toBe(422);
    expect(refused.errorAt("orgCode")).toContain("已被使用");
    expect(refused.text).toContain("有 2 处需要修改");
  });

  it("copy a role's resources, lead on to its users, give roles with a new user, and look into the tree", async () => {
    const source = await account({ permissions: ["bus.read", "line.read"] });
    const form = await admin.get("/system/role/new");
    const page = await (await form.submit({ roleName: "抄来的角色", copyFrom: source.roleId })).follow();
    expect(page.text).toMatch(/资源 ?[1-9]/);
    const add = await admin.get(page.$('main a:contains("新增用户")').attr("href")!);
    const issued = await add.submit({ userAccount: "copied1", userName: "甲" }, { press: "保存并生成密码" });
    expect(issued.text).toMatch(/一次性密码.*再新增一个/s);
    const again = await admin.get(issued.$('main a:contains("再新增一个")').attr("href")!);
    expect(again.fields("roleIds")).toHaveLength(1);
    const { roles } = await one(sql<{ roles: number }>`
      select count(*)::int as roles from user_role join app_user using (user_id) join role using (role_id) where user_account = 'copied1' and role_name = '抄来的角色'`);
    expect(roles).toBe(1);
    const bare = await (await form.submit({ roleName: "空的角色" })).follow();
    const tree = await admin.get(bare.$('main a:contains("授予资源")').first().attr("href")!);
    const looked = await tree.submit({ look: "车辆管理" }, { press: "查找" });
    expect([looked.status, looked.$("mark").length > 0]).toEqual([200, true]);
    const limited = await enter(await account({ permissions: ["role.read", "role.write", "role.authorise"] }));
    const beyond = await (
      await limited.get("/system/role/new")
    ).submit({ roleName: "越权的角色", copyFrom: source.roleId });
    expect([beyond.status, beyond.errorAt("copyFrom")]).toEqual([422, expect.stringContaining("超出您自己的权限")]);
  });

  it("keep a sequence typed and not saved over the other direction and another session, and take many stations at once", async () => {
    const who = await account({ isSuper: true });
    const planner = await enter(who);
    const line = `/line/line-management/${await lineOf("2路")}`;
    const rows = (page: { $: (selector: string) => { length: number } }) =>
      page.$('input[name^="rows["][name$="staUuid"]').length;
    const first = await planner.get(`${line}/stations?direction=1`);
    const count = rows(first);
    const { rows: free } = await sql<{
      staSelfCode: string;
    }>`select sta_self_code from station where deleted_at is null order by sta_self_code desc limit 2`.execute(db());
    const found = await first.submit(
      { find: `${free.map(({ staSelfCode }) => staSelfCode).join("\n")}\n没有的站` },
      { press: "查找" },
    );
    const pasted = await found.submit({}, { press: "加入勾选的站点" });
    // What nobody knows keeps a row of its own, which waits to be written otherwise.
    expect([pasted.status, rows(pasted), pasted.field("find")]).toEqual([200, count + 2, ""]);
    expect(pasted.$('input[name$=".asked"][value="没有的站"]')).toHaveLength(1);
    const turned = await (await pasted.submit({ reason: "加两站" }, { press: '[value="turn:2"]' })).follow();
    expect(turned.url).toContain("direction=2");
    const later = await (await enter(who)).get(`${line}/stations?direction=1`);
    expect([rows(later), later.field("reason")]).toEqual([count + 2, "加两站"]);
    expect(later.text).toContain("没有保存的修改");
    expect(rows(await admin.get(`${line}/stations?direction=1`))).toBe(count);
    const dropped = await (await later.submit({}, { press: '[value="drop"]' })).follow();
    expect([rows(dropped), dropped.text.includes("没有保存的修改。")]).toEqual([count, false]);
  });
});
