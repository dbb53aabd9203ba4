import { beforeAll, describe, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { fleetNames } from "~/seed/demo-fleet";
import { account, enter, visitorWith } from "../../../tests/kit/accounts";
import { describeRoom } from "../../../tests/kit/room";
import type { Visitor } from "../../../tests/kit/visit";
import { deviceRoom } from "./room";
import { orgNamed } from "../../../tests/kit/organisations";
import { isLongRun } from "../../../tests/kit/long-run";

const { may } = deviceRoom;
const path = "/device/device-management";
const { ofFirstBus, board, unbound } = fleetNames.devices;
const device = (devSelfCode: string) =>
  db()
    .selectFrom("device")
    .selectAll()
    .where("devSelfCode", "=", devSelfCode)
    .where("deletedAt", "is", null)
    .executeTakeFirstOrThrow();
const pageOf = async (devSelfCode: string) => `${path}/${(await device(devSelfCode)).devUuid}`;
const modelOf = async (modelNum: string) =>
  (await db().selectFrom("deviceModel").select("modelUuid").where("modelNum", "=", modelNum).executeTakeFirstOrThrow())
    .modelUuid;
let made = 0;
const serial = (length: number) => String(++made).padStart(length, "0");

describeRoom({
  path,
  may,
  valid: async () => ({
    devSelfCode: `T${serial(4)}`,
    modelUuid: await modelOf(fleetNames.deviceModels.terminal),
    devType: "2",
    protocol: "JT/T 808-2013",
    imei: `DVR${serial(6)}`,
    terminalPhone: serial(12),
    simPhone: serial(13),
    iccid: serial(19),
    channel: "1,2,3",
    characterSet: "UTF-8",
    timeZone: "+09:30",
    installDate: "2026-05-01",
    expireDate: "2026-05-01",
    devState: "2",
    isSlave: "on",
    remark: "两行\r\n备注",
  }),
  invalid: [
    { field: "devSelfCode", value: "", message: "请输入设备编号" },
    { field: "devSelfCode", value: "1".repeat(17), message: "最多 16 个字" },
    { field: "modelUuid", value: "", message: "请选择设备型号" },
    { field: "protocol", value: "站牌协议 2.0", message: "厂商“滨江电子”没有这个协议" },
    { field: "imei", value: "490154203237519", message: "校验位不对" },
    { field: "imei", value: "1".repeat(17), message: "15 位数字" },
    { field: "terminalPhone", value: "1".repeat(13), message: "12 位（2013 版）或 20 位（2019 版）" },
    { field: "terminalPhone", value: "2".repeat(11), message: "11 位手机号" },
    { field: "simPhone", value: "1".repeat(12), message: "11 位或 13 位" },
    { field: "iccid", value: "1".repeat(18), message: "19 或 20 位" },
    { field: "channel", value: "1".repeat(256), message: "最多 255 个字" },
    { field: "timeZone", value: "8", message: "+08:00" },
    { field: "expireDate", value: "2026-04-30", message: "不能早于安装日期" },
    { field: "remark", value: "注".repeat(256), message: "最多 255 个字" },
  ],
  showsAs: "devSelfCode",
  unique: { field: "devSelfCode", message: "设备编号已被使用" },
  texts: ["channel", "remark"],
  table: { name: "device", key: "devUuid" },
  used: async () => ({ key: (await device(ofFirstBus)).devUuid, by: fleetNames.buses.first }),
  bulk: { field: "devState", value: "3" },
  api: { missing: "/api/dev/v1.0/update", key: "devUuid" },
});

it("takes a phone's eleven digits as they stand in a header", async () => {
  const person = await visitorWith(...Object.values(may));
  const form = await person.get(`${await pageOf(unbound)}/edit`);
  expect((await form.submit({ terminalPhone: "138 1234 5670" })).status).toBe(303);
  expect((await person.get(await pageOf(unbound))).text).toContain("013812345670");
});

describe("a device's owner", () => {
  let person: Visitor;
  beforeAll(async () => {
    person = await visitorWith(...Object.values(may), "station.read", "station.delete");
  });
  const bind = async (devSelfCode: string, ownerCode: string, bindType = "bus") =>
    (await person.get(`${await pageOf(devSelfCode)}/bind`)).submit({ bindType, ownerCode, reason: "装车" });
  const free = async (devSelfCode: string) =>
    (await person.get(`${await pageOf(devSelfCode)}/unbind`)).submit({ reason: "拆下" });

  it("is bound and freed on pages of their own, and the device's page keeps who owned it", async () => {
    expect((await (await bind(unbound, fleetNames.depots.hub.parkingNum, "parking")).follow()).text).toContain(
      `已将设备 ${unbound} 绑定到场站 ${fleetNames.depots.hub.parkingName}`,
    );
    expect((await (await free(unbound)).follow()).text).toContain(`已解绑设备 ${unbound}`);
    expect((await (await bind(unbound, fleetNames.buses.first)).follow()).text).toContain(
      `绑定到车辆 ${fleetNames.buses.first}`,
    );
    const page = await person.get(await pageOf(unbound));
    expect(
      page
        .$("section:has(h2:contains(绑定记录)) tbody tr")
        .map((_, row) => page.$(row).find("td").first().text())
        .get(),
    ).toEqual(["车辆 1001", "场站 滨江枢纽站"]);
    expect(page.text).toMatch(/绑定中.*拆下/s);
    const history = await person.get(`${await pageOf(unbound)}/history`);
    expect(history.text).toContain("滨江枢纽站");
    expect(history.text).not.toMatch(/[0-9a-f]{32}/);
    await free(unbound);
  });

  it("must be there and free to take: what is wrong stands at its field", async () => {
    const nowhere = await bind(unbound, "无此车");
    expect([nowhere.status, nowhere.errorAt("ownerCode")]).toEqual([422, "没有这个车辆自编号，或不在您的机构范围内"]);
    const taken = await bind(ofFirstBus, "1002");
    expect([taken.status, taken.errorAt("ownerCode")]).toEqual([422, `设备 ${ofFirstBus} 已绑定车辆 1001，请先解绑`]);
    expect((await person.get(`${await pageOf(unbound)}/unbind`)).status).toBe(409);
  });

  it("is one, when two persons bind at once", async () => {
    const at = `${await pageOf(unbound)}/bind`;
    const other = await visitorWith(...Object.values(may));
    const answers = await Promise.all([
      person.post(at, { bindType: "bus", ownerCode: "1005" }),
      other.post(at, { bindType: "bus", ownerCode: "1006" }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 422]);
    const loser = answers.find(({ status }) => status === 422)!;
    expect(loser.errorAt("ownerCode")).toMatch(/已绑定车辆 100[56]，请先解绑/);
    const open = await db()
      .selectFrom("deviceBinding")
      .selectAll()
      .where("devUuid", "=", (await device(unbound)).devUuid)
      .where("endTime", "is", null)
      .execute();
    expect(open).toHaveLength(1);
    await free(unbound);
  });

  it("is of the viewer's organisations: the devices of others are not there, free ones and those at stations are", async () => {
    const orgId = await orgNamed("三车队");
    const third = await enter(await account({ permissions: [may.read, may.bind], dataScope: "own", orgId }));
    const list = (await third.get(`${path}?size=200`)).$("tbody").text();
    for (const [code, seen] of [
      ["SB0036", true],
      [board, true],
      [unbound, true],
      [ofFirstBus, false],
    ] as const)
      expect([code, list.includes(code)]).toEqual([code, seen]);
    expect((await third.get(await pageOf(ofFirstBus))).status).toBe(404);
    const refused = await third.post(`${await pageOf(unbound)}/bind`, {
      bindType: "bus",
      ownerCode: fleetNames.buses.first,
    });
    expect([refused.status, refused.errorAt("ownerCode")]).toEqual([422, "没有这个车辆自编号，或不在您的机构范围内"]);
  });

  it("cannot be deleted while it has a device", async () => {
    const { bindUuid } = await device(board);
    const ask = await person.get(`/station/station-management/${bindUuid}/delete`);
    expect(ask.text).toMatch(new RegExp(`设备 1 条：${board}`));
    expect((await person.get(`/station/station-management/${bindUuid}`)).text).toContain(board);
  });

  it("needs the permission to bind, in calls too", async () => {
    const clerk = await visitorWith(may.read, may.write);
    expect((await (await clerk.get(`${await pageOf(unbound)}/bind`)).follow()).status).toBe(401);
    const { devUuid } = await device(unbound);
    const { busUuid } = await db()
      .selectFrom("bus")
      .select("busUuid")
      .where("busSelfCode", "=", "1002")
      .executeTakeFirstOrThrow();
    expect(await clerk.call("/api/dev/v1.0/update", { devUuid, bindType: "bus", bindUuid: busUuid })).toMatchObject({
      reason: "forbidden",
    });
    expect((await device(unbound)).bindType).toBeNull();
  });
});

describe("many devices", () => {
  let person: Visitor;
  beforeAll(async () => {
    person = await visitorWith(...Object.values(may));
  });
  const sheet = async (fields: Record<string, string | string[]>) =>
    (await person.get(`${path}/bind-many`)).submit(fields, { press: "预览" });

  it("show what each line would do before anything is written, then do it without the bad ones", async () => {
    const lines = [
      `${unbound}\t1007`,
      "没有的,1008",
      `${ofFirstBus} 1001`,
      "SB0002 1001",
      `${unbound} 1009`,
      "SB0003",
      "SB0004 1004 多",
    ].join("\r\n");
    const preview = await sheet({ to: "bus", lines });
    expect(preview.status).toBe(200);
    expect(preview.text).toContain("预览：1 行将执行，1 行不变，5 行不能执行");
    for (const words of [
      "绑定到车辆 1007",
      "没有设备 没有的",
      "已绑定在此，不变",
      "已绑定车辆 1002，请先解绑，或勾选“改绑”",
      `设备 ${unbound} 在第 1 行已出现`,
      "缺少车辆自编号",
      "一行只写设备编号和车辆自编号",
    ])
      expect(preview.text).toContain(words);
    expect((await device(unbound)).bindType).toBeNull();
    await db().updateTable("device").set({ devState: 4 }).where("devSelfCode", "=", unbound).execute();
    const scrapped = await sheet({ to: "bus", lines: `${unbound} 1007` });
    expect(scrapped.text).toContain(`设备 ${unbound} 已报废，不能绑定`);
    await db().updateTable("device").set({ devState: 1 }).where("devSelfCode", "=", unbound).execute();
    const all = await person.post(`${path}/bind-many`, { to: "bus", lines, intent: "apply" });
    expect([all.status, all.errorAt("lines")]).toEqual([422, expect.stringContaining("第 2 行：没有设备")]);
    expect((await device(unbound)).bindType).toBeNull();
    const done = await (await preview.submit({}, { press: "跳过 5 行，执行其余 1 行" })).follow();
    expect(done.text).toContain("已绑定 1 台设备，1 台不变，跳过 5 行");
    expect((await device(unbound)).bindType).toBe("bus");
  });

  it("move to other owners where that is asked for, and are freed by their numbers", async () => {
    const moved = await (
      await (await sheet({ to: "bus", lines: `${unbound} 1010`, move: "on" })).submit({}, { press: "执行 1 行" })
    ).follow();
    expect(moved.text).toContain("已绑定 1 台设备");
    const freed = await (
      await (await sheet({ to: "none", lines: `${unbound}\r\n` })).submit({ reason: "回收" }, { press: "执行 1 行" })
    ).follow();
    expect(freed.text).toContain("已解绑 1 台设备");
    expect((await person.get(await pageOf(unbound))).text).toContain("回收");
  });

  it.runIf(isLongRun)("are at most 5,000, done in one go", async () => {
    const lines = Array.from({ length: 5000 }, (_, nth) => `SBX${String(nth).padStart(5, "0")} 1001`);
    const { modelUuid } = await device(unbound);
    for (let from = 0; from < 5000; from += 1000)
      await db()
        .insertInto("device")
        .values(
          lines.slice(from, from + 1000).map((line, nth) => ({
            devUuid: `${from + nth}`.padStart(32, "e"),
            devSelfCode: line.slice(0, 8),
            modelUuid,
          })),
        )
        .execute();
    const done = await (
      await (await sheet({ to: "bus", lines: lines.join("\r\n") })).submit({}, { press: "执行 5000 行" })
    ).follow();
    expect(done.text).toContain("已绑定 5000 台设备");
    const histories = await db()
      .selectFrom("history")
      .select(({ fn }) => fn.countAll().as("n"))
      .where("room", "=", "devices")
      .where("recordKey", "like", "eeee%")
      .executeTakeFirstOrThrow();
    expect(Number(histories.n)).toBe(5000);
    expect((await sheet({ to: "bus", lines: [...lines, "SB0001 1001"].join("\n") })).errorAt("lines")).toContain(
      "一次最多 5,000 行，现有 5,001 行",
    );
  });
});

it("says who is online: connected within five minutes", async () => {
  const person = await visitorWith(may.read);
  const connected = async (minutes: number) =>
    db()
      .updateTable("device")
      .set({ lastConnectTime: new Date(Date.now() - minutes * 60_000) })
      .where("devSelfCode", "=", unbound)
      .execute();
  const online = async () =>
    (await person.get(`${path}?connectState=1&keyword=${unbound}`)).$("tbody").text().includes(unbound);
  await connected(4);
  expect(await online()).toBe(true);
  await connected(6);
  expect(await online()).toBe(false);
});

it("comes back without the numbers that others have taken meanwhile", async () => {
  const person = await visitorWith(...Object.values(may));
  const { modelUuid } = await device(unbound);
  const add = (devSelfCode: string) =>
    person.call<{ devUuid: string }>("/api/dev/v1.0/add", { devSelfCode, modelUuid, simPhone: "19900199001" });
  const { data } = await add("HF-1");
  await person.call("/api/dev/v1.0/delete", { devUuid: data.devUuid });
  expect((await add("HF-2")).success).toBe(true);
  const restored = await (
    await (await person.get(`${path}/recycle`)).submit({}, { press: `[value="${data.devUuid}"]` })
  ).follow();
  expect(restored.text).toContain("已恢复设备 HF-1");
  expect((await device("HF-1")).simPhone).toBeNull();
});

it("offers the protocols under their makers, in one control without JavaScript", async () => {
  const form = await (await visitorWith(may.read, may.write)).get(`${path}/new`);
  const makers = form
    .$("[name=protocol] optgroup")
    .map((_, group) => form.$(group).attr("label"))
    .get();
  expect(makers).toEqual(["江城科技", "滨江电子"]);
  expect(form.$("[name=protocol] optgroup[label=滨江电子]").text()).toBe("JT/T 808-2013JT/T 808-2019");
});
