import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { copyVariant } from "~/domains/line-variants/copy.server";
import { createVariant, deleteVariants, updateVariant } from "~/domains/line-variants/queries.server";
import {
  addStandby,
  planContent,
  discardDraft,
  endVersion,
  listStationsOfVariant,
  planVersion,
  publishDraft,
  saveInto,
  standbyOf,
  swapIn,
  withdrawVersion,
} from "~/domains/line-versions/queries.server";
import { updateLine } from "~/domains/lines/queries.server";
import { saveMap } from "~/domains/line-editor/map-editor/save.server";
import { addPathToWhiteList, checkLine, steerBatch, startBatch } from "~/domains/path-checks/queries.server";
import { closeEngine } from "~/domains/roads/queries.server";
import { stations } from "~/domains/stations/room.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { type Database, db, inTransaction, newKey } from "~/kit/data/db/pool.server";
import { Problem } from "~/kit/ground/problem";
import { stopJobs } from "~/kit/data/jobs/jobs.server";
import { today } from "~/kit/ground/time/today.server";
import { demoNames } from "~/seed/demo-city";
import { account, enter } from "../kit/accounts";
import { holding } from "../kit/holding";
import { primaryVariantOf } from "../kit/line-named";
import { day } from "../kit/days";

/** Two people press at the same moment: each is answered or refused in words, and what must hold of the records does. */
const rounds = Number(process.env.ROUNDS ?? 3);
let one: Viewer;
let other: Viewer;

async function planner(): Promise<Viewer> {
  const { userId, userAccount, userName } = await account({ isSuper: true });
  return {
    userId,
    userAccount,
    userName,
    isSuper: true,
    userStatus: "normal",
    orgId: null,
    orgScope: "all",
    permissions: new Set(),
    sessionId: newKey(),
    appCode: null,
    requestId: "two",
  };
}

beforeAll(async () => {
  [one, other] = await Promise.all([planner(), planner()]);
});
afterAll(async () => {
  await closeEngine();
  await stopJobs();
});

/** Lets all of them run together; anything but an answer or a refusal fails the test. How many were answered. */
async function together(...changes: (() => Promise<unknown>)[]): Promise<number> {
  const ends = await Promise.allSettled(changes.map((change) => change()));
  const faults = ends.flatMap((end) =>
    end.status === "rejected" && !(end.reason instanceof Problem) ? [end.reason as Error] : [],
  );
  if (faults[0]) throw faults[0];
  return ends.filter((end) => end.status === "fulfilled").length;
}

async function callsOf(classifySid: string) {
  return (await listStationsOfVariant(one, { classifySid, direction: 1 })).map(({ staUuid }) => ({
    staUuid,
    inRadius: 50,
    outRadius: 50,
    isKey: false,
    isTimed: false,
  }));
}

/** What must hold of a variant's versions whatever happened. */
async function expectSound(classifySid: string) {
  const found = await sql<{
    overlaps: number;
    days: number;
    drafts: number;
    numbers: number;
    versions: number;
    gaps: number;
  }>`
    with v as (select * from line_version where classify_sid = ${classifySid} and deleted_at is null)
    select (select count(*)::int from v a join v b on a.version_uuid < b.version_uuid and a.valid && b.valid) as overlaps,
      (select count(distinct coalesce(planned_for::text, ''))::int from v where state = 'draft') as days, (select count(*)::int from v where state = 'draft') as drafts,
      (select count(distinct version)::int from v) as numbers, (select count(*)::int from v) as versions,
      (select count(*)::int from (select serial, row_number() over (partition by version_uuid, direction order by serial) as place from line_station join v using (version_uuid)) s where serial <> place) as gaps`.execute(
    db(),
  );
  const { overlaps, days, drafts, numbers, versions, gaps } = found.rows[0]!;
  expect({ overlaps, gaps, oneDraftADay: days === drafts, numbersDiffer: numbers === versions }).toEqual({
    overlaps: 0,
    gaps: 0,
    oneDraftADay: true,
    numbersDiffer: true,
  });
}

describe("two people at one line", () => {
  it("make two variants primary, or delete the one that the other makes primary: there is one", async () => {
    const { lineUuid } = await primaryVariantOf(demoNames.lines.night);
    const variant = async (name: string) =>
      (await createVariant(one, { mainUuid: lineUuid, classifyName: name, sortType: 2 })).classifySid;
    const primaries = async () =>
      (
        await db()
          .selectFrom("lineClassify")
          .select("classifySid")
          .where("mainUuid", "=", lineUuid)
          .where("sortType", "=", 1)
          .where("deletedAt", "is", null)
          .execute()
      ).length;
    const [a, b, first] = [
      await variant("甲案"),
      await variant("乙案"),
      (await primaryVariantOf(demoNames.lines.night)).classifySid,
    ];
    for (let round = 0; round < rounds; round++) {
      expect(
        await together(
          () => updateVariant(one, a, { sortType: 1 }),
          () => updateVariant(other, b, { sortType: 1 }),
        ),
      ).toBe(2);
      expect(await primaries()).toBe(1);
      await updateVariant(one, first, { sortType: 1 });
      const gone = await variant(`临时 ${round}`);
      await together(
        () => updateVariant(one, gone, { sortType: 1 }),
        () => deleteVariants(other, [gone]),
        () => createVariant(one, { mainUuid: lineUuid, classifyName: `新 ${round}`, sortType: 1 }),
      );
      expect(await primaries()).toBe(1);
    }
  });

  it("plan, publish, withdraw, end and discard at once: no overlap, one draft a day, no number twice", async () => {
    const { classifySid } = await primaryVariantOf(demoNames.lines.express);
    const { versionUuid: from } = await db()
      .selectFrom("lineVersion")
      .select("versionUuid")
      .where("classifySid", "=", classifySid)
      .where("state", "=", "effective")
      .where("deletedAt", "is", null)
      .executeTakeFirstOrThrow();
    for (let round = 0; round < rounds; round++) {
      const on = day(10 + round * 7);
      const later = day(13 + round * 7);
      const published = (versionUuid: string, validFrom: string, by: Viewer) =>
        publishDraft(by, { classifySid, versionUuid }, { validFrom });
      expect(
        await together(
          () => planVersion(one, { classifySid }, { plannedFor: on, from }),
          () => planVersion(other, { classifySid }, { plannedFor: on, from }),
        ),
      ).toBe(1);
      const { versionUuid } = await db()
        .selectFrom("lineVersion")
        .select("versionUuid")
        .where("classifySid", "=", classifySid)
        .where("plannedFor", "=", on)
        .where("deletedAt", "is", null)
        .executeTakeFirstOrThrow();
      expect(
        await together(
          () => published(versionUuid, on, one),
          () => published(versionUuid, later, other),
        ),
      ).toBe(1);
      await expectSound(classifySid);
      await together(
        () => withdrawVersion(one, { classifySid, versionUuid }, { leaveGap: "0" }),
        () => withdrawVersion(other, { classifySid, versionUuid }, { leaveGap: "1" }),
        () => endVersion(one, { classifySid, versionUuid }, { day: day(15 + round * 7), reason: "停运" }),
      );
      await together(
        () => discardDraft(one, { classifySid, versionUuid }),
        () => published(versionUuid, on, other),
        () => planContent(one, { classifySid, effectiveTime: on, versionUuid: from, publish: true }),
        () => planContent(other, { classifySid, effectiveTime: later, versionUuid: from, publish: true }),
      );
      await expectSound(classifySid);
    }
  });

  it("save stations while a station of theirs is moved on another line's map, changed and deleted", async () => {
    const [a, b] = [await primaryVariantOf(demoNames.lines.first), await primaryVariantOf(demoNames.lines.express)];
    const [callsA, callsB] = [await callsOf(a.classifySid), await callsOf(b.classifySid)];
    const place = await db()
      .selectFrom("station")
      .select(["lng", "lat"])
      .where("staUuid", "=", callsA[1]!.staUuid)
      .executeTakeFirstOrThrow();
    for (let round = 0; round < rounds * 2; round++) {
      const movable = await db()
        .selectFrom("station")
        .select(["staUuid", "staSelfCode", "staName", "version", "lng", "lat"])
        .where(
          "staUuid",
          "in",
          callsA.slice(3, 11).map(({ staUuid }) => staUuid),
        )
        .orderBy("staUuid")
        .execute();
      const moves = movable.map((one) => ({ station: one, to: [place.lng + round * 1e-6, place.lat] as const }));
      const shorter = callsA.toSpliced(3 + (round % 3), 1);
      const ends = await together(
        () =>
          saveMap(
            one,
            { classifySid: a.classifySid, directions: [{ direction: 1, stationList: callsA }] },
            moves,
            true,
          ),
        () =>
          inTransaction((trx) =>
            saveInto(trx, other, { classifySid: a.classifySid, directions: [{ direction: 1, stationList: shorter }] }),
          ),
        () =>
          inTransaction((trx) =>
            saveInto(trx, other, {
              classifySid: b.classifySid,
              directions: [{ direction: 1, stationList: callsB.toSpliced(round % 4, 1) }],
            }),
          ),
        () => stations.verbs.update(one, callsA[2]!.staUuid, { lat: place.lat + round * 1e-6 } as never),
        () => stations.verbs.remove(other, [callsA[0]!.staUuid]),
      );
      expect(ends).toBe(4);
    }
    await expectSound(a.classifySid);
    await expectSound(b.classifySid);
  });

  it("let a line call at a station that the other deletes: either it is there, or it is not called at", async () => {
    const { classifySid } = await primaryVariantOf(demoNames.lines.first);
    const calls = await callsOf(classifySid);
    const place = await db()
      .selectFrom("station")
      .select(["lng", "lat"])
      .where("staUuid", "=", calls[2]!.staUuid)
      .executeTakeFirstOrThrow();
    for (let round = 0; round < rounds * 2; round++) {
      const { staUuid } = await stations.verbs.create(one, {
        ...place,
        staName: `新站 ${round}`,
        staSelfCode: `XZ${round}`,
        staKind: 1,
        state: 10,
        isShare: false,
        facilities: 0,
      } as never);
      const stationList = calls.toSpliced(3, 0, { ...calls[3]!, staUuid });
      expect(
        await together(
          () =>
            inTransaction((trx) => saveInto(trx, one, { classifySid, directions: [{ direction: 1, stationList }] })),
          () => stations.verbs.remove(other, [staUuid]),
        ),
      ).toBe(1);
      await discardDraft(one, { classifySid }).catch(() => undefined);
    }
  });

  it("swap the same standby station in: once", async () => {
    const { classifySid, lineUuid } = await primaryVariantOf(demoNames.lines.busLane);
    const { staUuid } = await db()
      .selectFrom("station")
      .select("staUuid")
      .where("staName", "=", demoNames.unused.inService)
      .where("deletedAt", "is", null)
      .executeTakeFirstOrThrow();
    for (let round = 0; round < rounds; round++) {
      expect(
        await together(
          () => addStandby(one, lineUuid, { direction: 1, staUuid }),
          () => addStandby(other, lineUuid, { direction: 1, staUuid }),
        ),
      ).toBe(1);
      const standby = (await standbyOf(one, lineUuid)).find((row) => row.staUuid === staUuid)!;
      const swap = { place: "insert", at: 3, keep: false } as const;
      expect(
        await together(
          () => swapIn(one, { lineUuid }, standby, swap),
          () => swapIn(other, { lineUuid }, standby, swap),
        ),
      ).toBe(1);
      const draft = await sql<{
        calls: number;
      }>`select count(*)::int as calls from line_station join line_version v using (version_uuid) where v.classify_sid = ${classifySid} and v.state = 'draft' and v.deleted_at is null and sta_uuid = ${staUuid}`.execute(
        db(),
      );
      expect([draft.rows[0]!.calls, (await standbyOf(one, lineUuid)).some((row) => row.staUuid === staUuid)]).toEqual([
        1,
        false,
      ]);
      await discardDraft(one, { classifySid });
    }
  });

  it("accept the same stretch for the white list: once", async () => {
    const { lineUuid } = await primaryVariantOf(demoNames.lines.withBreak);
    const check = (await checkLine(one, { lineUuid })).find(({ stretches }) => stretches.length > 0)!;
    const { from, to } = check.stretches[0]!;
    const accept = (by: Viewer) => () =>
      addPathToWhiteList(by, { lineUuid, direction: check.direction as 1 | 2, from, to, reason: "新路" });
    expect(await together(accept(one), accept(other), accept(one))).toBe(1);
  });

  it("copy a variant under the same name, and rename the line: one copy, no change lost", async () => {
    const { classifySid, lineUuid } = await primaryVariantOf(demoNames.lines.circular);
    for (let round = 0; round < rounds; round++) {
      const copy = (by: Viewer) => () =>
        copyVariant(by, classifySid, {
          classifyName: `副本 ${round}`,
          asOf: today(),
          end: "effective",
          validFrom: today(),
        });
      expect(await together(copy(one), copy(other))).toBe(1);
      const before = await db()
        .selectFrom("line")
        .select("version")
        .where("lineUuid", "=", lineUuid)
        .executeTakeFirstOrThrow();
      await together(
        () => updateLine(one, lineUuid, { remark: `甲 ${round}` }, before.version),
        () => updateLine(other, lineUuid, { price: `${round + 1}元` }, before.version),
      );
      const after = await db()
        .selectFrom("line")
        .select("version")
        .where("lineUuid", "=", lineUuid)
        .executeTakeFirstOrThrow();
      expect(after.version).toBe(before.version + 1);
    }
  });
});

it("two transactions that wait for one another both end, one of them at a further try", async () => {
  const [a, b] = (await db().selectFrom("station").select("staUuid").orderBy("staUuid").limit(2).execute()).map(
    ({ staUuid }) => staUuid,
  );
  const hold = (trx: Database, staUuid: string) =>
    sql`select from station where sta_uuid = ${staUuid} for update`.execute(trx);
  let tries = 0;
  const wait = (first: string, then: string) => () =>
    inTransaction(async (trx) => {
      tries += 1;
      await hold(trx, first);
      await sleep(200);
      await hold(trx, then);
    });
  expect(await together(wait(a!, b!), wait(b!, a!))).toBe(2);
  expect(tries).toBeGreaterThan(2);
});

it("who waits ten seconds for a record that another holds is told so, by page and by call", async () => {
  const person = await enter(await account({ isSuper: true }));
  const { staUuid } = await db()
    .selectFrom("station")
    .select("staUuid")
    .where("deletedAt", "is", null)
    .limit(1)
    .executeTakeFirstOrThrow();
  const form = await person.get(`/station/station-management/${staUuid}/edit`);
  const held = `select from station where sta_uuid = '${staUuid}' for update`;
  const [page, call] = await holding(held, () =>
    Promise.all([
      form.submit({ remark: "等不到" }),
      person.call("/api/sta/v1.0/update", { staUuid, remark: "等不到" }),
    ]),
  );
  const words = "另一个人或导入正在修改同样的记录，请稍候再试";
  expect([page.status, page.text.includes(words)]).toEqual([409, true]);
  expect(call).toMatchObject({ status: 200, code: 400, reason: "used", message: words });
  expect((await person.get(`/station/station-management/${staUuid}/edit`)).field("remark")).not.toBe("等不到");
});

it("a batch is started, paused and gone on with by two at once", async () => {
  const batchId = await startBatch(one, { scope: "all" });
  for (let round = 0; round < rounds; round++) {
    expect(
      await together(
        () => steerBatch(one, batchId, "pause"),
        () => steerBatch(other, batchId, "resume"),
        () => steerBatch(other, batchId, "pause"),
      ),
    ).toBe(3);
  }
  expect(
    await together(
      () => steerBatch(one, batchId, "cancel"),
      () => steerBatch(other, batchId, "resume"),
    ),
  ).toBe(2);
  const { state } = await db()
    .selectFrom("matchBatch")
    .select("state")
    .where("batchId", "=", batchId)
    .executeTakeFirstOrThrow();
  expect(state).toBe("cancelled");
});

describe("two calls at once", () => {
  const station = (changes: object) => ({
    staName: "同时站",
    lng: 116.4,
    lat: 39.9,
    staKind: 1,
    state: 10,
    ...changes,
  });

  it("with the same new key answer the same record, with the same number one of them is refused", async () => {
    const person = await enter(await account({ isSuper: true }));
    for (let round = 0; round < rounds; round++) {
      const staUuid = newKey();
      const body = station({ staUuid, staSelfCode: `TS${round}` });
      const same = await Promise.all([0, 1, 2].map(() => person.call<{ staUuid: string }>("/api/sta/v1.0/add", body)));
      expect(same.map(({ code, message, data }) => [code, message, data?.staUuid])).toEqual(
        same.map(() => [200, "操作成功", staUuid]),
      );
      const twice = await Promise.all(
        [0, 1, 2].map(() => person.call("/api/sta/v1.0/add", station({ staSelfCode: `TT${round}` }))),
      );
      expect(twice.map(({ code }) => code).sort()).toEqual([200, 400, 400]);
    }
  });

  it("by two super users who disable one another leave one", async () => {
    await db().updateTable("appUser").set({ isSuper: false }).where("isSuper", "=", true).execute();
    for (let round = 0; round < rounds; round++) {
      const [a, b] = [await account({ isSuper: true }), await account({ isSuper: true })];
      const [asA, asB] = [await enter(a), await enter(b)];
      const disable = (by: typeof asA, userId: string) =>
        by.call("/api/user/v1.0/update", { userId, userStatus: "disabled" });
      const ends = await Promise.all([disable(asA, b.userId), disable(asB, a.userId)]);
      expect(ends.every(({ code }) => code !== 500)).toBe(true);
      const left = await db()
        .selectFrom("appUser")
        .select("userId")
        .where("isSuper", "=", true)
        .where("userStatus", "=", "normal")
        .execute();
      expect(left.length).toBe(1);
      await db().updateTable("appUser").set({ isSuper: false }).where("isSuper", "=", true).execute();
    }
  });
});
