import { sql } from "kysely";
import { sharedFigures } from "~/kit/data/figures/shared-figures.server";
import { db } from "~/kit/data/db/pool.server";
import { groupBy } from "~/kit/ground/group-by";
import { addDays } from "~/kit/ground/time/days";
import { today } from "~/kit/ground/time/today.server";
import { pageKinds } from "~/kit/page/islands/page-kinds";
import type { PageSpeed, SpeedOfKind } from "./page-speed";
import type { Range } from "./range";
import { shareOf } from "./sums.server";

const keptDays = 400;

/** Counts what a browser says of a page into the steps of the day; days of more than a year ago go. */
export async function countPageSpeed({ kind, paint, load }: PageSpeed): Promise<void> {
  await sql`
    with old as (delete from page_speed where day < ${addDays(today(), -keptDays)}::date)
    insert into page_speed as kept (day, kind, measure, bucket, loads)
    select ${today()}::date, ${kind}, measure, speed_bucket(ms::real), 1 from (values ('load', ${load}::float8), ('paint', ${paint}::float8)) said (measure, ms)
    on conflict (day, kind, measure, bucket) do update set loads = kept.loads + 1`.execute(db());
}

/** How quick the kinds of pages were in browsers, in the order of their list; kinds that nobody told of are left out. */
export const speedOfPages = sharedFigures(
  "page speed",
  async (_viewer, { from, to }: Range): Promise<SpeedOfKind[]> => {
    const { rows } = await sql<{ kind: string; measure: "paint" | "load"; bucket: number; requests: number }>`
    select kind, measure, bucket, sum(loads)::int as requests from page_speed where day between ${from}::date and ${to}::date group by 1, 2, 3 order by 3`.execute(
      db(),
    );
    const byKind = groupBy(rows, ({ kind }) => kind);
    return Object.entries(pageKinds).flatMap(([kind, label]) => {
      const steps = byKind.get(kind);
      if (!steps) return [];
      const [paint, load] = (["paint", "load"] as const).map((one) => steps.filter(({ measure }) => measure === one));
      return {
        kind: label,
        loads: paint!.reduce((sum, { requests }) => sum + requests, 0),
        paint50: below(paint!, 0.5),
        paint95: below(paint!, 0.95),
        paint99: below(paint!, 0.99),
        load50: below(load!, 0.5),
        load95: below(load!, 0.95),
        load99: below(load!, 0.99),
      };
    });
  },
);

/** Whole milliseconds: the steps are a quarter wide. */
const below = (steps: Parameters<typeof shareOf>[0], share: number) => Math.round(shareOf(steps, share));
