import { sql } from "kysely";
import { db } from "~/kit/data/db/pool.server";
import { settings } from "~/kit/ground/settings.server";
import { drawChart } from "~/kit/page/charts/draw.server";
import type { ChartOption } from "~/kit/page/charts/parts";

export interface Minute {
  at: string;
  arrived: number;
  failed: number;
}

const most = 120;

/** How many vehicles came to an end when, by minute, or by as many minutes as fit into a drawing. */
export async function minutesOf(taskUuid: string): Promise<{ rows: Minute[]; step: number }> {
  const { rows } = await sql<Minute & { step: number }>`
    with minute as materialized (
      select date_trunc('minute', coalesce(result_time, changed_at)) as at, count(*) filter (where state in (2, 4)) as arrived, count(*) filter (where state = 3) as failed
      from issue_detail where task_uuid = ${taskUuid} and state in (2, 3, 4) group by 1
    ), span as (
      select extract(epoch from max(at) - min(at)) / 60 as minutes from minute
    ), chosen as (
      select coalesce(min(one), 10080) as step from span cross join unnest(array[1, 5, 15, 60, 360, 1440]) one where minutes / one < ${most}
    )
    select step, to_char(to_timestamp(floor(extract(epoch from at) / 60 / step) * step * 60) at time zone ${settings().OPERATOR_TIME_ZONE}, 'MM-DD HH24:MI') as at,
      sum(arrived)::int as arrived, sum(failed)::int as failed
    from minute cross join chosen group by 1, 2 order by min(minute.at)`.execute(db());
  return { rows: rows.map(({ at, arrived, failed }) => ({ at, arrived, failed })), step: rows[0]?.step ?? 1 };
}

const height = 180;

export function drawMinutes(rows: readonly Minute[]): { option: ChartOption; svg: string; height: number } {
  const bars = (name: string, data: number[]) => ({ name, data, type: "bar" as const, stack: "all", barMaxWidth: 26 });
  const option: ChartOption = {
    color: ["#2f6fb3", "#c2491d"],
    grid: { left: 8, right: 24, top: 34, bottom: 8, outerBoundsMode: "same", outerBoundsContain: "axisLabel" },
    legend: { top: 0, right: 8 },
    tooltip: { trigger: "axis", axisPointer: { type: "shadow" } },
    xAxis: { type: "category", data: rows.map(({ at }) => at) },
    yAxis: { type: "value", minInterval: 1 },
    series: [
      bars(
        "收到",
        rows.map(({ arrived }) => arrived),
      ),
      bars(
        "失败",
        rows.map(({ failed }) => failed),
      ),
    ],
  };
  return { option, svg: drawChart(option, { width: 900, height }), height };
}
