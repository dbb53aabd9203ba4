import { z } from "zod";
import {
  chosenNumber,
  code,
  date,
  keysToDelete,
  lat,
  lng,
  oneOf,
  recordKey,
  requiredText,
  text,
  version,
  whole,
} from "~/kit/page/forms/rules";
import { changesOf } from "~/kit/page/http/changes";
import { coordsPairs, coordsText, GeoArea, shapeRules } from "~/kit/page/map/shape-rules";
import { ownerTypes, ruleTypes, useTypes } from "./choices";
import { faultsOfFence } from "./faults";
import { timeWindowLines, timeWindows } from "./time-windows";

const fenceNum = code("围栏编号", 20);
const mostInScope = 5000;

/** What both call families and the form say of a fence, but its coordinates. */
const place = z.object({
  fenceNum,
  fenceName: requiredText("围栏名称", 64),
  useType: oneOf(useTypes),
  orgId: z.string({ error: "请选择所属机构" }).regex(/^[0-9a-f]{32}$/, "请选择所属机构"),
  ...shapeRules,
  ownerType: z
    .enum(
      ownerTypes.map(({ value }) => value),
      { error: "请从列表中选择" },
    )
    .nullish(),
  /** A key, or what people call the owner: a depot's number or name, a line's name, a station's number. */
  ownerUuid: text(64).nullish(),
  colour: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, "颜色应为 #rrggbb，例如 #c92a2a")
    .nullish(),
  enabled: z.boolean(),
  remark: text(255).nullish(),
});

const ruled = place.extend({
  ruleType: oneOf(ruleTypes).nullish(),
  limitSpeed: whole(5, 120).nullish(),
  stopMinutes: whole(1, 1440).nullish(),
  timeWindows,
  weekdays: z
    .array(z.number().int().min(1, "星期为 1 到 7").max(7, "星期为 1 到 7"))
    .max(7)
    .transform((days) => [...new Set(days)].sort()),
  beginDate: date.nullish(),
  endDate: date.nullish(),
  scopeAll: z.boolean(),
  /** Keys, or 自编号. */
  busUuids: z.array(z.string().trim().min(1).max(32)).max(mostInScope, `最多 ${mostInScope} 辆车`),
  lineUuids: z.array(recordKey).max(mostInScope, `最多 ${mostInScope} 条线路`),
});

/** What a new fence has where nothing is said; an update must not fill it in. */
const usual = {
  enabled: place.shape.enabled.default(true),
  timeWindows: timeWindows.default([]),
  weekdays: ruled.shape.weekdays.default([]),
  scopeAll: z.boolean().default(true),
  busUuids: ruled.shape.busUuids.default([]),
  lineUuids: ruled.shape.lineUuids.default([]),
};

const sound = (value: Parameters<typeof faultsOfFence>[0], context: z.core.$RefinementCtx) => {
  for (const { path, message } of faultsOfFence(value)) context.addIssue({ code: "custom", path: [path], message });
};

/** What the page's form sends: lines of coordinates, of hours and of bus numbers; a tick that is not sent is off. */
export const FenceForm = ruled
  .extend({
    coords: coordsText.nullish(),
    timeWindows: timeWindowLines.default([]),
    weekdays: z.array(z.coerce.number()).default([]).pipe(ruled.shape.weekdays),
    enabled: z.boolean().default(false),
    scopeAll: z.boolean().default(false),
    busUuids: z
      .union([z.string(), z.array(z.string())])
      .default([])
      .transform((sent) => (typeof sent === "string" ? sent.split(/[\s,，;；、]+/).filter(Boolean) : sent))
      .pipe(ruled.shape.busUuids),
    lineUuids: usual.lineUuids,
    version,
    reason: text(255).nullish(),
  })
  .superRefine(sound);

const asCalled = { coords: coordsPairs.nullish(), fenceUuid: recordKey.optional() };
export const FenceAdd = ruled.extend({ ...usual, ...asCalled }).superRefine(sound);
export const FenceUpdate = changesOf(ruled).extend({ ...asCalled, fenceUuid: recordKey, version });
/** The generic family: the same records without rule and scope. */
export const PlainFenceAdd = place.extend({ enabled: usual.enabled, ...asCalled }).superRefine(sound);
export const PlainFenceUpdate = changesOf(place).extend({ ...asCalled, fenceUuid: recordKey, version });
/** What may be changed of many at once. */
export const FenceBulk = changesOf(
  ruled.pick({ useType: true, orgId: true, enabled: true, colour: true, beginDate: true, endDate: true }),
);
export const FenceDelete = keysToDelete("fenceUuid", "围栏");

export const FenceFilters = z.object({
  keyword: z.string().trim().max(64).optional(),
  useType: chosenNumber,
  shape: chosenNumber,
  ruleType: chosenNumber,
  enabled: z.enum(["1", "0"]).optional(),
  orgId: z.string().trim().max(32).optional(),
  ownerUuid: z.string().trim().max(32).optional(),
  /** A point that the fence holds. */
  lng: z.coerce.number().min(-180, "经度在 -180 到 180 之间").max(180, "经度在 -180 到 180 之间").optional(),
  lat: z.coerce.number().min(-90, "纬度在 -90 到 90 之间").max(90, "纬度在 -90 到 90 之间").optional(),
});
export type FenceFilters = z.output<typeof FenceFilters>;

/** What a map asks for: the fences that hold a point, or those in sight. */
export const FenceForMap = z
  .object({
    lng,
    lat,
    minLng: lng,
    minLat: lat,
    maxLng: lng,
    maxLat: lat,
    useType: z.coerce.number().int(),
    enabled: z.boolean(),
  })
  .partial()
  .superRefine((sent, context) => {
    const point = sent.lng !== undefined && sent.lat !== undefined;
    const missing = (["minLng", "minLat", "maxLng", "maxLat"] as const).find((side) => sent[side] === undefined);
    if (point) return;
    if (sent.lng !== undefined || sent.lat !== undefined)
      context.addIssue({
        code: "custom",
        path: [sent.lng === undefined ? "lng" : "lat"],
        message: "请同时给出经度和纬度",
      });
    else if (missing)
      context.addIssue({ code: "custom", path: [missing], message: "请给出一个点（lng、lat）或一个矩形的四边" });
  });
export type FenceForMap = z.output<typeof FenceForMap>;

const Reply = z.object({
  fenceUuid: z.string(),
  fenceNum: z.string(),
  fenceName: z.string(),
  shape: z.number(),
  useType: z.number(),
  orgId: z.string(),
  orgName: z.string(),
  ownerType: z.string().nullable(),
  ownerUuid: z.string().nullable(),
  ownerName: z.string().nullable(),
  lng: z.number(),
  lat: z.number(),
  radius: z.number().nullable(),
  width: z.number().nullable(),
  coords: z.array(z.tuple([z.number(), z.number()])).nullable(),
  geojson: GeoArea.nullable(),
  colour: z.string().nullable(),
  enabled: z.boolean(),
  remark: z.string().nullable(),
  version: z.number(),
  updatedAt: z.string(),
});
export const PlainFenceReply = Reply;
export const FenceReply = Reply.extend({
  ruleType: z.number().nullable(),
  limitSpeed: z.number().nullable(),
  stopMinutes: z.number().nullable(),
  timeWindows: z.array(z.object({ from: z.string(), to: z.string() })),
  weekdays: z.array(z.number()),
  beginDate: z.string().nullable(),
  endDate: z.string().nullable(),
  scopeAll: z.boolean(),
  busUuids: z.array(z.string()),
  lineUuids: z.array(z.string()),
});
export type FenceReply = z.output<typeof FenceReply>;

/** A fence as pages read it: `coords` flat, with the waiting areas it has. */
export type FenceRow = Omit<FenceReply, "coords" | "geojson"> & { coords: number[] | null; waitingAreas: number };

export const FenceNode = z.object({
  id: z.string(),
  pId: z.string().nullable(),
  name: z.string(),
  kind: z.enum(["use", "org", "fence"]),
  fenceUuid: z.string().nullable(),
  shape: z.number().nullable(),
  ruleType: z.number().nullable(),
  enabled: z.boolean().nullable(),
});
export type FenceNode = z.output<typeof FenceNode>;

export type FenceValues = z.output<typeof FenceAdd>;
