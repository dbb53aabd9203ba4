import { expect, it } from "vitest";
import { sql } from "kysely";
import { db } from "~/kit/data/db/pool.server";
import { visitorWith } from "../../../tests/kit/accounts";
import { stationRoom } from "./room";

const path = "/station/station-management";
const calls = "/api/sta/v1.0";
const person = () => visitorWith(...Object.values(stationRoom.may));
let made = 0;

interface Station {
  staUuid: string;
  staSelfCode: string;
  oppositeSta: string | null;
  oppositeCode: string | null;
  version: number;
}

/** Stations of one name, ten metres from one another. */
async function some(by: Awaited<ReturnType<typeof person>>, count: number, lat = 39.95): Promise<Station[]> {
  made += 1;
  const stations: Station[] = [];
  for (let at = 0; at < count; at++) {
    const given = {
      staSelfCode: `OP${made}-${at}`,
      staName: `对门${made}`,
      lng: 116.3 + made / 100,
      lat: lat + at / 10_000,
    };
    const { data } = await by.call<Station>(`${calls}/add`, given);
    stations.push(data);
  }
  return stations;
}

const known = async (by: Awaited<ReturnType<typeof person>>, ...stations: Station[]) => {
  const found = await Promise.all(
    stations.map(({ staSelfCode }) => by.call<Station[]>(`${calls}/list`, { staSelfCode })),
  );
  return found.map(({ data }) => data[0]?.oppositeCode ?? null);
};

it("offers the one across the road, writes it into both, and links both ways", async () => {
  const by = await person();
  const [one, other, third] = await some(by, 3);
  const form = await by.get(`${path}/${one!.staUuid}/edit`);
  const offered = form.$("[name=oppositeSta] option");
  expect([offered.first().text(), offered.eq(1).text(), offered.length]).toEqual([
    "（暂无）",
    `对门${made} ${other!.staSelfCode}（11 米）`,
    3,
  ]);
  const found = await form.submit({ "find:oppositeSta": third!.staSelfCode, find: "oppositeSta" });
  expect(found.$("[name=oppositeSta]").text()).toContain(third!.staSelfCode);
  expect((await form.submit({ oppositeSta: other!.staUuid })).status).toBe(303);
  const there = await by.get(`${path}/${other!.staUuid}`);
  expect(there.$(`main a[href="${path}/${one!.staUuid}"]`).text()).toBe(`对门${made} ${one!.staSelfCode}`);
  expect((await by.get(`${path}/${one!.staUuid}`)).$(`main a[href="${path}/${other!.staUuid}"]`).length).toBe(1);
  for (const [at, name] of [
    [one, other],
    [other, one],
  ] as const)
    expect((await by.get(`${path}/${at!.staUuid}/history`)).text).toMatch(new RegExp(`对向站.*${name!.staSelfCode}`));
  expect(await known(by, one!, other!, third!)).toEqual([other!.staSelfCode, one!.staSelfCode, null]);
});

it("takes a station from another only when asked again, and leaves that one alone", async () => {
  const by = await person();
  const [one, other, third] = await some(by, 3);
  await by.call(`${calls}/update`, { staUuid: one!.staUuid, oppositeSta: other!.staUuid });
  const refused = await (await by.get(`${path}/${third!.staUuid}/edit`)).submit({ oppositeSta: other!.staUuid });
  expect([refused.status, refused.errorAt("oppositeSta")]).toEqual([
    422,
    `“对门${made} ${other!.staSelfCode}”现在是“对门${made} ${one!.staSelfCode}”的对向站；保存后改为本站的，“对门${made} ${one!.staSelfCode}”不再有对向站`,
  ]);
  const call = { staUuid: third!.staUuid, oppositeSta: other!.staUuid };
  expect((await by.call(`${calls}/update`, call)).errors).toMatchObject([
    { path: "oppositeSta", confirm: "opposite-taken" },
  ]);
  expect((await refused.submit({ confirmed: ["opposite-taken"] })).status).toBe(303);
  expect(await known(by, one!, other!, third!)).toEqual([null, third!.staSelfCode, other!.staSelfCode]);
  expect((await by.get(`${path}/${one!.staUuid}/history`)).text).toMatch(/对向站/);
  expect((await by.call(`${calls}/update`, { staUuid: other!.staUuid, oppositeSta: null })).code).toBe(200);
  expect(await known(by, one!, other!, third!)).toEqual([null, null, null]);
});

it("refuses itself, what is not there and, unless asked again, what is far away", async () => {
  const by = await person();
  const [one, other] = await some(by, 2);
  const [far] = await some(by, 1, 40.2);
  const refusal = async (oppositeSta: string, how: object = {}) =>
    (await by.call(`${calls}/update`, { staUuid: one!.staUuid, oppositeSta, ...how })).errors?.[0]?.message;
  expect(await refusal(one!.staUuid)).toBe("站点不能是自己的对向站");
  expect(await refusal("0".repeat(32))).toBe("对向站不存在或已删除，请重新选择");
  expect(await refusal("abc")).toMatch(/对向站/);
  expect(await refusal(far!.staUuid)).toMatch(/^“对门\d+ OP\d+-0”在 \d+ 米以外/);
  expect(await refusal(far!.staUuid, { confirmed: ["opposite-far"] })).toBeUndefined();
  const stale = { staUuid: one!.staUuid, oppositeSta: other!.staUuid, version: one!.version };
  expect((await by.call(`${calls}/update`, stale)).reason).toBe("stale");
});

it("adds pairs by one call or many, and the same add twice is harmless", async () => {
  const by = await person();
  const [one, other] = await some(by, 2);
  const place = { lng: 116.3 + made / 100, lat: 39.95, staName: "对门新站" };
  const add = { ...place, staUuid: "a".repeat(31) + made, staSelfCode: `OPN${made}`, oppositeSta: one!.staUuid };
  expect((await by.call<Station>(`${calls}/add`, add)).data.oppositeCode).toBe(one!.staSelfCode);
  await by.call(`${calls}/update`, { staUuid: one!.staUuid, oppositeSta: other!.staUuid });
  expect((await by.call<Station>(`${calls}/add`, add)).data.oppositeSta).toBeNull();
  expect(await known(by, one!, other!)).toEqual([other!.staSelfCode, one!.staSelfCode]);
  const list = [
    { ...place, staSelfCode: `OPM${made}`, oppositeSta: one!.staUuid },
    { ...place, staSelfCode: `OPL${made}` },
  ];
  const batch = await by.call<{ errors?: unknown }[]>(`${calls}/addBatch`, { list, confirmed: ["opposite-taken"] });
  expect(batch.data.map(({ errors }) => errors)).toEqual([undefined, undefined]);
  expect(await known(by, one!, other!)).toEqual([`OPM${made}`, null]);
});

it("goes with its station to the bin and comes back with it, unless the other has found a third", async () => {
  const by = await person();
  const [one, other, third] = await some(by, 3);
  await by.call(`${calls}/update`, { staUuid: one!.staUuid, oppositeSta: other!.staUuid });
  const asked = await by.get(`${path}/${one!.staUuid}/delete`);
  expect(asked.$(`main a[href="${path}/${other!.staUuid}"]`).text()).toContain(other!.staSelfCode);
  expect((await asked.submit()).status).toBe(303);
  expect(await known(by, one!, other!)).toEqual([null, null]);
  expect((await by.get(`${path}/${other!.staUuid}/history`)).text).toContain("对向站");
  expect((await by.call(`${calls}/restore`, { staUuid: one!.staUuid })).code).toBe(200);
  expect(await known(by, one!, other!)).toEqual([other!.staSelfCode, one!.staSelfCode]);
  await by.call(`${calls}/delete`, { ids: [one!.staUuid] });
  await by.call(`${calls}/update`, { staUuid: third!.staUuid, oppositeSta: other!.staUuid });
  await by.call(`${calls}/restore`, { staUuid: one!.staUuid });
  expect(await known(by, one!, other!, third!)).toEqual([null, third!.staSelfCode, other!.staSelfCode]);
  const { rows } = await sql<{ odd: number }>`
    select count(*)::int as odd from station s join station t on t.sta_uuid = s.opposite_sta
    where s.deleted_at is null and (t.opposite_sta is distinct from s.sta_uuid or t.deleted_at is not null)`.execute(
    db(),
  );
  expect(rows[0]!.odd).toBe(0);
});
