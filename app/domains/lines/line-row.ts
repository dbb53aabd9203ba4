import { z } from "zod";
import { repliesOf } from "~/kit/room/fields";
import { lineFields } from "./line-room";

const at = z.coerce.string();
export const DirectionFigures = z.object({
  direction: z.number(),
  directionName: z.string(),
  startStation: z.string().nullable(),
  endStation: z.string().nullable(),
  stationCount: z.number(),
  /** Kilometres, as parameter S014 says: of the path, or as declared. */
  mileage: z.number().nullable().describe("里程（公里），按参数 S014 取路径里程或申报里程"),
  pathMileage: z.number().nullable().describe("路径里程（公里）"),
  nonLinear: z.number().nullable().describe("非直线系数：路径里程与首末站直线距离之比；环行或没有路径时为空"),
  spacing: z.number().nullable().describe("平均站距（公里）"),
  first: z.string().nullable(),
  last: z.string().nullable(),
});
export type DirectionFigures = z.output<typeof DirectionFigures>;

/** A line with its figures as of a day: those of its primary variant. */
export const LineRow = z.object({
  lineUuid: z.string(),
  ...repliesOf(lineFields),
  lineTypeName: z.string(),
  orgName: z.string(),
  longName: z.string().nullable().describe("对乘客的全称，取自 GTFS"),
  color: z.string().nullable().describe("线路颜色和其上文字的颜色，六位十六进制数，取自 GTFS"),
  textColor: z.string().nullable(),
  parkingName: z.string().nullable().describe("首末场站的名称；不在您的机构范围内时不显示"),
  source: z.string().nullable(),
  version: z.number(),
  updatedAt: at,
  upStart: z.string().nullable(),
  upEnd: z.string().nullable(),
  downStart: z.string().nullable(),
  downEnd: z.string().nullable(),
  upStations: z.number(),
  downStations: z.number(),
  /** In the order and with the names that the operator wants. */
  directions: z.array(DirectionFigures),
  matchState: z.string(),
  /** Nothing is in force: stations, lengths and match state are the draft's. */
  fromDraft: z.boolean(),
  /** Of any variant; and whether one waits to be checked. */
  hasDraft: z.boolean(),
  waiting: z.boolean(),
  toReview: z.boolean().describe("站点移动后，路径还没有重画或确认无误"),
  nextChange: z.string().nullable(),
  /** The day asked for; null: today. */
  asOf: z.string().nullable(),
});
export type LineRow = z.output<typeof LineRow>;
