import { writeFile } from "node:fs/promises";
import { sql, type Transaction } from "kysely";
import { addTask, moveDetails, startTask, TaskAdd } from "~/domains/issue-tasks/queries.server";
import { skipHearing } from "~/domains/line-files/queries.server";
import type { DetailState } from "~/domains/issue-tasks/words";
import { keepMulti, saveCatalog } from "~/domains/multi-files/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { joinTransaction } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import { localPath } from "~/kit/data/files/files.server";
import { hashOf } from "~/kit/data/files/hash.server";
import { today } from "~/kit/ground/time/today.server";
import { demoNames } from "./demo-city";
import { demoTasks } from "./demo-tasks";

/** A few tasks as an operator has them after some days: one done, one partly failed, one that goes on, one not begun. */
export async function seedDemoTasks(trx: Transaction<DB>, system: Viewer): Promise<void> {
  await joinTransaction(trx, async () => {
    const { catalogUuid: media } = await saveCatalog(system, { name: demoTasks.catalog });
    const { catalogUuid: safety } = await saveCatalog(system, { name: demoTasks.below, pid: media });
    const { catalogUuid: firmware } = await saveCatalog(system, { name: demoTasks.firmwareCatalog });
    const keep = (kind: number, file: (typeof demoTasks)["video" | "firmware" | "config"], catalogUuid: string) =>
      keepFile(system, kind, file, catalogUuid);
    const [video, program, config] = [
      await keep(5, demoTasks.video, safety),
      await keep(1, demoTasks.firmware, firmware),
      await keep(3, demoTasks.config, firmware),
    ];
    const orgIds = [await fleetOf(trx)];
    const begin = async (taskName: string, taskType: number, file: string, more: object = {}) => {
      const task = TaskAdd.parse({ taskName, taskType, files: [file], targets: { orgIds }, ...more });
      const { taskUuid } = await addTask(system, task);
      await startTask(system, taskUuid);
      return taskUuid;
    };
    const done = await begin(demoTasks.done, 5, video);
    await drive(trx, done, [
      [1, "车载机开始下载"],
      [2, "收到完整文件，校验正确"],
      [4, "车辆报告已生效"],
    ]);
    await endTask(trx, done, 3);
    const partly = await begin(demoTasks.partly, 1, program, { stages: [10, 100], stopAtFailedPercent: 30 });
    await drive(
      trx,
      partly,
      [
        [1, "车载机开始下载"],
        [2, "收到完整文件，校验正确"],
      ],
      3,
    );
    await drive(trx, partly, [
      [1, "车载机开始下载"],
      [3, "校验和不一致"],
    ]);
    await endTask(trx, partly, 4);
    await begin(demoTasks.running, 3, config);
    const file = await generatedFile(trx);
    await skipHearing(system, { fileUuid: file.fileUuid, reason: demoTasks.unheard });
    await reportFiles(trx, file.classifySid);
    await addTask(
      system,
      TaskAdd.parse({
        taskName: demoTasks.waiting,
        taskType: 2,
        files: [file.fileUuid],
        targets: { lineUuids: [file.lineUuid] },
      }),
    );
  });
}

async function keepFile(
  system: Viewer,
  kind: number,
  { fileName, ...file }: { fileNo: string; fileName: string; fileVersion: string },
  catalogUuid: string,
): Promise<string> {
  const path = await localPath();
  const content = `${fileName} ${file.fileVersion}，演示用的内容\n`;
  await writeFile(path, content);
  const facts = {
    path,
    name: fileName,
    contentType: "text/plain",
    hash: await hashOf(path),
    size: Buffer.byteLength(content),
  };
  return keepMulti(system, { ...file, kind, fileName, catalogUuid }, facts);
}

/** Moves all but the first `kept` details of the last batch, by bus, that still wait from one state to the next. */
async function drive(
  trx: Transaction<DB>,
  taskUuid: string,
  steps: [to: DetailState, reason: string][],
  kept = 0,
): Promise<void> {
  const { rows } = await sql<{ detailUuid: string }>`
    select detail_uuid from issue_detail join bus using (bus_uuid) where task_uuid = ${taskUuid} and issue_detail.state = 0
    order by stage desc, bus_self_code, kind, file_no offset ${kept}`.execute(trx);
  const keys = rows.map(({ detailUuid }) => detailUuid);
  for (const [to, reason] of steps) {
    const wrong =
      to === 3
        ? sql`last_error = ${reason}, tries = 4`
        : sql`percent = ${to === 1 ? 10 : 100}, tries = greatest(tries, 1)`;
    await moveDetails(trx, keys, { to, reason, actor: "车载终端", set: sql`${wrong}, result_time = now()` });
  }
}

const endTask = (trx: Transaction<DB>, taskUuid: string, state: 3 | 4) =>
  sql`update issue_task set state = ${state}, stage = cardinality(stages), ended_at = now() where task_uuid = ${taskUuid}`.execute(
    trx,
  );

async function fleetOf(trx: Transaction<DB>): Promise<string> {
  const { rows } = await sql<{ orgId: string }>`select org_id from organisation where org_name = '一车队'`.execute(trx);
  return rows[0]!.orgId;
}

/** Of what terminals say: one bus of the line has an old list, one of another line has this line's, one has no list at all. */
const reportFiles = (trx: Transaction<DB>, classifySid: string) =>
  sql`
  insert into reported_file (dev_uuid, kind, file_no, file_version)
  select dev_uuid, case when place = 3 then 3 else 2 end, case when place = 3 then ${demoTasks.config.fileNo} else ${classifySid} end, case when own and place = 1 then '0.9' else '1.0' end from (
    select d.dev_uuid, main.line_uuid = c.main_uuid as own, row_number() over (partition by main.line_uuid = c.main_uuid order by d.dev_self_code) as place
    from device d join bus_line main on main.bus_uuid = d.bind_uuid and main.is_main and main.valid @> ${today()}::date join line_classify c on c.classify_sid = ${classifySid}
    where d.bind_type = 'bus' and d.dev_type = 1) one
  where own and place < 3 or not own and place in (2, 3)`.execute(trx);

async function generatedFile(
  trx: Transaction<DB>,
): Promise<{ fileUuid: string; lineUuid: string; classifySid: string }> {
  const { rows } = await sql<{ fileUuid: string; lineUuid: string; classifySid: string }>`
    select file_uuid, line_uuid, classify_sid from line_file join line_classify using (classify_sid) join line on line_uuid = main_uuid where line_name = ${demoNames.lines.circular} and line_file.state = 1`.execute(
    trx,
  );
  return rows[0]!;
}
