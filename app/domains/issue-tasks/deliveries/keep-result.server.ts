import { sql } from "kysely";
import { db } from "~/kit/data/db/pool.server";
import { plannedOnce } from "~/kit/data/db/planned-once.server";
import { gatherCalls } from "~/kit/ground/gather-calls";
import { moveDetails } from "../move-details.server";
import { failDetails } from "./fail-details.server";
import { sayFailure, terminal } from "./job";
import type { ProgressFate } from "./keep-progress.server";
import { settleReported } from "./settle-reported.server";

export interface Result {
  detailUuid: string;
  /** 2: the terminal has the whole file; 3: it failed. */
  state: 2 | 3;
  /** Of what the terminal holds, in hex. */
  crc32?: string;
  /** A word of `failures`, or the terminal's own. */
  error?: string;
  /** Which try it is of, where the terminal knows. */
  attempt?: number;
}

interface Standing {
  state: number;
  crc32: string | null;
  tries: number;
}

/** Keeps how a delivery ended at the terminal: repeated, or about a try that is over, it changes nothing. */
export async function keepResult({ devUuid }: { devUuid: string }, result: Result): Promise<ProgressFate> {
  const { detailUuid, attempt } = result;
  const standing = await finding({ devUuid, detailUuid });
  if (!standing) return "unknown";
  const reason = reasonOf(result, standing);
  if (standing.state !== 1 || (attempt !== undefined && attempt !== standing.tries))
    return noteLate(detailUuid, result, reason);
  const isMoved = reason
    ? (await failDetails([detailUuid], reason, terminal)).length > 0
    : await delivering({ devUuid, detailUuid });
  return isMoved ? "kept" : noteLate(detailUuid, result, reason);
}

interface Own {
  devUuid: string;
  detailUuid: string;
}

const finding = gatherCalls(findTogether, { most: 500 });
const delivering = gatherCalls(deliverTogether, { most: 500, atOnce: 1 });

async function findTogether(asked: Own[]): Promise<(Standing | undefined)[]> {
  const { rows } = await sql<Standing & Own>`${plannedOnce}
    select detail_uuid, dev_uuid, state, crc32, tries from issue_detail where detail_uuid = any(${asked.map((one) => one.detailUuid)})`.execute(
    db(),
  );
  const found = new Map(rows.map((row) => [row.detailUuid, row]));
  return asked.map(({ detailUuid, devUuid }) => {
    const row = found.get(detailUuid);
    return row?.devUuid === devUuid ? row : undefined;
  });
}

async function deliverTogether(arrived: Own[]): Promise<boolean[]> {
  const moved = new Set(await deliver(arrived.map(({ detailUuid }) => detailUuid)));
  const those = arrived.filter(({ detailUuid }) => moved.has(detailUuid));
  if (those.length > 0) await settleReported(those.map(({ devUuid }) => devUuid));
  return arrived.map(({ detailUuid }) => moved.has(detailUuid));
}

/** Why it failed; undefined where the terminal has the file as it was sent. */
function reasonOf({ state, crc32, error }: Result, { crc32: sent }: Standing): string | undefined {
  if (state === 3) return sayFailure(error);
  if (!crc32) return "车载终端没有报告校验值";
  return sameSum(crc32, sent ?? "") ? undefined : `文件校验不一致：发出的是 ${sent}，终端算得 ${crc32.toLowerCase()}`;
}

const sameSum = (one: string, other: string) =>
  one.toLowerCase().padStart(8, "0") === other.toLowerCase().padStart(8, "0");

const deliver = (detailUuids: string[]) =>
  moveDetails(db(), detailUuids, {
    to: 2,
    reason: "终端已收到完整文件，校验一致",
    actor: terminal,
    set: sql`percent = 100, download_end = coalesce(download_end, now()), result_time = now(), last_error = null,
      deadline = (select greatest(now(), t.activate_at) + t.effective_minutes * interval '1 minute' from issue_task t where t.task_uuid = issue_detail.task_uuid)`,
  });

/** A result that says again what stands is a repetition; any other is written down, once. */
async function noteLate(detailUuid: string, { state }: Result, reason: string | undefined): Promise<ProgressFate> {
  const words = `迟到的结果，不改变状态：${reason ?? "终端已收到完整文件"}`;
  const { numAffectedRows } = await sql`
    insert into issue_detail_log (detail_uuid, from_state, to_state, reason, actor)
    select detail_uuid, state, state, ${words}, ${terminal} from issue_detail d
    where detail_uuid = ${detailUuid} and not (${state === 2 && !reason} and state in (2, 4)) and not (${reason ?? null}::text is not distinct from last_error and state in (0, 3))
      and not exists (select from issue_detail_log l where l.detail_uuid = d.detail_uuid and l.reason = ${words})`.execute(
    db(),
  );
  return numAffectedRows === 0n ? "kept" : "late";
}
