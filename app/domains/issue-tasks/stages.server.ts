import { sql } from "kysely";
import { db } from "~/kit/data/db/pool.server";
import type { Counts, TaskRow } from "./rows";

/** One share of a task: up to which percent of its vehicles it goes, how it stands, and its vehicles by their state. */
export interface Stage {
  nth: number;
  percent: number;
  standing: "done" | "now" | "waiting";
  counts: Counts;
}

/** The shares of a task that has more than one. */
export async function stagesOf({ taskUuid, stages, stage, state }: TaskRow): Promise<Stage[]> {
  if (stages.length < 2) return [];
  const { rows } = await sql<Counts & { stage: number }>`
    select stage, count(*)::int as total, count(*) filter (where state = 0)::int as waiting, count(*) filter (where state = 1)::int as running,
      count(*) filter (where state = 2)::int as done, count(*) filter (where state = 4)::int as effective,
      count(*) filter (where state = 3)::int as failed, count(*) filter (where state = -1)::int as cancelled
    from issue_detail where task_uuid = ${taskUuid} group by stage`.execute(db());
  const none: Counts = { total: 0, waiting: 0, running: 0, done: 0, effective: 0, failed: 0, cancelled: 0 };
  return stages.map((percent, at) => {
    const nth = at + 1;
    const isOver = state > 2 || nth < stage;
    return {
      nth,
      percent,
      standing: isOver ? "done" : nth === stage ? "now" : "waiting",
      counts: rows.find((row) => row.stage === nth) ?? none,
    };
  });
}
