import { z } from "zod";
import { chosenNumber, oneOf, recordKey, requiredText, text, version, whole } from "~/kit/page/forms/rules";
import { changesOf } from "~/kit/page/http/changes";
import { pointsOf } from "~/transit/geo/shape";
import { pointsFault } from "~/transit/geo/shape-faults";
import { coordsPairs, coordsText, GeoArea } from "~/kit/page/map/shape-rules";

export const directions = [
  { value: 1, label: "上行" },
  { value: 2, label: "下行" },
] as const;
export const queueRules = [
  { value: 1, label: "先到先发" },
  { value: 2, label: "按计划" },
] as const;

const info = z.object({
  fenceUuid: z.string({ error: "请选择所属围栏" }).regex(/^[0-9a-f]{32}$/, "请选择所属围栏"),
  waitName: requiredText("待车区名称", 32),
  lineUuids: z.array(recordKey).max(500, "最多 500 条线路"),
  direction: oneOf(directions).nullish(),
  capacity: whole(1, 100).nullish(),
  entryAzimuth: whole(0, 359).nullish(),
  queueRule: oneOf(queueRules),
  enabled: z.boolean(),
  remark: text(255).nullish(),
});

/** What a new waiting area has where nothing is said; a change must not fill it in. */
const usual = { lineUuids: info.shape.lineUuids.default([]), queueRule: info.shape.queueRule.default(1) };

function soundRing({ coords }: { coords?: number[] | null }, context: z.core.$RefinementCtx) {
  const fault = coords && coords.length > 0 && pointsFault("polygon", pointsOf(coords));
  if (fault) context.addIssue({ code: "custom", path: ["coords"], message: fault });
}

export const WaitingAreaForm = info
  .extend({
    ...usual,
    enabled: z.boolean().default(false),
    coords: coordsText.nullish(),
    version,
    reason: text(255).nullish(),
  })
  .superRefine(soundRing);
/** The whole record: a new one, or, with its key, the one that is there. */
export const WaitingAreaWhole = info
  .extend({
    ...usual,
    enabled: z.boolean().default(true),
    waitUuid: recordKey.optional(),
    coords: coordsPairs.nullish(),
    version,
  })
  .superRefine(soundRing);
export const WaitingAreaInfo = changesOf(info).extend({ waitUuid: recordKey, version });
export const WaitingAreaDrawing = z
  .object({ waitUuid: recordKey, coords: coordsPairs.nullable(), version })
  .superRefine(soundRing);
/** What may be changed of many at once. */
export const WaitingAreaBulk = changesOf(
  info.pick({ enabled: true, queueRule: true, direction: true, capacity: true }),
);

export const WaitingAreaFilters = z.object({
  keyword: z.string().trim().max(64, "最多 64 个字").optional(),
  fenceUuid: z.string().trim().max(32).optional(),
  lineUuid: z.string().trim().max(32).optional(),
  direction: chosenNumber,
  enabled: z.enum(["1", "0"]).optional(),
});
export type WaitingAreaFilters = z.output<typeof WaitingAreaFilters>;

export const WaitingAreaReply = z.object({
  waitUuid: z.string(),
  waitName: z.string(),
  fenceUuid: z.string(),
  fenceNum: z.string(),
  fenceName: z.string(),
  orgName: z.string(),
  lineUuids: z.array(z.string()),
  lineNames: z.array(z.string()),
  direction: z.number().nullable(),
  capacity: z.number().nullable(),
  entryAzimuth: z.number().nullable(),
  queueRule: z.number(),
  coords: z.array(z.tuple([z.number(), z.number()])).nullable(),
  geojson: GeoArea.nullable(),
  enabled: z.boolean(),
  remark: z.string().nullable(),
  version: z.number(),
  updatedAt: z.string(),
});
export type WaitingAreaReply = z.output<typeof WaitingAreaReply>;

/** A waiting area as pages read it: `coords` flat. */
export type WaitingAreaRow = Omit<WaitingAreaReply, "coords" | "geojson"> & { coords: number[] | null };
export type WaitingAreaValues = Omit<z.output<typeof WaitingAreaWhole>, "version">;
