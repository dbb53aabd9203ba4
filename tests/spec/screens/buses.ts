import { expect } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { today } from "~/kit/ground/time/today.server";
import { fleetNames } from "~/seed/demo-fleet";
import { builtScreen } from "../call";
import { lineNamed } from "../../kit/line-named";
import { orgNamed } from "../../kit/organisations";

const buses = "/bus/bus-management";
const { first, overdue, dueSoon } = fleetNames.buses;
const busAt = async (code: string) =>
  `${buses}/${(await db().selectFrom("bus").select("busUuid").where("busSelfCode", "=", code).where("deletedAt", "is", null).executeTakeFirstOrThrow()).busUuid}`;
const under = (code: string, page: string) => async () => `${await busAt(code)}/${page}`;
const modelUuid = async () =>
  (
    await db()
      .selectFrom("busModel")
      .select("modelUuid")
      .where("modelNum", "=", fleetNames.busModels.hybrid)
      .executeTakeFirstOrThrow()
  ).modelUuid;
const orgId = () => orgNamed("一车队");
builtScreen(buses, {
  at: async () => `${buses}?keyword=jad10012`,
  heading: "车辆管理",
  shows: fleetNames.buses.plate,
  async change(person) {
    const due = await person.get(`${buses}?expire=30`);
    expect(due.$("tbody").text()).toMatch(/行驶证 剩 1[12] 天.*年检 已过期 \d 天/);
  },
});
builtScreen(`${buses}/new`, {
  heading: "新增车辆",
  shows: "10.5米插电混动客车",
  async change(person) {
    const saved = await (
      await person.get(`${buses}/new`)
    ).submit({
      busSelfCode: "SPEC1",
      plateNum: "京d 66661",
      plateColor: "2",
      modelUuid: await modelUuid(),
      orgId: await orgId(),
    });
    expect(saved.status, saved.text).toBe(303);
    expect((await person.get(`${buses}?keyword=京D6666`)).$("tbody").text()).toContain("SPEC1");
  },
});
builtScreen(`${buses}/:busUuid`, {
  at: () => busAt(overdue),
  heading: overdue,
  shows: /年检.*已过期.*授权线路（2）.*10路.*主线路.*设备（2）.*预设人员（1）/s,
  async change(person) {
    const edit = await person.get(`${await busAt(overdue)}/edit`);
    await edit.submit({ nextInspection: "2099-01-01" });
    const page = await person.get(await busAt(overdue));
    expect(page.$("[data-standing=overdue]").length).toBe(0);
    await (await person.get(`${await busAt(overdue)}/edit`)).submit({ nextInspection: edit.field("nextInspection")! });
  },
});
builtScreen(`${buses}/:busUuid/edit`, {
  at: under(first, "edit"),
  heading: first,
  shows: "城东停车场",
  async change(person) {
    const saved = await (await person.get(`${await busAt(first)}/edit`)).submit({ remark: "车身广告 2026" });
    expect((await saved.follow()).text).toContain("车身广告 2026");
  },
});
builtScreen(`${buses}/:busUuid/history`, {
  at: under(first, "history"),
  heading: first,
  shows: fleetNames.busModels.electric,
  async change(person) {
    await (
      await person.get(`${await busAt(dueSoon)}/edit`)
    ).submit({ lineUuid: await lineNamed("4路"), reason: "支援高峰" });
    expect((await person.get(`${await busAt(dueSoon)}/history`)).text).toMatch(/支援高峰.*所属线路 ?7路 ?4路/s);
  },
});
builtScreen(`${buses}/:busUuid/lines`, {
  at: under(first, "lines"),
  heading: first,
  shows: fleetNames.buses.plate,
  async change(person) {
    const at = `${await busAt("1002")}/lines`;
    const added = await (await person.get(at)).submit({}, { press: "增加一行" });
    const row = added.$("select[name$=lineUuid]").length - 1;
    const clash = await added.submit({
      [`lines[${row}].lineUuid`]: await lineNamed("1路"),
      [`lines[${row}].isMain`]: "on",
    });
    expect([clash.status, clash.text]).toEqual([422, expect.stringContaining("都是主线路，日期重叠")]);
    const saved = await clash.submit({ [`lines[${row}].isMain`]: null, [`lines[${row}].beginDate`]: today() });
    expect((await saved.follow()).text).toMatch(new RegExp(`授权线路（${row + 1}）.*1路`, "s"));
  },
});
builtScreen(`${buses}/:busUuid/timeline`, {
  at: under(first, "timeline"),
  heading: first,
  shows: /主线路.*1路.*车载机 SB0001/s,
  async change(person) {
    const at = `${await busAt(first)}/timeline`;
    const year = await person.get(at);
    expect(year.$("svg[data-tone=main] text").text()).toBe("1路");
    const early = await year.submit({ from: "2022-12-01", to: "2022-12-31" }, { form: "main form[method=get]" });
    expect([early.$("svg[data-tone=main]").length, early.$("svg[data-tone=good] text").text()]).toEqual([0, "正常"]);
    expect((await person.get(`${at}?from=2026-05-01&to=2026-04-01`)).text).toContain("结束日期不能早于开始日期");
  },
});
builtScreen(`${buses}/:busUuid/devices`, {
  at: under(first, "devices"),
  heading: first,
  shows: fleetNames.devices.ofFirstBus,
  async change(person) {
    const device = await db()
      .selectFrom("device")
      .select("devUuid")
      .where("devSelfCode", "=", "SB0052")
      .executeTakeFirstOrThrow();
    await db()
      .updateTable("deviceBinding")
      .set({ endTime: new Date(), unboundBy: "机务", reason: "送修" })
      .where("devUuid", "=", device.devUuid)
      .execute();
    expect((await person.get(`${await busAt("1002")}/devices`)).text).toMatch(
      /绑定中（1）.*以前（1）.*SB0052.*机务.*送修/s,
    );
  },
});
builtScreen(`${buses}/:busUuid/presets`, {
  at: under(first, "presets"),
  heading: first,
  shows: fleetNames.persons.first,
  async change(person) {
    const at = `${await busAt(first)}/presets`;
    const unknown = await (await person.get(at)).submit({ jobNumbers: "GJ0004 无此人" });
    expect([unknown.status, unknown.field("jobNumbers"), unknown.errorAt("jobNumbers")]).toEqual([
      422,
      "GJ0004 无此人",
      expect.stringContaining("无此人"),
    ]);
    const saved = await unknown.submit({ jobNumbers: `GJ0004，${fleetNames.persons.dispatcher}` });
    const page = await saved.follow();
    expect(
      page
        .$("tbody tr")
        .map((_, row) => page.$(row).find("a").text().slice(-6))
        .get(),
    ).toEqual(["GJ0001", "GJ0004", "GJ0037"]);
    expect(page.text).toContain("不是驾驶员岗位");
    const turned = await (await page.submit({ "rows[0].sort": "9", "rows[2].remove": "on" })).follow();
    expect(
      turned
        .$("tbody tr a")
        .map((_, link) => turned.$(link).text().slice(-6))
        .get(),
    ).toEqual(["GJ0004", "GJ0001"]);
  },
});
