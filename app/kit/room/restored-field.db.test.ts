import { sql } from "kysely";
import { expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { visitorWith } from "../../../tests/kit/accounts";

const keyOf = async (table: string, key: string, where: ReturnType<typeof sql>) =>
  (
    await sql<{ key: string }>`
      select ${sql.ref(key)} as key from ${sql.table(table)} where ${where} and deleted_at is null`.execute(db())
  ).rows[0]!.key;

it("gives a field back from its history: the form holds the old value, and only saving restores it", async () => {
  const writer = await visitorWith("bus.read", "bus.write", "organisation.read", "depot.read", "bus-model.read");
  const url = `/bus/bus-management/${await keyOf("bus", "bus_uuid", sql`bus_self_code = '1001'`)}`;
  const before = await writer.get(`${url}/edit`);
  const [seats, org] = [before.field("seatNumber"), before.field("orgId")];
  const other = before.$("select[name=orgId] option:not([selected])[value]:not([value=''])").attr("value")!;
  expect((await before.submit({ seatNumber: "21", orgId: other })).status).toBe(303);
  const history = await writer.get(`${url}/history`);
  const links = history.$("a:contains(恢复此值)").toArray();
  const at = (name: string) =>
    links.map((link) => history.$(link).attr("href")!).find((href) => href.endsWith(`field=${name}`))!;
  const form = await writer.get(at("seatNumber"));
  expect(form.text).toContain("“座位数”已填入");
  expect([form.field("seatNumber"), form.field("orgId")]).toEqual([seats, other]);
  expect((await writer.get(`${url}/edit`)).field("seatNumber")).toBe("21");
  expect((await form.submit({ reason: "填错了" })).status).toBe(303);
  const back = await writer.get(at("orgId"));
  expect([back.field("seatNumber"), back.field("orgId")]).toEqual([seats, org]);
  await back.submit();
  const after = await writer.get(`${url}/edit`);
  expect([after.field("seatNumber"), after.field("orgId")]).toEqual([seats, org]);
  expect((await writer.get(`${url}/history`)).text).toContain("修改原因：填错了");
});

it("offers nothing back to who may only read, nor what the viewer reads masked, nor for another record", async () => {
  const where = sql`id_card is not null`;
  const url = `/personnel/personnel-management/${await keyOf("person", "person_uuid", where)}`;
  const all = await visitorWith("person.read", "person.write", "person.id-card", "organisation.read");
  const form = await all.get(`${url}/edit`);
  expect((await form.submit({ idCard: "11010519491231002X", remark: "换了证" })).status).toBe(303);
  const masked = await visitorWith("person.read", "person.write", "organisation.read");
  const offered = async (who: typeof all) => {
    const { $ } = await who.get(`${url}/history`);
    return $("a:contains(恢复此值)")
      .toArray()
      .map((link) => new URL($(link).attr("href")!, "http://x").searchParams.get("field"));
  };
  expect(await offered(all)).toEqual(expect.arrayContaining(["remark"]));
  expect(await offered(masked)).not.toContain("idCard");
  expect(await offered(await visitorWith("person.read"))).toEqual([]);
  const [change] = (
    await sql<{ historyId: string }>`select history_id from history where room = 'buses' limit 1`.execute(db())
  ).rows;
  const foreign = await masked.get(`${url}/edit?restore=${change?.historyId ?? "0".repeat(32)}&field=idCard`);
  expect(foreign.text).not.toContain("已填入");
});
