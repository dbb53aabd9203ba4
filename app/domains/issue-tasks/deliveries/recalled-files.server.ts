import { sql } from "kysely";
import { db, perDatabase } from "~/kit/data/db/pool.server";
import { gatherCalls } from "~/kit/ground/gather-calls";
import type { ReportedFile } from "./job";

const freshMs = 5000;
const memory = perDatabase((): { cancelled?: { at: number; tasks: Promise<string[]> } } => ({}));

/** Files that a terminal keeps for a moment to come and shall not use after all: their task has been cancelled. */
export async function recalledFiles({ devUuid }: { devUuid: string }): Promise<ReportedFile[]> {
  return (await cancelledAhead()).length > 0 ? finding(devUuid) : [];
}

/** Nearly always none, so that a poll costs nothing for it. */
function cancelledAhead(): Promise<string[]> {
  const now = Date.now();
  const kept = memory();
  if (kept.cancelled && now - kept.cancelled.at < freshMs) return kept.cancelled.tasks;
  const tasks = readCancelled();
  kept.cancelled = { at: now, tasks };
  tasks.catch(() => (kept.cancelled = undefined));
  return tasks;
}

async function readCancelled(): Promise<string[]> {
  const { rows } = await sql<{ taskUuid: string }>`
    select task_uuid from issue_task where activate_at > now() and state = 5`.execute(db());
  return rows.map(({ taskUuid }) => taskUuid);
}

const finding = gatherCalls(
  async (devices: string[]): Promise<ReportedFile[][]> => {
    const { rows } = await sql<ReportedFile & { devUuid: string }>`
      select d.dev_uuid, d.kind, d.file_no as no, d.file_version as version from issue_detail d
      where d.task_uuid = any(${await cancelledAhead()}) and d.dev_uuid = any(${devices}) and d.state = 2`.execute(
      db(),
    );
    return devices.map((devUuid) =>
      rows.filter((row) => row.devUuid === devUuid).map(({ kind, no, version }) => ({ kind, no, version })),
    );
  },
  { most: 500 },
);
