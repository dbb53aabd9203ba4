import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, inTransaction } from "~/kit/data/db/pool.server";
import { settings } from "~/kit/ground/settings.server";
import { listRows } from "~/kit/room/source.server";
import { addTask } from "./add-task.server";
import { takeJobs } from "./deliveries/queries.server";
import { listDetails } from "./details.server";
import { addMulti, detailsOf, rootOrganisation } from "./issue-tasks.sample";
import { moveDetails } from "./move-details.server";
import { advanceTasks } from "./rollouts/advance.server";
import { TaskAdd } from "./schema";
import { startTask } from "./start-task.server";
import { taskSource } from "./tasks.server";
import { isLongRun } from "../../../tests/kit/long-run";
import { mayTake, measureSlowness, timeWork } from "../../../tests/kit/slowness";

const viewer = {
  userId: "system",
  userName: "系统",
  isSuper: true,
  orgId: null,
  orgScope: "all",
  permissions: new Set(),
} as unknown as Viewer;
const vehicles = 20_000;
let targets: { orgIds: string[] };

beforeAll(async () => {
  const { orgId } = await rootOrganisation();
  targets = { orgIds: [orgId] };
  await sql`insert into bus (bus_uuid, bus_self_code, plate_num, org_id, model_uuid, search_grams)
    select lpad(to_hex(n), 32, '0'), 'M' || n, '京B' || lpad(n::text, 5, '0'), ${orgId}, first.model_uuid, '{}' from generate_series(1, ${vehicles}) n, (select model_uuid from bus limit 1) first`.execute(
    db(),
  );
  await sql`insert into device (dev_uuid, dev_self_code, model_uuid, dev_type, bind_type, bind_uuid, search_grams)
    select 'f' || lpad(to_hex(n), 31, '0'), 'MD' || n, first.model_uuid, 1, 'bus', lpad(to_hex(n), 32, '0'), '{}' from generate_series(1, ${vehicles}) n, (select model_uuid from device where dev_type = 1 limit 1) first`.execute(
    db(),
  );
  await sql`analyze bus, device`.execute(db());
});

describe("20,000 vehicles", () => {
  it.runIf(isLongRun)("get a task within two seconds, are listed soon and moved on cheaply", async () => {
    const { multiUuid } = await addMulti(5);
    const values = TaskAdd.parse({ taskName: "全部车辆", taskType: 5, files: [multiUuid], targets, stages: [1, 100] });
    const [added, { taskUuid, vehicles: reached }] = await timeWork(() => addTask(viewer, values));
    expect(reached).toBeGreaterThan(vehicles);
    const [started] = await timeWork(() => startTask(viewer, taskUuid));
    await sql`analyze issue_detail`.execute(db());
    const [advanced] = await timeWork(() => advanceTasks());
    const times: number[] = [];
    const before = measureSlowness();
    for (const filters of [{}, { state: 0 }, { keyword: "M19" }, { stage: 2 }])
      for (const id of ["busSelfCode", "changedAt", "state"])
        for (const page of [1, 100]) {
          const state = { page, size: 50, filters: { ...filters, taskUuid }, sort: [{ id, desc: page > 1 }] };
          const began = performance.now();
          await listDetails(viewer, state);
          times.push(performance.now() - began);
        }
    const slowness = (before + measureSlowness()) / 2;
    const [listed] = await timeWork(() =>
      listRows(taskSource, viewer, { page: 1, size: 20, filters: {} as never, sort: [] }),
    );
    times.sort((one, other) => one - other);
    const [p50, p95] = [0.5, 0.95].map((share) => Math.round(times[Math.floor(times.length * share)]! / slowness));
    console.error(
      `20,000 vehicles: added in ${added} ms, started in ${started}, moved on in ${advanced}, tasks listed in ${listed}, vehicles listed p50 ${p50} p95 ${p95}`,
    );
    expect(added).toBeLessThan(mayTake(2000));
    expect(p95).toBeLessThan(mayTake(300));
  });

  it("change their state only as the table of states allows, each with a row of its log", async () => {
    const { multiUuid } = await addMulti(5);
    const buses = ["1", "2", "3"].map((n) => n.padStart(32, "0"));
    const { taskUuid } = await addTask(
      viewer,
      TaskAdd.parse({ taskName: "三辆", taskType: 5, files: [multiUuid], targets: { busUuids: buses } }),
    );
    const keys = (await detailsOf(taskUuid)).map(({ detailUuid }) => detailUuid);
    const move = (those: string[], to: -1 | 0 | 1 | 2 | 3 | 4) =>
      inTransaction((trx) =>
        moveDetails(trx, those, {
          to,
          reason: `到 ${to}`,
          actor: "车载终端",
          set: to === 1 ? sql`tries = tries + 1` : undefined,
        }),
      );
    expect(await move(keys, 2)).toEqual([]);
    expect((await move(keys, 1)).length).toBe(3);
    expect(await move(keys, 0)).toEqual([]);
    expect((await move([keys[0]!], 2)).length).toBe(1);
    expect((await move(keys, 3)).length).toBe(3);
    expect((await move([keys[0]!, keys[1]!], 0)).length).toBe(2);
    expect((await move(keys, -1)).length).toBe(2);
    expect((await detailsOf(taskUuid)).map(({ state, tries }) => [state, tries]).sort()).toEqual([
      [-1, 1],
      [-1, 1],
      [3, 1],
    ]);
    const { rows } = await sql<{ steps: string }>`
      select string_agg(coalesce(from_state::text, '') || '>' || to_state, ' ' order by log_id) as steps from issue_detail_log where detail_uuid = ${keys[0]}`.execute(
      db(),
    );
    expect(rows[0]!.steps).toBe(">0 0>1 1>2 2>3 3>0 0>-1");
  });

  it("begin behind a gateway what they may begin until all have asked once more, also where they ask at once", async () => {
    const { multiUuid } = await addMulti(5);
    const values = TaskAdd.parse({ taskName: "一起询问", taskType: 5, files: [multiUuid], targets });
    const { taskUuid } = await addTask(viewer, values);
    await startTask(viewer, taskUuid);
    const { ISSUE_BEGINS_PER_SECOND: perSecond, LINK_POLL_SECONDS: seconds } = settings();
    const asking = Array.from(
      { length: 3 * perSecond * seconds },
      (_, n) => `f${(n + 1).toString(16).padStart(31, "0")}`,
    );
    const began = performance.now();
    const jobs = await Promise.all(asking.map((devUuid) => takeJobs({ devUuid }, { usesAtOnce: true })));
    const took = (performance.now() - began) / 1000;
    const begun = jobs.flat().length;
    expect(begun).toBeGreaterThanOrEqual(perSecond * seconds);
    expect(begun).toBeLessThanOrEqual(perSecond * (seconds + took + 1));
  });
});
