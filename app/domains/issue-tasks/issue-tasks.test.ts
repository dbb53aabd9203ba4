import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { db, newKey } from "~/kit/data/db/pool.server";
import { removeContent } from "~/kit/data/files/files.server";
import { account, enter, visitorWith } from "../../../tests/kit/accounts";
import type { Envelope, Visitor } from "../../../tests/kit/visit";
import { busDevices, endAll, seedFile, seedTask } from "./deliveries/seed.sample";
import { addMulti, circularFile, detailsOf, rootOrganisation, setDetails } from "./issue-tasks.sample";
import { may } from "./policy";
import { prepareFiles } from "./prepare-files.server";
import { advanceTasks } from "./rollouts/advance.server";
import type { DetailRow, LeftOut, LogRow, TaskRow } from "./rows";

const tasks = "/line-file-multi-task";
const details = `${tasks}-detail`;
let person: Visitor;
let root: string;

const call = <T>(path: string, body: object, by = person): Promise<Envelope<T>> => by.call<T>(path, body);
const good = async <T>(path: string, body: object, by = person): Promise<T> => {
  const answer = await call<T>(path, body, by);
  expect({ path, ...answer, data: 0 }).toMatchObject({ success: true });
  return answer.data;
};
type AddedTask = TaskRow & { vehicles: number; leftOut: LeftOut[] };
const task = (more: object = {}) => ({ taskName: "试验任务", targets: { orgIds: [root] }, ...more });
const multiTask = async (more: object = {}) => task({ taskType: 5, files: [(await addMulti(5)).multiUuid], ...more });
const found = async (taskUuid: string) =>
  (await good<{ list: TaskRow[] }>(`${tasks}/pageList`, { pageSize: 100 })).list.find(
    (one) => one.taskUuid === taskUuid,
  )!;
const later = (minutes: number) => new Date(Date.now() + minutes * 60_000);
const keysOf = (rows: { detailUuid: string }[]) => rows.map(({ detailUuid }) => detailUuid);

beforeAll(async () => {
  person = await visitorWith(...Object.values(may));
  root = (await rootOrganisation()).orgId;
});

it("breaks off the archive of a file that is lost in the store, and nothing else", async () => {
  const { taskUuid } = await seedTask(await seedFile(), await busDevices(1));
  const file = await seedFile();
  const lost = await seedTask(file, await busDevices(1));
  await removeContent(file.fileKey);
  const download = (uuid: string) => person.send(`/voice/issue-task/${uuid}/download`);
  await expect((await download(lost.taskUuid)).arrayBuffer()).rejects.toThrow();
  expect((await (await download(taskUuid)).arrayBuffer()).byteLength).toBeGreaterThan(100);
  await endAll();
});

describe("a task of line files", () => {
  it("goes to vehicles of its line, names all others with the reason, and makes the package when it starts", async () => {
    const file = await circularFile();
    const added = await good<AddedTask>(`${tasks}/add`, task({ taskType: 2, files: [file.fileUuid] }));
    expect(added).toMatchObject({
      state: 0,
      stateName: "未启动",
      taskNum: expect.stringMatching(/^XF\d{6}$/) as string,
    });
    const mine = await sql<{ buses: number }>`
      select count(*)::int as buses from bus_line join bus using (bus_uuid) where line_uuid = ${file.lineUuid} and is_main and valid @> current_date and deleted_at is null and bus_state <> 100`.execute(
      db(),
    );
    const has = added.leftOut.filter(({ reason }) => reason === `已有版本 ${file.fileVersion}`);
    expect([added.vehicles + has.length, has.length]).toEqual([mine.rows[0]!.buses, 1]);
    expect(new Set(added.leftOut.map(({ reason }) => reason)).size).toBeGreaterThan(1);
    expect(added.leftOut.map(({ reason }) => reason).join()).toMatch(/还没有生成线路文件/);
    expect(
      (
        await call(
          "/api/line/file/info/deleteCod",
          { fileUuid: file.fileUuid },
          await visitorWith("line-file.generate"),
        )
      ).message,
    ).toMatch(/正被下发任务“.+”使用/);

    await good(`${tasks}/startTask`, { taskUuid: added.taskUuid });
    await prepareFiles(added.taskUuid);
    expect(await found(added.taskUuid)).toMatchObject({ state: 1, stage: 1, preparing: null });
    expect((await detailsOf(added.taskUuid)).every(({ fileKey }) => fileKey !== null)).toBe(true);
    const files = await db().selectFrom("lineFile").select("state").where("fileUuid", "=", file.fileUuid).execute();
    expect(files).toEqual([{ state: 2 }]);
    expect((await call(`${tasks}/startTask`, { taskUuid: added.taskUuid })).reason).toBe("used");
    expect((await call(`${tasks}/removeByIds`, { taskUuid: added.taskUuid })).message).toMatch(/进行中，请先取消/);

    const zip = await person.send(`${tasks}/downloadLineFile`, {
      method: "POST",
      headers: { authorization: person.token!, "content-type": "application/json" },
      body: JSON.stringify({ taskUuid: added.taskUuid }),
    });
    expect(zip.headers.get("content-type")).toBe("application/octet-stream");
    expect(Buffer.from(await zip.arrayBuffer()).includes("manifest.json")).toBe(true);
  });

  it("is refused for what no vehicle could use, each at its field", async () => {
    const file = await circularFile();
    const { multiUuid } = await addMulti(1);
    for (const [body, path] of [
      [{ taskType: 2, files: [multiUuid] }, "files.0"],
      [{ taskType: 2, files: [newKey()] }, "files.0"],
      [{ taskType: 2, files: [file.fileUuid, file.fileUuid] }, "files.1"],
      [{ taskType: 2, files: [file.fileUuid], targets: { busUuids: [newKey()] } }, "targets.busUuids.0"],
      [{ taskType: 2, files: [file.fileUuid], targets: {} }, "targets"],
      [{ taskType: 2, files: [file.fileUuid], stages: [50, 20] }, "stages"],
      [{ taskType: 2, files: [file.fileUuid], window: { from: "25:00", to: "05:00" } }, "window"],
    ] as const)
      expect((await call(`${tasks}/add`, task(body))).errors?.[0]?.path.startsWith(path), path).toBe(true);
  });
});

it("that is to begin at once and cannot is not there afterwards", async () => {
  const values = await multiTask({ targets: { deviceUuids: [await unboundDevice()] } });
  const refused = await call(`${tasks}/fastTask`, { ...values, taskName: "没有车的任务" });
  expect([refused.reason, refused.message]).toEqual(["used", "没有可以下发的车辆，不能启动；请看没有下发的车辆和原因"]);
  const { data } = await call<{ list: unknown[] }>(`${tasks}/pageList`, { keyword: "没有车的任务" });
  expect(data.list).toEqual([]);
});

const unboundDevice = async () =>
  (await db().selectFrom("device").select("devUuid").where("bindType", "is", null).limit(1).executeTakeFirstOrThrow())
    .devUuid;

describe("a rollout", () => {
  it("lets a share go, the next when enough succeeded, and ends when all have", async () => {
    const added = await good<AddedTask>(
      `${tasks}/fastTask`,
      await multiTask({ stages: [10, 100], effectiveMinutes: 5 }),
    );
    expect([added.state, added.stage]).toEqual([1, 1]);
    const [first, rest] = [1, 2].map(async (stage) =>
      (await detailsOf(added.taskUuid)).filter((one) => one.stage === stage),
    );
    expect((await first!).length).toBe(Math.ceil(added.total / 10));
    await advanceTasks();
    expect((await found(added.taskUuid)).stage).toBe(1);
    await setDetails(keysOf(await first!), 2, { deadline: later(5) });
    await advanceTasks();
    expect((await found(added.taskUuid)).stage).toBe(2);
    await setDetails(keysOf(await rest!), 2, { deadline: later(5) });
    await advanceTasks();
    expect((await found(added.taskUuid)).state).toBe(1);
    await advanceTasks(later(6));
    expect(await found(added.taskUuid)).toMatchObject({ state: 3, done: added.total, stateName: "已完成" });
  });

  it("stops by itself when too many fail, goes on when a person says so, and ends as partly failed", async () => {
    const added = await good<AddedTask>(`${tasks}/fastTask`, await multiTask({ retry: 0, stopAtFailedPercent: 20 }));
    const all = await detailsOf(added.taskUuid);
    await setDetails(keysOf(all.slice(0, 4)), 2);
    await setDetails(keysOf(all.slice(4, 6)), 3, { tries: 1 });
    await advanceTasks();
    expect(await found(added.taskUuid)).toMatchObject({
      state: 2,
      stoppedBecause: expect.stringContaining("超过 20%") as string,
    });
    const page = await person.get(`/voice/issue-task/${added.taskUuid}`);
    expect(page.text).toContain("超过 20%");
    await person.post(`/voice/issue-task/${added.taskUuid}/resume`, {});
    await advanceTasks();
    expect((await found(added.taskUuid)).state).toBe(1);
    await setDetails(keysOf(all.slice(6)), 2);
    await advanceTasks(later(2000));
    expect(await found(added.taskUuid)).toMatchObject({ state: 4, failed: 2, stateName: "部分失败" });
    await person.post(`/voice/issue-task/${added.taskUuid}/retry`, { all: "1", state: "3" });
    expect(await found(added.taskUuid)).toMatchObject({ state: 1, failed: 0, waiting: 2 });
  });

  it("fails what is late, tries it again after growing waits until its tries are used up", async () => {
    const added = await good<AddedTask>(`${tasks}/fastTask`, await multiTask({ retry: 1, timeoutMinutes: 10 }));
    const [one] = await detailsOf(added.taskUuid);
    const now = async () => (await detailsOf(added.taskUuid)).find(({ detailUuid }) => detailUuid === one!.detailUuid)!;
    await setDetails([one!.detailUuid], 1, { tries: 1, deadline: later(10) });
    await advanceTasks(later(9));
    expect((await now()).state).toBe(1);
    await advanceTasks(later(11));
    expect(await now()).toMatchObject({ state: 0, lastError: "超过 10 分钟没有结果" });
    expect((await now()).nextTryAt!.getTime()).toBeGreaterThan(later(11).getTime());
    await setDetails([one!.detailUuid], 1, { tries: 2, deadline: later(10) });
    await advanceTasks(later(11));
    expect((await now()).state).toBe(3);
    const { log } = await good<DetailRow & { log: LogRow[] }>(`${details}/getDetail`, { detailUuid: one!.detailUuid });
    expect(log.map(({ toState, actor }) => [toState, actor])).toEqual([
      [0, expect.any(String)],
      [3, "系统"],
      [0, "系统"],
      [3, "系统"],
    ]);
    await good(`${details}/removeByIds`, { ids: keysOf((await detailsOf(added.taskUuid)).slice(1)) });
    await advanceTasks();
    expect(await found(added.taskUuid)).toMatchObject({ state: 4, failed: 1, cancelled: added.total - 1 });
  });

  it("believes what vehicles report: the version is in effect, or it is not", async () => {
    const { multiUuid, fileNo } = await addMulti(5);
    const added = await good<AddedTask>(
      `${tasks}/fastTask`,
      task({ taskType: 5, files: [multiUuid], retry: 0, effectiveMinutes: 30 }),
    );
    const [one, two] = await detailsOf(added.taskUuid);
    await setDetails(keysOf([one!, two!]), 2, { tries: 1, deadline: later(30) });
    const said = (devUuid: string, fileVersion: string) => ({
      devUuid,
      kind: 5,
      fileNo,
      fileVersion,
      reportedAt: later(1),
    });
    await db()
      .insertInto("reportedFile")
      .values([said(one!.devUuid, "1.0"), said(two!.devUuid, "0.9")])
      .execute();
    await advanceTasks();
    const states = async () => (await detailsOf(added.taskUuid)).slice(0, 2).map(({ state }) => state);
    expect(await states()).toEqual([4, 2]);
    await advanceTasks(later(31));
    expect(await states()).toEqual([4, 3]);
    const again = await good<AddedTask>(`${tasks}/add`, task({ taskType: 5, files: [multiUuid] }));
    expect(again.leftOut.filter(({ reason }) => reason === "已有版本 1.0").length).toBe(1);
  });

  it("begins at its time, gives way to a newer one, and is cancelled with the reason", async () => {
    const { multiUuid, fileNo } = await addMulti(5);
    const old = await good<AddedTask>(`${tasks}/fastTask`, task({ taskType: 5, files: [multiUuid] }));
    const newer = newKey();
    await sql`insert into multi_file select ${newer}, catalog_uuid, kind, file_no, file_name, '2.0', model_uuid, org_id, file_key, size_bytes, md5, sha256, crc32 from multi_file where multi_uuid = ${multiUuid}`.execute(
      db(),
    );
    const next = await good<AddedTask>(
      `${tasks}/add`,
      task({ taskType: 5, files: [newer], startTime: later(60).toISOString() }),
    );
    await advanceTasks();
    expect((await found(next.taskUuid)).state).toBe(0);
    await advanceTasks(later(61));
    expect([
      (await found(next.taskUuid)).state,
      (await detailsOf(old.taskUuid)).every(({ state }) => state === -1),
    ]).toEqual([1, true]);
    await advanceTasks();
    expect((await found(old.taskUuid)).state).toBe(5);
    await person.post(`/voice/issue-task/${next.taskUuid}/cancel`, { reason: "文件有误" });
    expect(await found(next.taskUuid)).toMatchObject({ state: 5, stoppedBecause: "文件有误", cancelled: next.total });
    await good(`${tasks}/removeByIds`, { ids: [next.taskUuid] });
    expect((await person.get(`/voice/issue-task/${next.taskUuid}`)).status).toBe(404);
    expect(fileNo).toBeTruthy();
  });
});

describe("who sees a task", () => {
  it("is who reaches its organisation; vehicles of others stay out", async () => {
    const orgs = await db().selectFrom("organisation").select(["orgId", "orgName"]).execute();
    const orgId = orgs.find(({ orgName }) => orgName === "一车队")!.orgId;
    const clerk = await enter(await account({ permissions: Object.values(may), dataScope: "own", orgId }));
    const multi = await addMulti(5);
    await sql`update multi_file set org_id = ${orgId} where multi_uuid = ${multi.multiUuid}`.execute(db());
    const whole = await good<AddedTask>(`${tasks}/add`, task({ taskType: 5, files: [multi.multiUuid] }));
    expect((await call(`${details}/pageList`, { taskUuid: whole.taskUuid }, clerk)).reason).toBe("missing");
    expect((await call(`${tasks}/startTask`, { taskUuid: whole.taskUuid }, clerk)).reason).toBe("missing");
    expect((await call(`${tasks}/add`, task({ taskType: 5, files: [multi.multiUuid] }), clerk)).errors?.[0]?.path).toBe(
      "targets.orgIds.0",
    );
    const own = await good<AddedTask>(
      `${tasks}/add`,
      task({ taskType: 5, files: [multi.multiUuid], targets: { orgIds: [orgId] } }),
      clerk,
    );
    expect(own.orgName).toBe("一车队");
    expect(own.vehicles).toBeGreaterThan(0);
    expect(own.vehicles).toBeLessThan(whole.vehicles);
    const page = await good<{ list: DetailRow[]; total: number }>(
      `${details}/pageList`,
      { taskUuid: own.taskUuid },
      clerk,
    );
    expect([page.total, page.list.every(({ orgName }) => orgName === "一车队")]).toEqual([own.total, true]);
  });
});

describe("an organisation", () => {
  it("is not deleted while files or tasks of it are there, which are named", async () => {
    const orgId = newKey();
    await sql`insert into organisation (org_id, org_pid, org_code, org_name, org_type) values (${orgId}, ${root}, ${orgId.slice(-8)}, ${`下发处${orgId.slice(-4)}`}, 3)`.execute(
      db(),
    );
    const [{ multiUuid }, { taskUuid, taskName }] = [
      await addMulti(5),
      await good<AddedTask>(`${tasks}/add`, await multiTask({ taskName: "将被删机构的任务" })),
    ];
    await sql`update multi_file set org_id = ${orgId}, file_name = '某机构的广告' where multi_uuid = ${multiUuid}`.execute(
      db(),
    );
    await sql`update issue_task set org_id = ${orgId} where task_uuid = ${taskUuid}`.execute(db());
    const clerk = await visitorWith("organisation.read", "organisation.delete", ...Object.values(may));
    const ask = await clerk.get(`/org/organization/${orgId}/delete`);
    expect(ask.text).toMatch(/下发文件.*某机构的广告/s);
    expect(ask.text).toContain(taskName);
    expect((await clerk.call("/api/org/v1.0/delete", { orgId })).reason).toBe("used");
    const page = await clerk.get(`/org/organization/${orgId}`);
    const listed = await clerk.get(page.$('a[href^="/voice/issue-task?orgId="]').attr("href")!);
    expect(listed.$("tbody tr").length).toBe(1);
    expect((await clerk.get(`/voice/file-management/files?orgId=${orgId}`)).$("tbody tr").length).toBe(1);
  });
});

describe("the vehicles left out", () => {
  it("are found by reason and by number, and a search that finds none says so", async () => {
    const { fileUuid } = await circularFile();
    const added = await good<AddedTask>(`${tasks}/add`, task({ taskType: 2, files: [fileUuid] }));
    const at = `/voice/issue-task/${added.taskUuid}/left-out`;
    const whole = await person.get(at);
    const { reason, busSelfCode } = added.leftOut[0]!;
    const same = added.leftOut.filter((one) => one.reason === reason).length;
    expect(same).toBeLessThan(added.leftOut.length);
    const found = await whole.submit({ reason }, { press: "查找" });
    const rows = (page: typeof found) => page.$("table").last().find("tbody tr").length;
    expect([rows(whole), rows(found)]).toEqual([added.leftOut.length, same]);
    expect(found.text).toContain(`找到 ${same} 辆`);
    expect(rows(await person.get(`${at}?keyword=${busSelfCode}`))).toBe(1);
    expect((await person.get(`${at}?keyword=nothing`)).text).toContain("没有符合条件的车辆");
    expect((await person.get(`${at}?page=abc`)).status).toBe(200);
  });
});

describe("the first step of a new task", () => {
  it("finds files by a word, page by page, and keeps what is ticked", async () => {
    const kept = (await addMulti(4)).multiUuid;
    await sql`insert into multi_file (multi_uuid, kind, file_no, file_name, file_version, org_id, file_key, size_bytes, md5, sha256, crc32)
      select md5('P' || n), 4, 'P' || lpad(n::text, 3, '0'), '公共语音' || n, '1.0', org_id, file_key, 1, '', '', '' from multi_file, generate_series(1, 60) n where multi_uuid = ${kept}`.execute(
      db(),
    );
    const begun = await (await person.get("/voice/issue-task/new")).submit({}, { press: "[value='4']" });
    let page = await begun.follow();
    const shown = () => page.$("input[type=checkbox][name=files]").length;
    const ticked = () => page.$("input[type=checkbox][name=files]:checked").length;
    expect(shown()).toBe(50);
    const [first] = page
      .$("input[type=checkbox][name=files]")
      .map((_, box) => page.$(box).val())
      .get() as string[];
    page = await (await page.submit({ files: [first!] }, { press: "下一页" })).follow();
    expect([shown() - ticked(), ticked()]).toEqual([page.text.includes("另外已选 1 个") ? shown() - 1 : 0, 1]);
    page = await (await page.submit({ keyword: "P037" }, { press: "查找" })).follow();
    expect(page.text).toContain("“P037”找到 1 个，另外已选 1 个");
    const [hit] = page
      .$("input[type=checkbox][name=files]")
      .map((_, box) => page.$(box).val())
      .get() as string[];
    page = await (await page.submit({ keyword: "没有这样的", files: [hit!, first!] })).follow();
    expect(page.text).toContain("没有找到，请换一个词");
    expect(ticked()).toBe(2);
    const none = await page.submit({ files: [] });
    expect([none.status, none.errorAt("files")]).toEqual([422, "请选择要下发的文件"]);
    const next = await page.submit({});
    expect(next.location).toMatch(/\/whom$/);
    expect(await (await next.follow()).url).toBe(next.location);
    page = await person.get(next.location!.replace("whom", "files"));
    expect(ticked()).toBe(2);
    expect((await person.get(`${page.url.split("?")[0]!}?page=${"1".repeat(130)}`)).status).toBe(200);
  });
});

it("a new task goes to the vehicles that are typed, not to all of the line that is ticked beforehand", async () => {
  const { rows } = await sql<{ fileUuid: string; bus: string; buses: number }>`
    select f.file_uuid, min(b.bus_self_code) as bus, count(*)::int as buses from line_file f join line_classify c using (classify_sid)
      join bus_line l on l.line_uuid = c.main_uuid and l.is_main and l.valid @> current_date join bus b using (bus_uuid)
    where f.state in (1, 2) and f.deleted_at is null and b.deleted_at is null group by 1 having count(*) > 2 limit 1`.execute(
    db(),
  );
  const { fileUuid, bus, buses } = rows[0]!;
  const begun = await (await person.get("/voice/issue-task/new")).submit({}, { press: "[value='2']" });
  const whom = await (await (await begun.follow()).submit({ files: [fileUuid] })).follow();
  expect(whom.$("input[name=allLines]:checked").length).toBe(1);
  const confirming = async (typed: Record<string, string>) => {
    const how = await (await (await person.get(whom.url)).submit(typed)).follow();
    const page = await (await how.submit({ taskName: "只发给一辆" })).follow();
    const [, sent, left] = /下发(\d+) 辆车不下发(\d+) 辆车/.exec(page.$("dl").text()) ?? [];
    return { whom: page.$("dt:contains(对象) + dd").text(), vehicles: Number(sent) + Number(left) };
  };
  expect(await confirming({ buses: bus })).toEqual({ whom: "填写的 1 辆车", vehicles: 1 });
  expect(await confirming({ buses: "" })).toEqual({ whom: "全部线路", vehicles: buses });

  const how = await person.get(whom.url.replace("whom", "how"));
  const joining = await (await how.submit({ joins: "on" })).follow();
  expect(joining.$("dt:contains(新加入的车辆) + dd").text()).toBe("也下发，直到最后一天");
  expect((await person.get(how.url)).$("input[name=joins]:checked").length).toBe(1);

  // What the compiler found worth a look stands where one confirms.
  const found = (findings: object[]) =>
    sql`update line_file set findings = ${JSON.stringify(findings)}::jsonb where file_uuid = ${fileUuid}`.execute(db());
  await found([{ path: "", message: "两次报站重叠" }]);
  try {
    const check = await person.get(whom.url.replace("whom", "confirm"));
    expect(check.text).toContain("生成时有 1 处提醒");
    expect(check.$(`a[href="/voice/file-management/${fileUuid}"]`).length).toBe(1);
  } finally {
    await found([]);
  }
});

describe("what buses announce", () => {
  it("is told by standing, by line, on the bus's page and as a file, from what terminals say", async () => {
    const reader = await visitorWith(may.read, may.write, "bus.read");
    const at = "/voice/issue-task/announced";
    const standing = async (value: string) => (await reader.get(`${at}?standing=${value}`)).$("tbody tr").length;
    expect(await Promise.all(["old", "other"].map(standing))).toEqual([1, 1]);
    for (const value of ["none", "unknown"]) expect(await standing(value)).toBeGreaterThan(0);
    const old = await reader.get(`${at}?standing=old`);
    expect(old.$("tbody tr").text()).toMatch(/环1路.*旧的线路文件0\.9/);
    expect((await reader.get(`${at}/lines`)).$("tbody tr:contains(环1路)").first().text()).toMatch(
      /环1路.*旧的线路文件 1.*0\.9：1 辆/,
    );
    expect(await (await reader.send(`${at}/export?standing=old`)).text()).toContain("旧的线路文件");
    expect((await reader.get("/homepage")).text).toContain("1 辆还在用旧的线路文件");
    const bus = await reader.get(old.$("tbody a").attr("href")!);
    expect(bus.text).toContain("报站：旧的线路文件");
  });
});
