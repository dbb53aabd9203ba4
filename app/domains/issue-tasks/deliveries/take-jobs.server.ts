import { sql } from "kysely";
import { sqlState } from "~/kit/data/db/failures";
import { db } from "~/kit/data/db/pool.server";
import { grantedOf } from "~/kit/data/db/shared-rate.server";
import { gatherCalls } from "~/kit/ground/gather-calls";
import { settings } from "~/kit/ground/settings.server";
import { moveDetails } from "../move-details.server";
import { strayReason } from "../strays.server";
import { failDetails } from "./fail-details.server";
import { type Job, terminal } from "./job";
import { plannedOnce } from "~/kit/data/db/planned-once.server";

interface Asking {
  devUuid: string;
  /** Bytes that the terminal has left. */
  free?: number;
  /** Cannot keep a file for a moment to come. */
  usesAtOnce?: boolean;
}

const taking = gatherCalls(takeTogether, { most: 500 });

/** What a terminal is to fetch: the delivery that it has under way, else the first that may begin now, which is then under way; at most one. */
export const takeJobs = (
  { devUuid }: { devUuid: string },
  { free, usesAtOnce }: Omit<Asking, "devUuid"> = {},
): Promise<Job[]> => taking({ devUuid, free, usesAtOnce });

/** Of those that might begin, those that may. Whoever comes too soon gets it when asking again, so that a task to the whole fleet does not push everything else aside. Terminals behind a gateway come in clumps: what they did not take is kept until all have asked once more. */
async function takeTurns(waiting: ChosenJob[], comeInClumps: ReadonlySet<string>): Promise<ChosenJob[]> {
  const { ISSUE_BEGINS_PER_SECOND: perSecond, LINK_POLL_SECONDS } = settings();
  const evenly = waiting.filter(({ devUuid }) => !comeInClumps.has(devUuid));
  const inClumps = waiting.filter(({ devUuid }) => comeInClumps.has(devUuid));
  const may = async (jobs: ChosenJob[], come: string, atOnce: number) =>
    jobs.length > 0 ? jobs.slice(0, await grantedOf("issue-begins", { atOnce, perSecond }, come, jobs.length)) : [];
  return [
    ...(await may(evenly, "evenly", perSecond)),
    ...(await may(inClumps, "in-clumps", LINK_POLL_SECONDS * perSecond)),
  ];
}

async function takeTogether(asked: Asking[]): Promise<Job[][]> {
  const free = new Map(asked.map((one) => [one.devUuid, one.free ?? Infinity]));
  const useAtOnce = new Set(asked.filter((one) => one.usesAtOnce).map(({ devUuid }) => devUuid));
  const jobs = new Map<string, Job>();
  let open = [...free.keys()];
  // A delivery that does not fit makes room for the next one.
  for (let round = 0; round < 5 && open.length > 0; round++) {
    const chosen = await chooseJobs(open, [...useAtOnce]);
    for (const job of chosen.values()) if (job.state === 1) jobs.set(job.devUuid, job as Job);
    const next = await takeTurns(
      [...chosen.values()].filter(({ state }) => state === 0),
      useAtOnce,
    );
    const fits = (job: ChosenJob) => job.size <= free.get(job.devUuid)!;
    await begin(next);
    for (const job of next.filter((one) => !fits(one)))
      await failDetails(
        [job.detailUuid],
        `车载终端存储空间不足：文件 ${job.size} 字节，终端剩余 ${free.get(job.devUuid)} 字节`,
        terminal,
      );
    open = next.map((job) => job.devUuid);
  }
  return asked.map(({ devUuid }) => [jobs.get(devUuid) ?? []].flat());
}

/** Two at once may choose different deliveries of one terminal: the database lets one of them begin. */
async function begin(chosen: readonly ChosenJob[]): Promise<void> {
  if (chosen.length === 0) return;
  try {
    await moveDetails(
      db(),
      chosen.map(({ detailUuid }) => detailUuid),
      {
        to: 1,
        reason: "终端领取下载任务",
        actor: terminal,
        set: sql`tries = tries + 1, notice_time = now(), next_try_at = null, percent = 0, progress_code = null, progress_text = null,
          deadline = now() + (select t.timeout_minutes from issue_task t where t.task_uuid = issue_detail.task_uuid) * interval '1 minute'`,
      },
    );
  } catch (error) {
    if (sqlState(error) !== "23505") throw error;
    if (chosen.length > 1) for (const one of chosen) await begin([one]);
  }
}

interface ChosenJob extends Omit<Job, "deadline"> {
  devUuid: string;
  state: 0 | 1;
  deadline: Date | null;
}

/** Of each of these devices the delivery under way, else the first that may begin now; for those that use a file at once, not before its moment. */
async function chooseJobs(devices: readonly string[], useAtOnce: readonly string[]): Promise<Map<string, ChosenJob>> {
  const shown = sql`d.detail_uuid, d.dev_uuid, d.state, d.kind, d.file_no as no, d.file_version as version, d.format, d.file_key, d.size_bytes as size, d.crc32, d.sha256, d.deadline, d.tries as attempt,
    (select activate_at from issue_task own where own.task_uuid = d.task_uuid) as activate_at`;
  const { rows } = await sql<ChosenJob>`${plannedOnce}
    with clock as (
      select extract(hour from local)::integer * 60 + extract(minute from local)::integer as minute, local::date as day from (select now() at time zone ${settings().OPERATOR_TIME_ZONE} as local) as here
    ), under_way as (
      select ${shown} from issue_detail d where d.state = 1 and d.dev_uuid = any(${devices})
    ), waiting as (
      select distinct on (d.dev_uuid) ${shown} from issue_detail d join issue_task t using (task_uuid), clock
      where d.state = 0 and d.dev_uuid = any(${devices}) and d.file_key is not null and t.state = 1 and t.deleted_at is null and d.stage <= t.stage
        and ${strayReason()} is null
        and (d.next_try_at is null or d.next_try_at <= now())
        and (t.windows = '[]' or exists (select from jsonb_array_elements(t.windows) w where clock_within(w ->> 'from', w ->> 'to', clock.minute)))
        and not (t.outside_service and exists (
          select from bus_line b join line l using (line_uuid) where b.bus_uuid = d.bus_uuid and b.is_main and b.valid @> clock.day
            and (clock_within(l.up_first, l.up_last, clock.minute) or clock_within(l.down_first, l.down_last, clock.minute))))
        and (t.activate_at is null or t.activate_at <= now() or d.dev_uuid <> all(${useAtOnce}))
      order by d.dev_uuid, t.priority desc, t.created_at, d.detail_uuid
    )
    select * from under_way union all select * from waiting where not exists (select from under_way u where u.dev_uuid = waiting.dev_uuid)`.execute(
    db(),
  );
  return new Map(rows.map((row) => [row.devUuid, row]));
}
