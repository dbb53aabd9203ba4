import { z } from "zod";
import { recordKey } from "~/kit/page/forms/rules";
import { mostPeriods, clashesOf, Period } from "./periods";

const minutes = (least: number, most: number, label: string) =>
  z
    .number({ error: `${label}应为 ${least} 到 ${most} 分钟` })
    .min(least, `${label}应为 ${least} 到 ${most} 分钟`)
    .max(most, `${label}应为 ${least} 到 ${most} 分钟`);

/** How a draft would be run; what is left out is as the line runs today. */
export const Service = z.object({
  intervalMinutes: minutes(1, 240, "发车间隔").optional().describe("不给时按时刻表，没有时刻表时按线路的发车间隔"),
  periodIntervals: z
    .array(minutes(1, 240, "时段的发车间隔").nullable())
    .max(mostPeriods)
    .optional()
    .describe("与 periods 一一对应；null 与其余时间相同"),
  layoverMinutes: minutes(0, 120, "停歇").optional(),
  upMinutes: minutes(1, 600, "上行行驶时间").optional(),
  downMinutes: minutes(1, 600, "下行行驶时间").optional(),
});
export type Service = z.output<typeof Service>;

export const mostDrafts = 50;
export const ScenarioRequest = z.object({
  periods: z
    .array(Period)
    .max(mostPeriods, `一次最多 ${mostPeriods} 个时段`)
    .default([])
    .superRefine((periods, context) => {
      for (const message of clashesOf(periods)) context.addIssue({ code: "custom", message });
    }),
  versions: z
    .array(Service.extend({ versionUuid: recordKey }), { error: "请给出草稿列表 versions" })
    .min(1, "请给出至少一份草稿")
    .max(mostDrafts, `一次最多 ${mostDrafts} 份草稿`),
});

/** What a day of a line takes; null where something is not known. */
const Demand = z.object({
  cycle: z.number().nullable().describe("周转时间（分钟），分时段时取需要车辆最多的时段"),
  buses: z.number().nullable().describe("需要的车辆数，分时段时取最多的时段"),
  trips: z.number().nullable().describe("每天的班次，各方向合计"),
  km: z.number().nullable().describe("每天的车公里"),
  parts: z
    .array(z.object({ name: z.string(), buses: z.number().nullable(), trips: z.number().nullable() }))
    .describe("有车发出的各时段"),
});
export type Demand = z.output<typeof Demand>;
const Total = z.object({ buses: z.number(), km: z.number(), unknown: z.number().describe("算不出的份数") });

export const Scenario = z.object({
  rows: z.array(
    z.object({
      lineUuid: z.string(),
      lineName: z.string(),
      classifySid: z.string(),
      classifyName: z.string(),
      sortType: z.number(),
      versionUuid: z.string(),
      plannedFor: z.string().nullable(),
      intervalMinutes: z.number().nullable().describe("null 为按时刻表"),
      periodIntervals: z.array(z.number().nullable()).describe("与请求的 periods 一一对应；null 与其余时间相同"),
      layoverMinutes: z.number(),
      directions: z.array(
        z.object({
          direction: z.number(),
          directionName: z.string(),
          runMinutes: z.number().nullable(),
          runMinutesNow: z.number().nullable(),
          mileage: z.number().nullable(),
          mileageNow: z.number().nullable(),
        }),
      ),
      now: Demand.nullable().describe("今天生效的版本；没有时为 null"),
      draft: Demand,
      timetable: Demand.nullable().describe("按草稿的时刻表；没有时刻表时为 null"),
      conflicts: z.array(z.object({ message: z.string(), href: z.string() })),
    }),
  ),
  now: Total,
  draft: Total,
  stations: z.array(
    z.object({
      staUuid: z.string(),
      staName: z.string(),
      staSelfCode: z.string(),
      gains: z.array(z.string()).describe("增加的线路"),
      loses: z.array(z.string()).describe("减少的线路"),
      lines: z.number().describe("以后停靠的线路数"),
    }),
  ),
  gaining: z.number().describe("有线路增加的站点数"),
  losing: z.number().describe("有线路减少的站点数"),
  unserved: z.number().describe("不再有线路停靠的站点数"),
});
export type Scenario = z.output<typeof Scenario>;
