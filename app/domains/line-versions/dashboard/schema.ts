import { z } from "zod";
import { date, recordKey } from "~/kit/page/forms/rules";
import { LineRow } from "~/domains/lines/schema";
import { StationOfLine } from "../version-replies";

export const LineDash = LineRow.extend({
  stateName: z.string(),
  categoryName: z.string(),
  ticketTypeName: z.string().nullable(),
  matchStateName: z.string(),
});
export type LineDash = z.output<typeof LineDash>;

const VariantInForce = z.object({
  classifySid: z.string(),
  classifyName: z.string(),
  sortType: z.number(),
  sortTypeName: z.string(),
  /** null where nothing is in force on the day. */
  versionUuid: z.string().nullable(),
  validFrom: z.string().nullable(),
  validTo: z.string().nullable(),
});
export type VariantInForce = z.output<typeof VariantInForce>;

export const LineInfo = LineDash.extend({ classifyList: z.array(VariantInForce) });
export type LineInfo = z.output<typeof LineInfo>;

const keys = (most: number) =>
  z
    .array(recordKey, { error: "请给出线路主键 lineUuids" })
    .min(1, "请给出至少一个线路主键")
    .max(most, `一次最多 ${most} 条线路`);

/** Most lines of one basicInfo: with names or stations, and with paths. */
const mostNamed = 500;
const mostWithPath = 100;
export const BasicInfoRequest = z
  .object({
    lineUuids: keys(mostNamed),
    type: z
      .union([z.literal(1), z.literal(2), z.literal(3)], { error: "type 应为 1（名称）、2（加站点）或 3（加路径）" })
      .default(1),
    asOf: date.optional(),
  })
  .refine(({ lineUuids, type }) => type !== 3 || lineUuids.length <= mostWithPath, {
    path: ["lineUuids"],
    message: `带路径时一次最多 ${mostWithPath} 条线路`,
  });
export const BasicLine = LineRow.pick({
  lineUuid: true,
  lineId: true,
  lineName: true,
  lineDeviceNo: true,
  lineType: true,
  lineTypeName: true,
  orgId: true,
  orgName: true,
}).extend({
  /** With type 2 and 3; with type 3 each has its path. */
  directions: z
    .array(
      z.object({
        direction: z.number(),
        directionName: z.string(),
        mileage: z.number().nullable(),
        stationList: z.array(StationOfLine),
        path: z.array(z.tuple([z.number(), z.number()])).optional(),
      }),
    )
    .optional(),
});
export type BasicLine = z.output<typeof BasicLine>;

export const mostRefreshed = 200;
export const RefreshRequest = z.union(
  [
    z.object({ lineUuids: keys(mostRefreshed) }).transform(({ lineUuids }) => lineUuids),
    z.object({ lineUuid: recordKey }).transform(({ lineUuid }) => [lineUuid]),
  ],
  `请给出 lineUuid，或 1 到 ${mostRefreshed} 个主键的 lineUuids`,
);
export const RefreshedLine = z.object({
  lineUuid: z.string(),
  lineName: z.string(),
  changed: z.boolean(),
  changes: z.array(z.string()),
});
export type RefreshedLine = z.output<typeof RefreshedLine>;
