import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { stationRecord, stationSource } from "~/domains/stations/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { closeDatabase, db, inTransaction, newKey, pool } from "~/kit/data/db/pool.server";
import { createRecord } from "~/kit/data/db/records.server";
import { problem } from "~/kit/ground/problem";
import { loadNames } from "./names.server";
import { registerRooms } from "./registry";
import type { ServedRoom } from "./served.server";
import { findKeys } from "./find-keys.server";
import { listAllRows, findRow, lockRows, listRows, type RecordSource, streamRows } from "./source.server";
import { type Reference, refuseUsed, usesOf } from "./uses.server";

const orgId = newKey();
const viewer = { userId: newKey(), userName: "张三", orgScope: "all" } as unknown as Viewer;
const inside = { ...viewer, orgScope: [orgId] } as unknown as Viewer;
const outside = { ...viewer, orgScope: [newKey()] } as unknown as Viewer;
const sort = [{ id: "staSelfCode", desc: true }];
const made: string[] = [];

/** Stations as if they belonged to the organisation that stands in their remark. */
const scoped: RecordSource<{ staUuid: string; staSelfCode: string }, { keyword?: string }> = {
  ...stationSource,
  where: () => [sql`station.sta_self_code like 'SRC%'`],
  scope: sql`station.remark`,
};

beforeAll(async () => {
  await inTransaction(async (trx) => {
    for (let nth = 0; nth < 3; nth++) {
      const { staUuid } = await createRecord<{ staUuid: string }>(trx, viewer, stationRecord, {
        staSelfCode: `SRC${nth}`,
        staName: `源头站${nth}`,
        lng: 116.38,
        lat: 39.87,
        remark: orgId,
      });
      made.push(staUuid);
    }
  });
  await sql`insert into station (sta_uuid, sta_self_code, sta_name, district, lng, lat) select 'f' || lpad(to_hex(n), 31, '0'), 'MANY' || lpad(n::text, 5, '0'), '很多', '888888', 116, 39 from generate_series(1, 5200) n`.execute(
    db(),
  );
});
afterAll(() => closeDatabase());

describe("a source", () => {
  it("lists, finds, holds and names only what lies in the viewer's organisations", async () => {
    const list = async (by: Viewer) =>
      (await listRows(scoped, by, { page: 1, size: 50, sort, filters: { keyword: "ytz" } })).rows.map(
        (row) => row.staSelfCode,
      );
    expect([await list(viewer), await list(inside), await list(outside)]).toEqual([
      ["SRC2", "SRC1", "SRC0"],
      ["SRC2", "SRC1", "SRC0"],
      [],
    ]);
    expect([await findKeys(scoped, inside, {}, 3), await findKeys(scoped, outside, {}, 3)]).toEqual([
      [...made].sort(),
      [],
    ]);
    await expect(findKeys(scoped, inside, {}, 2)).rejects.toMatchObject({
      message: expect.stringContaining("超过 2 条"),
    });
    await expect(inTransaction((trx) => lockRows(trx, scoped, outside, made))).rejects.toEqual(problem.missing("站点"));
    expect(await inTransaction((trx) => lockRows<{ remark: string }>(trx, scoped, inside, made))).toHaveLength(3);
    expect(
      await loadNames(viewer, { staUuid: { table: "station", key: "sta_uuid", title: "sta_name" } }, [
        { staUuid: made[1] },
        null,
      ]),
    ).toEqual({ [made[1]!]: "源头站1" });
    registerRooms([{ source: scoped } as unknown as ServedRoom]);
    expect(
      await loadNames(outside, { staUuid: { table: "station", key: "sta_uuid", title: "sta_name" } }, [
        { staUuid: made[1] },
      ]),
    ).toEqual({ [made[1]!]: "（您的机构范围以外）" });
  });

  it("refuses to answer more than 5,000 at once", async () => {
    await expect(listAllRows(stationSource, viewer, { district: "888888" })).rejects.toMatchObject({
      errors: [{ path: "", message: expect.stringContaining("5000") }],
    });
  });

  it("streams everything in order, as it stood at the first row", async () => {
    const seen: string[] = [];
    const sizes: number[] = [];
    for await (const rows of streamRows(stationSource, viewer, { sort, filters: { district: "888888" } })) {
      if (sizes.length === 0)
        await sql`update station set sta_name = '改了' where sta_self_code = 'MANY00001'`.execute(db());
      sizes.push(rows.length);
      seen.push(...rows.map((row) => `${row.staSelfCode}${row.staName}`));
    }
    expect(sizes).toEqual([...Array.from({ length: 20 }, () => 250), 200]);
    expect([seen[0], seen.at(-1)]).toEqual(["MANY05200很多", "MANY00001很多"]);
  });

  it("gives the connection back when its reader goes away", async () => {
    for (let nth = 0; nth < 30; nth++) {
      for await (const rows of streamRows(stationSource, viewer, { sort, filters: { district: "888888" } })) {
        expect(rows).toHaveLength(250);
        break;
      }
    }
    expect(pool().totalCount - pool().idleCount).toBe(0);
    expect(await findRow(stationSource, viewer, made[0]!)).toMatchObject({ staName: "源头站0" });
  });
});

describe("what uses a record", () => {
  const references: Reference[] = [
    {
      label: "线路",
      blocking: true,
      select: (keys) =>
        sql`select sta_uuid as used, 'k' || sta_self_code as key, sta_name as title, remark as org_id from station where sta_uuid = any(${keys})`,
      href: (key) => `/x/${key}`,
    },
  ];

  it("is named inside the viewer's organisations and counted outside", async () => {
    expect(await usesOf(inside, references, made)).toMatchObject([
      { label: "线路", count: 3, items: [{ title: "源头站0", href: "/x/kSRC0" }, {}, {}] },
      { label: "您的机构范围以外的线路", count: 0 },
    ]);
    expect(await usesOf(outside, references, made)).toMatchObject([{ count: 0, items: [] }, { count: 3 }]);
    await expect(inTransaction((trx) => refuseUsed(trx, inside, stationRecord, references, made))).rejects.toEqual(
      problem.used("站点“源头站0”正被线路“源头站0”等 3 条使用，请先处理"),
    );
    await expect(
      inTransaction((trx) => refuseUsed(trx, outside, stationRecord, references, made)),
    ).rejects.toMatchObject({ message: expect.stringMatching(/正被您的机构范围以外的 3 条线路使用/) });
    await expect(
      inTransaction((trx) => refuseUsed(trx, outside, stationRecord, references, [])),
    ).resolves.toBeUndefined();
  });
});
