import { z } from "zod";
import { chosenNumber, lat, lng, recordKey } from "~/kit/page/forms/rules";
import { GeoArea } from "~/kit/page/map/shape-rules";
import { rulesOf } from "~/kit/room/fields";
import { fenceRoom, sound } from "./room";

/** Rule and scope, which the generic family of calls does not know. */
const ruleAndScope = {
  ruleType: true,
  limitSpeed: true,
  stopMinutes: true,
  timeWindows: true,
  weekdays: true,
  beginDate: true,
  endDate: true,
  scopeAll: true,
  busUuids: true,
  lineUuids: true,
} as const;

const { coords, timeWindows, weekdays, busUuids } = fenceRoom.fields;
const whole = z.object({
  ...rulesOf(fenceRoom.fields),
  coords: coords.change,
  timeWindows: timeWindows.change.default([]),
  weekdays: weekdays.change.default([]),
  busUuids: busUuids.change.default([]),
  fenceUuid: recordKey.optional(),
});
export const FenceAdd = whole.superRefine(sound);
export type FenceValues = z.output<typeof whole>;

/** A new fence of the generic family has no rule and means every bus. */
export const PlainFenceAdd = whole
  .omit(ruleAndScope)
  .superRefine(sound)
  .transform((values) => ({ ...values, timeWindows: [], weekdays: [], scopeAll: true, busUuids: [], lineUuids: [] }));
export const PlainFenceUpdate = fenceRoom.Update.omit(ruleAndScope);

export const FenceReply = fenceRoom.Row.omit({ waitingAreas: true }).extend({
  coords: z.array(z.tuple([z.number(), z.number()])).nullable(),
  geojson: GeoArea.nullable(),
});
export type FenceReply = z.output<typeof FenceReply>;
export const PlainFenceReply = FenceReply.omit(ruleAndScope);

export const FenceForMap = z
  .object({
    lng,
    lat,
    minLng: lng,
    minLat: lat,
    maxLng: lng,
    maxLat: lat,
    useType: chosenNumber,
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
