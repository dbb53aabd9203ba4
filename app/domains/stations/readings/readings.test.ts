import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { demoVisitor } from "../../../../tests/kit/accounts";
import type { Visitor } from "../../../../tests/kit/visit";
import { readingsUrl } from "./table";

let clerk: Visitor;
const save = { press: "保存本页" };
const made: Record<string, string> = {};

beforeAll(async () => {
  clerk = await demoVisitor("admin");
  for (const [at, staName] of ["单庄东口", "长巷里口", "曾里堡"].entries()) {
    const { data, success, message } = await clerk.call<{ staUuid: string }>("/api/sta/v1.0/add", {
      staSelfCode: `DY-${at}`,
      staName,
      lng: 116.384 + at / 1000,
      lat: 39.868,
    });
    if (!success) throw new Error(message);
    made[staName] = data.staUuid;
  }
});

const written = (staName: string) => `written.${made[staName]!}`;

const rowOf = async (staName: string, which = "several") => {
  const page = await clerk.get(`${readingsUrl}?${new URLSearchParams({ keyword: staName, which }).toString()}`);
  expect(page.status).toBe(200);
  return { page, text: page.$(`tbody tr:contains(${staName})`).text() };
};

const stored = async (staName: string) =>
  (
    await sql<{ pronunciation: string | null }>`
      select pronunciation from station where sta_uuid = ${made[staName]!}`.execute(db())
  ).rows[0]!.pronunciation;

it("lists names of several readings as they are read, lets them be heard, and keeps what is written for them", async () => {
  const { page, text } = await rowOf("单庄东口");
  expect(text).toMatch(/dān zhuāng dōng kǒu.*“单”也读 shàn、chán/);
  const heard = await clerk.send(page.$("tbody audio").attr("src")!, {});
  expect([heard.status, heard.headers.get("content-type")]).toEqual([200, "audio/wav"]);
  const before = Buffer.from(await heard.arrayBuffer());
  expect(before.length).toBeGreaterThan(10_000);

  const wrong = await page.submit({ [written("单庄东口")]: "shan4 zhuang1" }, save);
  expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining("站名有 4 个字，读音有 2 个音节")]);
  expect(wrong.$(`[name='${written("单庄东口")}']`).val()).toBe("shan4 zhuang1");
  expect(await stored("单庄东口")).toBe(null);
  await sql`update station set pronunciation = 'dan1 zhuang1 dong1 kou3' where sta_uuid = ${made["单庄东口"]!}`.execute(
    db(),
  );
  const late = await wrong.submit({ [written("单庄东口")]: "shan4 zhuang1 dong1 kou3" }, save);
  expect([late.status, late.text]).toEqual([422, expect.stringContaining("别人刚刚改过它的读音")]);
  await sql`update station set pronunciation = null where sta_uuid = ${made["单庄东口"]!}`.execute(db());
  const saved = await wrong.submit({ [written("单庄东口")]: "shan4 zhuang1 dong1 kou3" }, save);
  expect(saved.status, saved.text).toBe(303);
  expect((await saved.follow()).text).toContain("改了 1 个站名（1 个站）的读音");
  expect(await stored("单庄东口")).toBe("shan4 zhuang1 dong1 kou3");
  expect((await rowOf("单庄东口")).text).toBe("");
  expect((await rowOf("单庄东口", "settled")).text).toContain("shàn zhuāng dōng kǒu");
  const after = Buffer.from(
    await (await clerk.send(`/station/station-management/${made["单庄东口"]!}/name-sound`, {})).arrayBuffer(),
  );
  expect(after.equals(before)).toBe(false);
  const history = await clerk.get(`/station/station-management/${made["单庄东口"]!}/history`);
  expect(history.text).toContain("shan4 zhuang1 dong1 kou3");
});

it("lets a name that is read right go from the list, and back by the one who finds it wrong after all", async () => {
  const { page } = await rowOf("长巷里口");
  const nothing = await page.submit({}, save);
  expect([nothing.status, nothing.text]).toEqual([422, expect.stringContaining("没有要保存的")]);
  expect((await page.submit({ agreed: ["长巷里口", "没有这个站"] }, save)).status).toBe(303);
  const kept = await sql`select from name_reading where name = '没有这个站'`.execute(db());
  expect(kept.rows, "of no station nothing is kept").toEqual([]);
  expect((await rowOf("长巷里口")).text).toBe("");
  expect(await stored("长巷里口")).toBe(null);
  const settled = await rowOf("长巷里口", "settled");
  expect(settled.text).toMatch(/认定，取消/);
  const detail = await clerk.get(`/station/station-management/${made["长巷里口"]!}`);
  expect(detail.text).toMatch(/cháng xiàng lǐ kǒu（.* 认定）/);
  // What was found right is spoken so, whatever the program's own reading becomes.
  await sql`update name_reading set reading = 'chang2 hang4 li3 kou3' where name = '长巷里口'`.execute(db());
  expect((await rowOf("长巷里口", "settled")).text).toContain("cháng hàng lǐ kǒu");
  expect((await settled.page.submit({ doubted: ["长巷里口"] }, save)).status).toBe(303);
  expect((await rowOf("长巷里口")).text).toContain("cháng xiàng lǐ kǒu");
});

it("says at the station how its name is read, and what may be read otherwise", async () => {
  const detail = await clerk.get(`/station/station-management/${made["曾里堡"]!}`);
  expect(detail.text).toContain("céng lǐ bǎo（“曾”也读 zēng；“堡”也读 pù、bǔ）");
  const edit = await clerk.get(`/station/station-management/${made["曾里堡"]!}/edit`);
  expect(edit.text).toContain("站名现在读作：céng lǐ bǎo");
  const gone = await clerk.send(`/station/station-management/${"0".repeat(32)}/name-sound`, {});
  expect(gone.status).toBe(404);
});
