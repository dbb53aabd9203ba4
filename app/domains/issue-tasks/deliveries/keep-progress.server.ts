import { sql } from "kysely";
import { db } from "~/kit/data/db/pool.server";
import { plannedOnce } from "~/kit/data/db/planned-once.server";
import { gatherCalls } from "~/kit/ground/gather-calls";
import { progressCodes } from "./job";

export interface Progress {
  detailUuid: string;
  /** 0 to 100. */
  percent: number;
  code: string;
}

/** What became of an answer: kept, of a delivery that has ended, or of none of this terminal's. */
export type ProgressFate = "kept" | "late" | "unknown";

const keeping = gatherCalls(keepTogether, { most: 500 });

/** Keeps how far a download has come; it never goes back. */
export const keepProgress = ({ devUuid }: { devUuid: string }, progress: Progress): Promise<ProgressFate> =>
  keeping({ ...progress, devUuid });

async function keepTogether(asked: (Progress & { devUuid: string })[]): Promise<ProgressFate[]> {
  const column = <K extends keyof (typeof asked)[number]>(name: K) => asked.map((one) => one[name]);
  const words = asked.map(({ code }) => ((progressCodes as Record<string, string>)[code] ?? code).slice(0, 128));
  const { rows } = await sql<{ place: number; state: number }>`${plannedOnce}
    with given as (
      select * from unnest(${column("detailUuid")}::text[], ${column("devUuid")}::text[], ${column("percent")}::int[], ${column("code")}::text[], ${words}::text[])
        with ordinality as given (detail_uuid, dev_uuid, percent, code, words, place)
    ), farthest as (
      select distinct on (detail_uuid, dev_uuid) * from given order by detail_uuid, dev_uuid, percent desc, place desc
    ), locked as (
      select d.detail_uuid from issue_detail d join farthest f using (detail_uuid, dev_uuid)
      where d.state = 1 and (d.percent < f.percent or (d.percent = f.percent and d.progress_code is distinct from f.code)) order by 1 for update of d
    ), moved as (
      update issue_detail d set percent = f.percent, progress_code = f.code, progress_text = f.words, download_start = coalesce(d.download_start, now())
      from locked, farthest f where d.detail_uuid = locked.detail_uuid and d.detail_uuid = f.detail_uuid and d.dev_uuid = f.dev_uuid and d.state = 1
    )
    select g.place, d.state from given g join issue_detail d using (detail_uuid, dev_uuid)`.execute(db());
  const states = new Map(rows.map(({ place, state }) => [Number(place), state]));
  return asked.map((_, place) => {
    const state = states.get(place + 1);
    return state === undefined ? "unknown" : state === 1 ? "kept" : "late";
  });
}
