import { sql } from "kysely";
import { sqlState } from "~/kit/data/db/failures";
import { db } from "~/kit/data/db/pool.server";
import { gatherCalls } from "~/kit/ground/gather-calls";
import { limitRate } from "~/kit/ground/limit-rate";
import { settings } from "~/kit/ground/settings.server";
import { moveDetails } from "../move-details.server";
import { type Chosen, chooseJobs } from "./choose-jobs.server";
import { failDetails } from "./fail-details.server";
import { type Job, terminal } from "./job";

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

let beginning: Record<"evenly" | "inClumps", ReturnType<typeof limitRate>> | undefined;

/** Whoever comes too soon gets it when asking again, so that a task to the whole fleet does not push everything else aside. Terminals behind a gateway come in clumps: what they did not take is kept until all have asked once more. */
function mayBegin(come: "evenly" | "inClumps"): boolean {
  const { ISSUE_BEGINS_PER_SECOND: perSecond, LINK_POLL_SECONDS } = settings();
  beginning ??= {
    evenly: limitRate({ atOnce: perSecond, perSecond }),
    inClumps: limitRate({ atOnce: LINK_POLL_SECONDS * perSecond, perSecond }),
  };
  return beginning[come]("all");
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
    const next = [...chosen.values()].filter(
      (job) => job.state === 0 && mayBegin(useAtOnce.has(job.devUuid) ? "inClumps" : "evenly"),
    );
    const fits = (job: Chosen) => job.size <= free.get(job.devUuid)!;
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
async function begin(chosen: readonly Chosen[]): Promise<void> {
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
