import { sql } from "kysely";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { moveDetails } from "../move-details.server";
import { advanceTasks } from "../rollouts/advance.server";
import { failDetails, keepProgress, keepReported, keepResult, takeJobs } from "./queries.server";
import { busDevices, detailOf, endAll, logOf, type SeededFile, seedFile, seedTask } from "./seed.sample";

let devUuid: string, other: string, file: SeededFile;
const device = () => ({ devUuid });
const minutesFromNow = (minutes: number) =>
  new Date(Date.now() + minutes * 60_000 + 8 * 3_600_000).toISOString().slice(11, 16);
const dueNow = (detailUuid: string) =>
  sql`update issue_detail set next_try_at = now() where detail_uuid = ${detailUuid}`.execute(db());

beforeAll(async () => {
  await endAll();
  [devUuid, other] = (await busDevices(2)) as [string, string];
  file = await seedFile();
});
afterEach(endAll);

describe("what a terminal is to fetch", () => {
  it("is the first by priority, once, until it has ended", async () => {
    const later = await seedTask(await seedFile(), [devUuid], { priority: 3 });
    const first = await seedTask(file, [devUuid, other], { priority: 7 });
    const polls = await Promise.all(Array.from({ length: 20 }, () => takeJobs(device())));
    for (const jobs of polls) expect(jobs.map(({ detailUuid }) => detailUuid)).toEqual([first.details[0]]);
    expect(polls[0]![0]).toMatchObject({ no: file.no, version: "1.0", crc32: file.crc32, attempt: 1 });
    expect((await logOf(first.details[0]!)).moves).toEqual(["0>1"]);
    expect((await detailOf(first.details[0]!)).deadline!.getTime()).toBeGreaterThan(Date.now() + 50 * 60_000);
    await keepResult(device(), { detailUuid: first.details[0]!, state: 2, crc32: file.crc32.toUpperCase() });
    expect((await takeJobs(device()))[0]!.detailUuid).toBe(later.details[0]);
  });

  it("never is two deliveries, when many tasks come while it asks", async () => {
    const tasks = await Promise.all([1, 2, 3, 4, 5, 6].map((priority) => seedTask(file, [devUuid], { priority })));
    const polls = (
      await Promise.all(
        tasks.flatMap(() => [takeJobs(device()), keepReported(device(), []).then(() => takeJobs(device()))]),
      )
    ).flat();
    expect(new Set(polls.map(({ detailUuid }) => detailUuid)).size).toBe(1);
    const { rows } = await sql`select from issue_detail where dev_uuid = ${devUuid} and state = 1`.execute(db());
    expect(rows.length).toBe(1);
  });

  it.each([
    ["a task that has not begun", { state: 0 }],
    ["a paused task", { state: 2 }],
    ["a share that is not let go", { stage: 0 }],
    ["another hour", { windows: [{ from: minutesFromNow(60), to: minutesFromNow(120) }] }],
    ["the hours around another", { windows: [{ from: minutesFromNow(5), to: minutesFromNow(-5) }] }],
  ])("waits for %s", async (_, facts) => {
    await seedTask(file, [devUuid], facts);
    expect(await takeJobs(device())).toEqual([]);
  });

  it("comes in its window, which may pass midnight, and outside the hours of the bus's line", async () => {
    const { details } = await seedTask(file, [devUuid], {
      windows: [{ from: minutesFromNow(-30), to: minutesFromNow(30) }],
      outsideService: true,
    });
    const hours = (first: number, last: number) =>
      sql`update line set up_first = ${minutesFromNow(first)}, up_last = ${minutesFromNow(last)}, down_first = null, down_last = null
        from bus_line b, device d where b.line_uuid = line.line_uuid and b.bus_uuid = d.bind_uuid and b.is_main and d.dev_uuid = ${devUuid}`.execute(
        db(),
      );
    expect((await hours(-20, 20)).numAffectedRows).toBeGreaterThan(0n);
    expect(await takeJobs(device())).toEqual([]);
    await hours(20, 10);
    expect(await takeJobs(device())).toEqual([]);
    await hours(20, 40);
    expect((await takeJobs(device()))[0]?.detailUuid).toBe(details[0]);
  });

  it("is nothing larger than what is free, and then what comes after it", async () => {
    const large = await seedTask(await seedFile(Buffer.alloc(5000)), [devUuid], { priority: 9, retry: 0 });
    const small = await seedTask(file, [devUuid]);
    expect((await takeJobs(device(), { free: 4000 }))[0]?.detailUuid).toBe(small.details[0]);
    expect(await detailOf(large.details[0]!)).toMatchObject({
      state: 3,
      lastError: "车载终端存储空间不足：文件 5000 字节，终端剩余 4000 字节",
    });
  });
});

describe("what a terminal answers", () => {
  const begun = async (facts = {}) => {
    const { details, taskUuid } = await seedTask(file, [devUuid], facts);
    expect((await takeJobs(device()))[0]?.detailUuid).toBe(details[0]);
    return { detailUuid: details[0]!, taskUuid };
  };

  it("changes nothing when it comes again, late or out of turn", async () => {
    const { detailUuid } = await begun();
    const far = [30, 80, 50, 80].map((percent) => keepProgress(device(), { detailUuid, percent, code: "downloading" }));
    expect(await Promise.all(far)).toEqual(["kept", "kept", "kept", "kept"]);
    expect(await detailOf(detailUuid)).toMatchObject({ percent: 80, progressText: "下载中" });
    const good = { detailUuid, state: 2, crc32: file.crc32 } as const;
    const answers = await Promise.all([
      keepResult(device(), good),
      keepResult(device(), good),
      keepResult(device(), good),
    ]);
    expect(answers).toEqual(["kept", "kept", "kept"]);
    const once = await detailOf(detailUuid);
    expect(once).toMatchObject({ state: 2, percent: 100, tries: 1 });
    expect(await keepProgress(device(), { detailUuid, percent: 99, code: "downloading" })).toBe("late");
    expect(await keepResult(device(), { detailUuid, state: 3, error: "broken" })).toBe("late");
    await keepResult(device(), { detailUuid, state: 3, error: "broken" });
    expect(await detailOf(detailUuid)).toEqual(once);
    expect(await logOf(detailUuid)).toEqual({
      moves: ["0>1", "1>2", "2>2"],
      reasons: ["终端领取下载任务", "终端已收到完整文件，校验一致", "迟到的结果，不改变状态：下载中断"],
    });
  });

  it.each([
    [{ state: 2, crc32: "0badc0de" }, /^文件校验不一致：发出的是 [0-9a-f]{8}，终端算得 0badc0de$/],
    [{ state: 2 }, /^车载终端没有报告校验值$/],
    [{ state: 3, error: "missing" }, /^文件取不到（404）$/],
    [{ state: 3, error: "E17" }, /^车载终端：E17$/],
  ] as const)("fails with a reason for %j and is tried again, later each time", async (answer, words) => {
    const { detailUuid } = await begun({ retry: 1 });
    await keepResult(device(), { detailUuid, ...answer });
    expect((await detailOf(detailUuid)).state).toBe(3);
    await keepResult(device(), { detailUuid, ...answer });
    await advanceTasks();
    const waiting = await detailOf(detailUuid);
    expect(waiting).toMatchObject({ state: 0, tries: 1, lastError: expect.stringMatching(words) as string });
    expect(waiting.nextTryAt!.getTime()).toBeGreaterThan(Date.now() + 50_000);
    expect(await takeJobs(device())).toEqual([]);
    await dueNow(detailUuid);
    expect((await takeJobs(device()))[0]).toMatchObject({ detailUuid, attempt: 2 });
    expect(await keepResult(device(), { detailUuid, ...answer, attempt: 1 })).not.toBe("unknown");
    expect((await detailOf(detailUuid)).state).toBe(1);
    await keepResult(device(), { detailUuid, ...answer, attempt: 2 });
    await advanceTasks();
    expect(await detailOf(detailUuid)).toMatchObject({ state: 3, tries: 2 });
    expect((await logOf(detailUuid)).moves.filter((move) => move !== "1>1")).toEqual([
      "0>1",
      "1>3",
      "3>0",
      "0>1",
      "1>3",
    ]);
  });

  it("is nobody else's business", async () => {
    const { detailUuid } = await begun();
    const stranger = { devUuid: other };
    expect(await keepResult(stranger, { detailUuid, state: 2, crc32: file.crc32 })).toBe("unknown");
    expect(await keepProgress(stranger, { detailUuid, percent: 50, code: "downloading" })).toBe("unknown");
    expect(await detailOf(detailUuid)).toMatchObject({ state: 1, percent: 0 });
  });

  it("ends once, whichever comes first: the result, the clock or a person", async () => {
    for (let round = 0; round < 12; round++) {
      const { detailUuid } = await begun({ retry: 0 });
      await Promise.all([
        keepResult(device(), { detailUuid, state: 2, crc32: file.crc32 }),
        failDetails([detailUuid], "在规定时间内没有完成", "系统"),
        advanceTasks(new Date(Date.now() + 7_200_000)),
        moveDetails(db(), [detailUuid], { to: -1, reason: "取消", actor: "张三" }),
        keepResult(device(), { detailUuid, state: 2, crc32: file.crc32 }),
      ]);
      const { state } = await detailOf(detailUuid);
      const { moves } = await logOf(detailUuid);
      expect(moves.filter((move) => move.startsWith("1>") && move !== `${state}>${state}`)).toEqual([`1>${state}`]);
    }
  });
});

describe("what a terminal reports", () => {
  const report = (version: string, no = file.no) => keepReported(device(), [{ kind: 5, no, version }]);
  const reported = async () =>
    (
      await sql<{
        no: string;
        version: string;
      }>`select file_no as no, file_version as version from reported_file where dev_uuid = ${devUuid} order by 1`.execute(
        db(),
      )
    ).rows;

  it("takes the place of what it reported before, and says its firmware and line file", async () => {
    await keepReported(device(), [
      { kind: 1, no: "FW", version: "4.2" },
      { kind: 2, no: "7", version: "v9" },
      { kind: 5, no: "AD", version: "1" },
      { kind: 5, no: "AD", version: "2" },
    ]);
    expect(await reported()).toEqual([
      { no: "7", version: "v9" },
      { no: "AD", version: "2" },
      { no: "FW", version: "4.2" },
    ]);
    const row = await db()
      .selectFrom("device")
      .select(["firmware", "lineFileVersion"])
      .where("devUuid", "=", devUuid)
      .executeTakeFirst();
    expect(row).toEqual({ firmware: "4.2", lineFileVersion: "v9" });
    await keepReported(device(), []);
    expect(await reported()).toEqual([]);
  });

  it("puts what was delivered in effect, also when it was said before the result came", async () => {
    for (const before of [true, false]) {
      await report("0.9");
      const { details } = await seedTask(file, [devUuid]);
      await takeJobs(device());
      if (before) await report("1.0");
      await keepResult(device(), { detailUuid: details[0]!, state: 2, crc32: file.crc32 });
      if (!before) await report("1.0");
      expect(await detailOf(details[0]!)).toMatchObject({ state: 4, reportedVersion: "1.0" });
      expect((await logOf(details[0]!)).moves).toEqual(["0>1", "1>2", "2>4"]);
    }
  });

  it("ends what the vehicle has already without a download, once its share is let go", async () => {
    const { details, taskUuid } = await seedTask(file, [devUuid], { stage: 0 });
    await report("1.0");
    expect((await detailOf(details[0]!)).state).toBe(0);
    await sql`update issue_task set stage = 1 where task_uuid = ${taskUuid}`.execute(db());
    await Promise.all([
      keepReported(device(), [
        { kind: 5, no: file.no, version: "1.0" },
        { kind: 5, no: "Z", version: "1" },
      ]),
      report("1.0"),
    ]);
    expect(await takeJobs(device())).toEqual([]);
    expect(await detailOf(details[0]!)).toMatchObject({ state: 4, tries: 0 });
    expect((await logOf(details[0]!)).moves).toEqual(["0>1", "1>2", "2>4"]);
  });

  it("fails a delivery that another version has outlived", async () => {
    const { details } = await seedTask(file, [devUuid]);
    await report("0.8");
    await takeJobs(device());
    await keepResult(device(), { detailUuid: details[0]!, state: 2, crc32: file.crc32 });
    await report("0.7");
    expect((await detailOf(details[0]!)).state).toBe(2);
    await sql`update issue_detail set deadline = now() where detail_uuid = ${details[0]}`.execute(db());
    await report("0.8");
    expect(await detailOf(details[0]!)).toMatchObject({
      state: 3,
      reportedVersion: "0.8",
      lastError: "等待生效的时间已过，车辆报告的版本是 0.8",
    });
  });
});

describe("what a terminal says it has", () => {
  const said = (crc32?: string) => keepReported(device(), [{ kind: 5, no: file.no, version: file.version, crc32 }]);

  it("is held against the file by its checksum where the terminal tells one, and else marked as not proven", async () => {
    const wrong = await seedTask(file, [devUuid]);
    await takeJobs(device());
    await keepResult(device(), { detailUuid: wrong.details[0]!, state: 2, crc32: file.crc32 });
    await said("0badc0de");
    expect((await detailOf(wrong.details[0]!)).state).toBe(2);
    await sql`update issue_detail set deadline = now() where detail_uuid = ${wrong.details[0]!}`.execute(db());
    await said("0badc0df");
    const failed = await detailOf(wrong.details[0]!);
    expect(failed).toMatchObject({
      state: 3,
      lastError: expect.stringContaining("校验值 0badc0df 与发出的不同") as string,
    });
    const other = await seedTask(file, [devUuid]);
    await said("0badc0de");
    expect((await takeJobs(device()))[0]?.detailUuid).toBe(other.details[0]);
    await endAll();

    for (const [sum, words] of [
      [file.crc32.toUpperCase(), "校验值一致"],
      [undefined, "未核实：终端没有报告校验值"],
    ] as const) {
      await keepReported(device(), []);
      const { details } = await seedTask(file, [devUuid]);
      await said(sum);
      expect((await detailOf(details[0]!)).state).toBe(4);
      expect((await logOf(details[0]!)).reasons.at(-1)).toBe(`车辆报告正在使用这一版本；${words}`);
    }
  });
});
