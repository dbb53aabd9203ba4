import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { db, newKey } from "~/kit/data/db/pool.server";
import { fleetNames } from "~/seed/demo-fleet";
import { demoVisitor, visitorWith } from "../../../tests/kit/accounts";
import { api } from "../../../tests/kit/visit";
import { findJumps } from "./jumps.server";
import { may } from "./policy";

import { keepReportDays, makeReportDays } from "./queries.server";
import type { ReportAnswer } from "./schema";

const path = "/device/device-management/report-tokens";
const call = "/api/device-report/v1.0/report";
const { ofFirstBus, board, unbound } = fleetNames.devices;
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();
const at = (more: object = {}) => ({ devSelfCode: ofFirstBus, reportedAt: ago(5), lng: 116.38, lat: 39.87, ...more });

async function newToken(tokenName = `试验${newKey()}`): Promise<string> {
  const person = await visitorWith(may.read, may.write);
  const made = await (await person.get(`${path}/new`)).submit({ tokenName });
  expect(made.headers.get("cache-control")).toBe("no-store");
  return made.$("code").first().text();
}
const send = (token: string | undefined, reports: unknown[]) => api(token).call<ReportAnswer>(call, { reports });
const device = (code: string) =>
  db()
    .selectFrom("device")
    .select(["devUuid", "bindUuid", "firstConnectTime", "lastConnectTime"])
    .where("devSelfCode", "=", code)
    .executeTakeFirstOrThrow();
const placeOf = (code: string) =>
  sql<{
    lng: number;
    lat: number;
    speed: number;
    azimuth: number;
  }>`select p.* from bus_position p join device d on d.bind_uuid = p.bus_uuid where d.dev_self_code = ${code}`
    .execute(db())
    .then(({ rows }) => rows[0]);
const days = async () =>
  (
    await sql<{
      name: string;
    }>`select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid where inhparent = 'device_report'::regclass order by 1`.execute(
      db(),
    )
  ).rows.map(({ name }) => name);

describe("a report token", () => {
  it("is shown once, stands in the list by its name, and ends at once when it is ended", async () => {
    const person = await visitorWith(may.read, may.write);
    const token = await newToken("车载平台");
    expect(token).toMatch(/^[\w-]{43}$/);
    expect((await send(token, [at()])).data.accepted).toBe(1);
    const list = await person.get(path);
    expect([list.text.includes("车载平台"), list.html.includes(token)]).toEqual([true, false]);
    expect(list.$("tbody tr:contains(车载平台) td").eq(4).text()).toMatch(/^\d{4}-\d\d-\d\d/);
    const ended = await (
      await (await person.get(list.$("tr:contains(车载平台) a:contains(停用)").attr("href")!)).submit()
    ).follow();
    expect(ended.text).toContain("已停用令牌");
    expect(await send(token, [at()])).toMatchObject({ success: false, code: 10111, message: "上报令牌无效或已停用" });
    expect((await person.get(path)).$("tr:contains(车载平台)").text()).toContain("已停用");
  });

  it("needs a name of its own", async () => {
    const person = await visitorWith(may.read, may.write);
    const form = await person.get(`${path}/new`);
    await newToken("同名平台");
    for (const [tokenName, message] of [
      ["", "请输入名称"],
      ["名".repeat(65), "最多 64 个字"],
      ["同名平台", "已有同名的令牌在用"],
    ] as const) {
      const refused = await form.submit({ tokenName });
      expect([refused.status, refused.errorAt("tokenName")]).toEqual([422, expect.stringContaining(message)]);
    }
  });

  it("is made and ended only with the permission to", async () => {
    await newToken("只读的");
    const reader = await visitorWith(may.read);
    const list = await reader.get(path);
    expect(list.text).toContain("只读的");
    expect(list.html).not.toContain(`${path}/new`);
    expect(list.$("a:contains(停用)").length).toBe(0);
    expect((await reader.post(`${path}/new`, { tokenName: "偷" })).location).toMatch(/^\/401/);
    const { tokenId } = await db()
      .selectFrom("deviceToken")
      .select("tokenId")
      .where("tokenName", "=", "只读的")
      .executeTakeFirstOrThrow();
    expect((await reader.post(`${path}/${tokenId}/end`, {})).location).toMatch(/^\/401/);
    expect((await (await visitorWith()).get(path)).location).toMatch(/^\/401/);
  });

  it("is no session, and a session is no token", async () => {
    const token = await newToken();
    expect(await api(token).call("/api/my/getUserInfo", undefined, "GET")).toMatchObject({
      success: false,
      code: 10111,
    });
    const admin = await demoVisitor("admin");
    for (const wrong of [undefined, "", "A".repeat(43), admin.token])
      expect(await send(wrong, [at()])).toMatchObject({ success: false, code: 10111, data: null });
  });
});

describe("a batch of reports", () => {
  let token: string;
  beforeAll(async () => {
    token = await newToken();
  });

  it("places no bus where it cannot be, and says at its device what was not taken", async () => {
    const { devUuid } = await device(ofFirstBus);
    await send(token, [at({ reportedAt: ago(60) })]);
    const before = await placeOf(ofFirstBus);
    const answer = await send(token, [
      at({ reportedAt: ago(4), lng: -116.38 }),
      at({ reportedAt: ago(3), lat: -39.87 }),
      at({ reportedAt: new Date(Date.now() + 3_600_000).toISOString() }),
      at({ reportedAt: ago(2), lng: 117.5 }),
    ]);
    expect(answer.data).toMatchObject({
      accepted: 1,
      errors: [
        { row: 1, path: "reports.0.lng", message: expect.stringMatching(/^位置在服务区以外 \d{4,5} 公里/) as string },
        { row: 2, path: "reports.1.lng" },
        { row: 3, path: "reports.2.reportedAt" },
      ],
    });
    expect((await placeOf(ofFirstBus))!.lng).toBe(117.5);
    expect(before!.lng).toBe(116.38);
    const reader = await visitorWith("device.read");
    const page = await reader.get(`/device/device-management/${devUuid}`);
    expect(page.$("dt:contains(没有采用的位置) + dd").text()).toMatch(
      /^3 条，最近一条 \d{4}-\d\d-\d\d \d\d:\d\d：上报时间比服务器时间晚 10 分钟以上$/,
    );
    await sql`delete from device_dropped`.execute(db());
  });

  it("finds a jump across a continent, which counts where there is no service area to tell", async () => {
    await send(token, [at({ reportedAt: ago(60) })]);
    const jumps = await findJumps([
      at({ reportedAt: ago(50), lng: -116.38 }),
      at({ reportedAt: ago(40), lng: 116.39 }),
      at({ reportedAt: ago(40), lng: 117.9 }),
      at({ devSelfCode: "不认识的设备", lng: -116.38 }),
    ]);
    expect([...jumps]).toEqual([[0, expect.stringMatching(/^位置在 \d+ 秒里跳了 \d{4,5} 公里/)]]);
  });

  it("places each bus where it was last, and notes that its device has connected", async () => {
    const before = await device(ofFirstBus);
    const answer = await send(token, [
      at({ reportedAt: ago(20), lng: 116.1 }),
      at({ reportedAt: ago(2), lng: 116.4, lat: 39.9, speed: 32.5, azimuth: 270, mileage: 12345.678 }),
      at({ reportedAt: ago(10), lng: 116.2 }),
    ]);
    expect(answer.data).toEqual({ accepted: 3, errors: [] });
    expect(await placeOf(ofFirstBus)).toMatchObject({ lng: 116.4, lat: 39.9, speed: 32.5, azimuth: 270 });
    await send(token, [at({ reportedAt: ago(600), lng: 115 })]);
    expect((await placeOf(ofFirstBus))?.lng).toBe(116.4);
    const after = await device(ofFirstBus);
    expect([after.firstConnectTime, after.lastConnectTime]).not.toContain(null);
    expect(
      before.firstConnectTime === null || before.firstConnectTime.getTime() === after.firstConnectTime!.getTime(),
    ).toBe(true);
    const kept = await db()
      .selectFrom("deviceReport")
      .selectAll()
      .where("devUuid", "=", after.devUuid)
      .where("lng", "=", 116.4)
      .executeTakeFirstOrThrow();
    expect(kept).toMatchObject({ busUuid: after.bindUuid, mileage: 12345.678 });
  });

  it("takes devices by IMEI too, and keeps reports of devices that are in no bus", async () => {
    const { imei } = await db()
      .selectFrom("device")
      .select("imei")
      .where("devSelfCode", "=", board)
      .executeTakeFirstOrThrow();
    expect((await send(token, [{ ...at(), devSelfCode: undefined, imei }, at({ devSelfCode: unbound })])).data).toEqual(
      { accepted: 2, errors: [] },
    );
    const { devUuid } = await device(board);
    expect(
      (await db().selectFrom("deviceReport").select("busUuid").where("devUuid", "=", devUuid).executeTakeFirstOrThrow())
        .busUuid,
    ).toBeNull();
  });

  it.each([
    [{ devSelfCode: "没有的" }, "devSelfCode", "没有编号为 没有的 的设备"],
    [{ devSelfCode: undefined, imei: "000000000000000" }, "imei", "没有 IMEI 为 000000000000000 的设备"],
    [{ devSelfCode: undefined }, "devSelfCode", "请给出 devSelfCode 或 imei"],
    [{ devSelfCode: "SB\u00000001" }, "devSelfCode", "不可见的字符"],
    [{ lng: 180.1 }, "lng", "-180 到 180"],
    [{ lat: -91 }, "lat", "-90 到 90"],
    [{ lat: "北纬" }, "lat", "请输入纬度"],
    [{ lng: 0, lat: 0 }, "lng", "没有定位"],
    [{ reportedAt: ago(-700) }, "reportedAt", "晚 10 分钟以上"],
    [{ reportedAt: ago(86_500) }, "reportedAt", "早于 24 小时"],
    [{ reportedAt: "2026-05-01 08:30" }, "reportedAt", "带时区的时间"],
    [{ speed: -1 }, "speed", "不能小于 0"],
    [{ azimuth: 360 }, "azimuth", "0 到 359"],
    [{ mileage: 1e9 }, "mileage", "最大为"],
  ])("refuses %j by itself and takes the others", async (change, field, message) => {
    const answer = await send(token, [at(), at(change), at({ devSelfCode: unbound })]);
    expect(answer.data.accepted).toBe(2);
    expect(answer.data.errors).toEqual([
      { row: 2, path: `reports.1.${field}`, message: expect.stringContaining(message) },
    ]);
  });

  it("has 1 to 500 reports", async () => {
    expect(await send(token, [])).toMatchObject({
      code: 400,
      errors: [{ path: "reports", message: "请至少给出一条上报" }],
    });
    expect(
      await send(
        token,
        Array.from({ length: 501 }, () => at()),
      ),
    ).toMatchObject({ code: 400, errors: [{ path: "reports", message: "一次最多 500 条" }] });
    expect(
      (
        await send(
          token,
          Array.from({ length: 500 }, (_, place) => at({ reportedAt: ago(1000 + place) })),
        )
      ).data.accepted,
    ).toBe(500);
  });

  it("does not mind others with the same buses at the same time", async () => {
    const codes = Array.from({ length: 36 }, (_, place) => `SB${String(place + 1).padStart(4, "0")}`);
    const batches = Array.from({ length: 8 }, (_, turn) =>
      (turn % 2 ? [...codes].reverse() : codes).map((devSelfCode) => at({ devSelfCode, reportedAt: ago(turn) })),
    );
    const answers = await Promise.all(batches.map((batch) => send(token, batch)));
    expect(answers.map((answer) => answer.data?.accepted)).toEqual(batches.map(() => 36));
  });
});

describe("the days of reports", () => {
  it("are made when a report needs one, ahead of need, and dropped when they are old", async () => {
    const token = await newToken();
    const today = `device_report_${new Date().toISOString().slice(0, 10).replaceAll("-", "")}`;
    for (const name of await days()) await sql`drop table ${sql.id(name)}`.execute(db());
    expect((await send(token, [at({ reportedAt: ago(0) })])).data.accepted).toBe(1);
    expect(await days()).toEqual([today]);
    const old = new Date(Date.now() - 40 * 86_400_000);
    await makeReportDays(old, old);
    const dropped = await keepReportDays();
    expect(dropped).toEqual([`device_report_${old.toISOString().slice(0, 10).replaceAll("-", "")}`]);
    const kept = await days();
    expect([kept.length, kept[1]]).toEqual([4, today]);
    expect(await keepReportDays()).toEqual([]);
  });
});
