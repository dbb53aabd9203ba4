import { sql, type Transaction } from "kysely";
import { within } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, inTransaction, newKey } from "~/kit/data/db/pool.server";
import { createRecord, findRecord } from "~/kit/data/db/records.server";
import { gatherStatistics } from "~/kit/data/db/statistics.server";
import type { DB } from "~/kit/data/db/tables";
import { problem } from "~/kit/ground/problem";
import { settings } from "~/kit/ground/settings.server";
import { addDays } from "~/kit/ground/time/days";
import { dateInZone } from "~/kit/ground/time/operator-time";
import { filesAs, refuseUnheard, requireFiles } from "./chosen-files.server";
import type { LeftOut, TaskRow } from "./rows";
import { type TaskValues, usualDays } from "./schema";
import { judged, requireTargets } from "./targets.server";
import { requireTask, taskRecord } from "./tasks.server";

export interface AddedTask extends TaskRow {
  vehicles: number;
  leftOut: LeftOut[];
}

/** Makes a task with a detail for each vehicle that is to get a file; answers which vehicles get nothing, each with why. */
export async function addTask(viewer: Viewer, values: TaskValues): Promise<AddedTask> {
  const taskUuid = await inTransaction((trx) => writeTask(trx, viewer, values));
  const [task, { rows }, { rows: counted }] = await Promise.all([
    requireTask(viewer, taskUuid),
    sql<{ leftOut: LeftOut[] }>`select left_out from issue_task where task_uuid = ${taskUuid}`.execute(db()),
    sql<{
      vehicles: number;
    }>`select count(distinct bus_uuid)::int as vehicles from issue_detail where task_uuid = ${taskUuid}`.execute(db()),
  ]);
  const { vehicles } = counted[0]!;
  if (vehicles > 1000) await gatherStatistics(["issueDetail"]);
  return { ...task, vehicles, leftOut: rows[0]!.leftOut };
}

async function writeTask(trx: Transaction<DB>, viewer: Viewer, values: TaskValues): Promise<string> {
  const { files, targets, window, startTime, orgId, taskUuid = newKey(), ...task } = values;
  if (values.taskUuid && (await findRecord(trx, taskRecord, taskUuid))) return addAgain(trx, viewer, taskUuid, values);
  const home = await ownOrganisation(trx, viewer, orgId);
  const chosen = await requireFiles(trx, viewer, values.taskType, files);
  await refuseUnheard(trx, chosen);
  await requireTargets(trx, viewer, targets);
  await createRecord(trx, viewer, taskRecord, {
    ...task,
    taskUuid,
    orgId: home,
    targets: JSON.stringify(targets),
    windows: window ?? [],
    startTime: startTime ? new Date(startTime) : null,
    lastDay: lastDayFrom(beginOf(values), values.lastDay),
    joinScope: values.joins ? JSON.stringify(viewer.orgScope) : null,
    createdByName: viewer.userName,
    taskNum: await nextNumber(trx),
  });
  await trx
    .insertInto("issueTaskFile")
    .values(chosen.map(({ fileUuid, multiUuid }, at) => ({ taskUuid, serial: at + 1, fileUuid, multiUuid })))
    .execute();
  await writeDetails(trx, viewer, { ...values, taskUuid });
  return taskUuid;
}

function beginOf({ startTime, activateAt }: TaskValues): string {
  const begins = [new Date(), ...(startTime ? [new Date(startTime)] : []), ...(activateAt ? [activateAt] : [])];
  const latest = new Date(Math.max(...begins.map((moment) => moment.getTime())));
  return dateInZone(latest, settings().OPERATOR_TIME_ZONE);
}

const mostDays = 366;

/** The last day of a task that begins on a day, the usual one where none is asked for; throws where it lies before the beginning or too far behind it. */
export function lastDayFrom(begin: string, asked: string | null | undefined): string {
  if (!asked) return addDays(begin, usualDays);
  if (asked < begin) throw problem.field("lastDay", `最后一天不能早于开始的日期 ${begin}`);
  if (asked > addDays(begin, mostDays)) throw problem.field("lastDay", "最后一天最多在开始后一年");
  return asked;
}

async function addAgain(
  trx: Transaction<DB>,
  viewer: Viewer,
  taskUuid: string,
  { taskName }: TaskValues,
): Promise<string> {
  const known = await findRecord<{ createdBy: string; taskName: string }>(trx, taskRecord, taskUuid);
  if (known?.createdBy !== viewer.userId || known.taskName !== taskName)
    throw problem.field("taskUuid", "这个主键已被使用，请换一个主键");
  return taskUuid;
}

async function ownOrganisation(
  trx: Transaction<DB>,
  viewer: Viewer,
  asked: string | null | undefined,
): Promise<string> {
  const wanted = asked ?? viewer.orgId;
  const { rows } = await sql<{ orgId: string }>`
    select org_id from organisation where deleted_at is null and ${wanted ? sql`org_id = ${wanted}` : viewer.orgScope === "all" ? sql`org_pid is null` : sql`org_id = any(${viewer.orgScope})`} order by sort, org_id limit 1`.execute(
    trx,
  );
  if (!rows[0] || !within(viewer, rows[0].orgId))
    throw problem.field("orgId", "机构不存在，或不在您的机构范围内，请选择机构");
  return rows[0].orgId;
}

async function nextNumber(trx: Transaction<DB>): Promise<string> {
  const { rows } = await sql<{
    num: string;
  }>`select 'XF' || lpad(nextval('issue_task_number')::text, 6, '0') as num`.execute(trx);
  return rows[0]!.num;
}

async function writeDetails(
  trx: Transaction<DB>,
  viewer: Viewer,
  { taskUuid, files, targets, stages }: TaskValues & { taskUuid: string },
): Promise<void> {
  // Keys that sort by time, made where the rows are.
  const key = sql`${newKey().slice(0, 13)} || substr(replace(gen_random_uuid()::text, '-', ''), 14)`;
  await sql`
    with recursive ${judged(viewer, targets, filesAs(viewer, files))}, placed as (
      select j.*, dense_rank() over (order by hashtextextended(j.dev_uuid || ${taskUuid}, 0)) as place from judged j where reason is null
    ), counted as materialized (
      select ${taskUuid}::record_key as task, (select array_agg(ceil(devices * share / 100.0)::bigint + 1 order by share) from unnest(${stages}::int[]) share) as firsts
      from (select coalesce(max(place), 0) as devices from placed) as all_of_them
    ), added as (
      insert into issue_detail (detail_uuid, task_uuid, stage, bus_uuid, dev_uuid, line_uuid, file_uuid, multi_uuid, kind, file_no, file_version, format, shape, file_key, size_bytes, crc32, sha256)
      select ${key}, task, 1 + width_bucket(p.place, firsts), bus_uuid, dev_uuid, line_uuid, file_uuid, multi_uuid,
        kind, file_no, file_version, format, shape, file_key, size_bytes, crc32, sha256 from placed p, counted order by p.place
      returning detail_uuid
    ), logged as (
      insert into issue_detail_log (detail_uuid, from_state, to_state, reason, actor) select detail_uuid, null, 0, '新建任务', ${viewer.userName} from added
    )
    update issue_task set left_out = coalesce((select jsonb_agg(jsonb_build_object('busUuid', bus_uuid, 'busSelfCode', bus_self_code, 'plateNum', plate_num, 'reason', reason) order by reason, bus_self_code) from left_out), '[]')
    where task_uuid = ${taskUuid}`.execute(trx);
}
