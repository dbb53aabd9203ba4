import { z } from "zod";
import { chosenNumber, lat, lng, recordKey, yesOrNo } from "~/kit/page/forms/rules";

export const groupings = [
  { value: "org", label: "机构" },
  { value: "line", label: "线路" },
  { value: "state", label: "状态" },
] as const;
export type Grouping = (typeof groupings)[number]["value"];

export const MonitorFilters = z.object({
  keyword: z.string().trim().max(64).optional(),
  /** With the organisations below. */
  orgId: z.string().max(32).optional(),
  /** The main line of today; `none` finds buses without one. */
  lineUuid: z.string().max(32).optional(),
  busState: chosenNumber,
  online: yesOrNo,
  by: z.enum(["org", "line", "state"]).optional(),
});
export type MonitorFilters = z.output<typeof MonitorFilters>;

const Position = z.object({
  lng: z.number(),
  lat: z.number(),
  /** Kilometres an hour. */
  speed: z.number().nullable(),
  /** Degrees clockwise from north. */
  azimuth: z.number().nullable(),
});

const watched = {
  busUuid: z.string(),
  busSelfCode: z.string(),
  plateNum: z.string(),
  modelName: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  lineUuid: z.string().nullable(),
  lineName: z.string().nullable(),
  busState: z.number(),
  busStateName: z.string(),
  /** It reported in the last minutes (setting ONLINE_MINUTES). */
  online: z.boolean(),
  /** When it last reported: UTC, ISO 8601. */
  reportedAt: z.string().nullable(),
  position: Position.nullable(),
};

export const WatchedBus = z.object(watched);
export type WatchedBus = z.output<typeof WatchedBus>;

/** An organisation or, below it, a bus; a root's pId is null. Counts are those of an organisation with all below it. */
export const StateNode = z.object({
  id: z.string(),
  pId: z.string().nullable(),
  name: z.string(),
  kind: z.enum(["org", "bus"]),
  busCount: z.number().nullable(),
  onlineCount: z.number().nullable(),
  busUuid: z.string().nullable(),
  busSelfCode: z.string().nullable(),
  plateNum: z.string().nullable(),
  lineUuid: z.string().nullable(),
  lineName: z.string().nullable(),
  busState: z.number().nullable(),
  busStateName: z.string().nullable(),
  online: z.boolean().nullable(),
  reportedAt: z.string().nullable(),
  position: Position.nullable(),
});
export type StateNode = z.output<typeof StateNode>;

export const LineOfBuses = z.object({ lineUuid: recordKey });
export const BusOnLine = WatchedBus.extend({ isMain: z.boolean() });
export type BusOnLine = z.output<typeof BusOnLine>;
export const BusKeys = z.object({
  busUuids: z.array(recordKey, "请给出 busUuids 列表").min(1, "请选择车辆").max(1000, "一次最多 1000 辆"),
});

/** Those that have a position; only in the rectangle, where one is given. */
export const Positions = z
  .object({ busUuids: BusKeys.shape.busUuids, minLng: lng, minLat: lat, maxLng: lng, maxLat: lat })
  .partial()
  .extend({ orgId: recordKey.optional(), lineUuid: recordKey.optional() })
  .superRefine((sent, context) => {
    const sides = (["minLng", "minLat", "maxLng", "maxLat"] as const).filter((side) => sent[side] === undefined);
    if (sides.length > 0 && sides.length < 4)
      context.addIssue({ code: "custom", path: [sides[0]!], message: "请给出矩形的四边" });
  });
export type Positions = z.output<typeof Positions>;

export interface GroupCount {
  key: string | null;
  name: string | null;
  online: number;
  total: number;
}
