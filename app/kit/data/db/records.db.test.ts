import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { inTransaction, closeDatabase, db, newKey } from "./pool.server";
import { searchKeys } from "~/kit/data/search/search-keys";
import { stationRecord } from "~/domains/stations/queries.server";
import { isLongRun } from "../../../../tests/kit/long-run";
import { mayTake, measureSlowness } from "../../../../tests/kit/slowness";
import { historyOf } from "./history.server";
import {
  createRecord,
  deleteRecords,
  findRecord,
  isFree,
  restoreRecord,
  updateRecord,
  updateRecords,
} from "./records.server";

const author = { userId: newKey(), userName: "张三", requestId: "r-1", reason: "试一试" };
let made = 0;
const values = () => ({
  staSelfCode: `REC${++made}`,
  staName: "记录站",
  lng: 116.38,
  lat: 39.87,
  ...searchKeys("记录站", `REC${made}`),
});
type Row = {
  staUuid: string;
  staSelfCode: string;
  staName: string;
  version: number;
  deletedAt: Date | null;
  [name: string]: unknown;
};

const create = (more: object = {}) =>
  inTransaction((trx) => createRecord<Row>(trx, author, stationRecord, { ...values(), ...more }));
const update = (key: string, changes: object, version?: number) =>
  inTransaction((trx) => updateRecord<Row>(trx, author, stationRecord, key, { ...changes }, version));
const remove = (...keys: string[]) => inTransaction((trx) => deleteRecords(trx, author, stationRecord, keys));
const restore = (key: string, changes?: Record<string, unknown>) =>
  inTransaction((trx) => restoreRecord<Row>(trx, author, stationRecord, key, changes));

afterAll(() => closeDatabase());

let row: Row;
beforeEach(async () => {
  row = await create();
});

describe("a record", () => {
  it("keeps each change with who, when, from what to what, why, and its version", async () => {
    await update(row.staUuid, { staName: "改名站" });
    await remove(row.staUuid);
    await restore(row.staUuid);
    const history = await historyOf(row.staUuid);
    expect(
      history.map(({ action, recordVersion, userName, reason }) => [action, recordVersion, userName, reason]),
    ).toEqual([
      ["restore", 4, "张三", "试一试"],
      ["delete", 3, "张三", "试一试"],
      ["update", 2, "张三", "试一试"],
      ["create", 1, "张三", "试一试"],
    ]);
    expect([history[2]!.before?.staName, history[2]!.after?.staName]).toEqual(["记录站", "改名站"]);
    expect(Object.keys(history[3]!.after ?? {})).not.toEqual(expect.arrayContaining(["pinyin"]));
  });

  it("is made once, however often the same key is sent", async () => {
    const staUuid = newKey();
    const staSelfCode = `REC${staUuid.slice(-6)}`;
    const [one, two] = [await create({ staUuid, staSelfCode }), await create({ staUuid, staSelfCode })];
    expect([one.staUuid, two.staUuid, two.version]).toEqual([staUuid, staUuid, 1]);
    await expect(create({ staUuid, staSelfCode, staName: "别的" })).rejects.toMatchObject({ reason: "field" });
  });

  it("does not change and has no history where nothing is different", async () => {
    expect((await update(row.staUuid, { staName: row.staName, remark: undefined })).version).toBe(1);
    expect(await historyOf(row.staUuid)).toHaveLength(1);
  });

  it("is not overwritten from an old version: the refusal holds all three sides", async () => {
    await update(row.staUuid, { staName: "他的" });
    await expect(update(row.staUuid, { staName: "我的" }, 1)).rejects.toMatchObject({
      reason: "stale",
      conflict: {
        original: { staName: "记录站" },
        theirs: { staName: "他的" },
        mine: { staName: "我的" },
        theirVersion: 2,
      },
    });
    await expect(update(row.staUuid, { staName: "他的" }, 1)).rejects.toMatchObject({ reason: "stale" });
    expect((await update(row.staUuid, { staName: "我的" }, 2)).version).toBe(3);
  });

  it("that two change at once is changed by both in turn, or refused to one", async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, (_, nth) => update(row.staUuid, { staName: `同时${nth}` }, 1)),
    );
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
    expect((await findRecord<Row>(db(), stationRecord, row.staUuid))?.version).toBe(2);
    await Promise.all(Array.from({ length: 8 }, (_, nth) => update(row.staUuid, { staName: `依次${nth}` })));
    expect((await findRecord<Row>(db(), stationRecord, row.staUuid))?.version).toBe(10);
    expect((await historyOf(row.staUuid)).map((change) => change.recordVersion)).toEqual([
      10, 9, 8, 7, 6, 5, 4, 3, 2, 1,
    ]);
  });

  it("has a code that is unique among the living only", async () => {
    await expect(create({ staSelfCode: row.staSelfCode })).rejects.toMatchObject({
      reason: "field",
      errors: [{ path: "staSelfCode", message: "站点编号已被使用" }],
    });
    expect([
      await isFree(db(), stationRecord, "staSelfCode", row.staSelfCode),
      await isFree(db(), stationRecord, "staSelfCode", row.staSelfCode, row.staUuid),
    ]).toEqual([false, true]);
    await remove(row.staUuid);
    const next = await create({ staSelfCode: row.staSelfCode });
    await expect(restore(row.staUuid)).rejects.toMatchObject({ reason: "field", errors: [{ path: "staSelfCode" }] });
    expect((await restore(row.staUuid, { staSelfCode: `${row.staSelfCode}B` })).version).toBe(3);
    expect(next.staUuid).not.toBe(row.staUuid);
  });

  it("of which two have the same code at once is made once", async () => {
    const results = await Promise.allSettled(Array.from({ length: 6 }, () => create({ staSelfCode: "SAME-1" })));
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
    for (const result of results)
      if (result.status === "rejected") expect(result.reason).toMatchObject({ reason: "field" });
  });

  it("is deleted with the others of the list or not at all", async () => {
    await expect(remove(row.staUuid, newKey())).rejects.toMatchObject({ reason: "missing" });
    expect(await findRecord(db(), stationRecord, row.staUuid)).toBeDefined();
    await remove(row.staUuid, row.staUuid);
    expect(await findRecord(db(), stationRecord, row.staUuid)).toBeUndefined();
    await expect(update(row.staUuid, { staName: "迟了" })).rejects.toMatchObject({ reason: "missing" });
    await expect(remove(row.staUuid)).rejects.toMatchObject({ reason: "missing" });
    await expect(restore(newKey())).rejects.toMatchObject({ reason: "missing" });
  });

  it("leaves no history behind where the change fails", async () => {
    const failing = inTransaction(async (trx) => {
      await updateRecord(trx, author, stationRecord, row.staUuid, { staName: "不会留下" });
      throw new Error("later in the same transaction");
    });
    await expect(failing).rejects.toThrow("later");
    expect(await historyOf(row.staUuid)).toHaveLength(1);
    expect((await findRecord<Row>(db(), stationRecord, row.staUuid))?.staName).toBe("记录站");
  });
});

it("a key of a deleted record is not given to another", async () => {
  const row = await create();
  await inTransaction((trx) => deleteRecords(trx, author, stationRecord, [row.staUuid]));
  await expect(create({ staUuid: row.staUuid })).rejects.toMatchObject({ errors: [{ path: "staUuid" }] });
});

describe("many records", () => {
  const updateMany = (keys: string[], changes: Record<string, unknown>, refusal?: (after: Row) => string | undefined) =>
    inTransaction((trx) => updateRecords<Row>(trx, author, stationRecord, keys, changes, refusal));

  it("are changed as each would be alone, with the same history, and those that already are so not at all", async () => {
    const [one, two, already] = [await create(), await create(), await create({ state: 20, road: "人民路" })];
    await update(one.staUuid, { state: 20, road: "人民路" });
    const result = await updateMany([two.staUuid, already.staUuid, two.staUuid], { state: 20, road: "人民路" });
    expect(result).toEqual({ changed: 1, refused: [] });
    const [alone, together] = [await historyOf(one.staUuid), await historyOf(two.staUuid)];
    const own = { historyId: "", before: {}, after: {}, at: null };
    expect(together.map((change) => ({ ...change, ...own }))).toEqual(alone.map((change) => ({ ...change, ...own })));
    const named = (side: Record<string, unknown> | null) => ({ ...side, staUuid: "", staSelfCode: "" });
    expect(named(together[0]!.before)).toEqual(named(alone[0]!.before));
    expect(named(together[0]!.after)).toEqual(named(alone[0]!.after));
    expect((await findRecord<Row>(db(), stationRecord, already.staUuid))?.version).toBe(1);
  });

  it("leave out what is refused and what is gone", async () => {
    const [bad, gone] = [await create({ staName: "不行站" }), await create()];
    await remove(gone.staUuid);
    const result = await updateMany([row.staUuid, bad.staUuid, gone.staUuid], { state: 0 }, (after) =>
      after.staName === "不行站" && after.state === 0 ? "这一站不行" : undefined,
    );
    expect(result).toEqual({ changed: 1, refused: [{ key: bad.staUuid, message: "这一站不行" }] });
    expect([
      (await findRecord<Row>(db(), stationRecord, bad.staUuid))?.state,
      await findRecord(db(), stationRecord, gone.staUuid),
    ]).toEqual([10, undefined]);
  });

  it("do not take what is each record's own", async () => {
    for (const name of ["staSelfCode", "pinyin", "staUuid", "version", "deletedAt"])
      await expect(updateMany([row.staUuid], { [name]: "1" })).rejects.toThrow("each record's own");
  });

  it.runIf(isLongRun)("10,000 of them are changed and deleted in a few seconds", async () => {
    const made = await sql<{
      staUuid: string;
    }>`insert into station (sta_uuid, sta_self_code, sta_name, lng, lat) select md5(n::text || 'many'), 'M' || n, '批量站' || n, 116.4, 39.9 from generate_series(1, 10000) n returning sta_uuid`.execute(
      db(),
    );
    const keys = made.rows.map(({ staUuid }) => staUuid);
    const began = performance.now();
    expect((await updateMany(keys, { state: 20 })).changed).toBe(10_000);
    await remove(...keys);
    const deleted = performance.now();
    const kept = await sql<{ n: number }>`select count(*) as n from history where record_key = any(${keys})`.execute(
      db(),
    );
    expect(kept.rows[0]!.n).toBe(20_000);
    expect(deleted - began).toBeLessThan(mayTake(20_000 * measureSlowness()));
  });
});
