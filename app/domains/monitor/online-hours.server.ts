import { sql } from "kysely";
import { scrapped } from "~/domains/buses/room";
import { inScope } from "~/kit/data/access/scope.server";
import { sharedFigures } from "~/kit/data/figures/shared-figures.server";
import { db } from "~/kit/data/db/pool.server";
import { repeat } from "~/kit/ground/time/repeat.server";
import { fromOf, whereOf } from "~/kit/room/source-sql.server";
import { isOnline, watchedSource } from "./source.server";

export const countOnline = sharedFigures(
  "online",
  async (viewer): Promise<{ online: number; total: number }> => {
    const found = await sql<{ online: number; total: number }>`
    select count(*) filter (where ${isOnline()}) as online, count(*) as total
    from ${fromOf(watchedSource)} where ${whereOf(watchedSource, viewer, {})}`.execute(db());
    return found.rows[0]!;
  },
  { seconds: 10 },
);

/** The most buses that were online in each of the last 24 hours, the oldest first; hours that nobody counted have none. */
export const onlineByHour = sharedFigures(
  "online by hour",
  async (viewer): Promise<{ hour: Date; online: number }[]> => {
    const found = await sql<{ hour: Date; online: number }>`
    select h.hour, coalesce(sum(o.online) filter (where ${inScope(viewer, sql`o.org`)}), 0) as online
    from generate_series(date_trunc('hour', now()) - interval '23 hours', date_trunc('hour', now()), interval '1 hour') as h (hour)
      left join online_hour o on o.hour = h.hour
    group by 1 order by 1`.execute(db());
    return found.rows;
  },
);

/** Counts who is online now into the hour; processes that count the same hour keep the most. */
export async function keepOnlineHours(): Promise<void> {
  await sql`
    with old as (delete from online_hour where hour < now() - interval '8 days')
    insert into online_hour as kept (hour, org, online)
    select date_trunc('hour', now()), bus.org_id, count(*) from bus join bus_position p using (bus_uuid)
    where bus.deleted_at is null and bus.bus_state <> ${scrapped} and ${isOnline()} group by 2 order by 2
    on conflict (hour, org) do update set online = greatest(kept.online, excluded.online)`.execute(db());
}

/** Counts now and every five minutes; answers what ends it. */
export function startOnlineHours(): () => Promise<void> {
  return repeat(300_000, "the buses online could not be counted", keepOnlineHours).end;
}
