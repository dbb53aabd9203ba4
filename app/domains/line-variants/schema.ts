import { z } from "zod";
import { asOf, DirectionFigures, sortTypes } from "~/domains/lines/schema";
import {
  chosenNumber,
  date,
  keysToDelete,
  oneOf,
  recordKey,
  requiredText,
  text,
  version,
  yesOrNo,
} from "~/kit/page/forms/rules";
import { changesOf } from "~/kit/page/http/changes";

const record = z.object({
  mainUuid: z.string({ error: "请选择线路" }).regex(/^[0-9a-f]{32}$/, "请选择线路"),
  classifyName: requiredText("分类名称", 32),
  sortType: oneOf(sortTypes),
  remark: text(255).nullish(),
});
/** What a new variant is where nothing is said; kept apart, because a default would also fill what an update leaves out. */
const usual = { sortType: record.shape.sortType.default(2) };

export const VariantForm = record.extend({ ...usual, version, reason: text(255).nullish() });
export const VariantAdd = record.extend({ ...usual, classifySid: recordKey.optional() });
export const VariantUpdate = changesOf(record).extend({ classifySid: recordKey, version });
export const VariantDelete = keysToDelete("classifySid", "线路分类");
export type VariantValues = z.output<typeof record>;

export const copyEnds = [
  { value: "draft", label: "作为草稿，稍后再使它生效" },
  { value: "effective", label: "直接生效" },
] as const;
export const CopyForm = z
  .object({
    classifyName: record.shape.classifyName,
    asOf: date,
    end: z.enum(["draft", "effective"], { error: "请选择复制后的状态" }).default("draft"),
    validFrom: date.nullish(),
    remark: record.shape.remark,
  })
  .refine(({ end, validFrom }) => end === "draft" || validFrom, {
    path: ["validFrom"],
    message: "直接生效时请填写生效日期",
  });
export type CopyValues = z.output<typeof CopyForm>;

export const VariantFilters = z.object({
  /** The line's name, code, device number, pinyin or initials, or the variant's name. */
  keyword: z.string().trim().max(64, "最多 64 个字").optional(),
  lineUuid: z.string().trim().max(32).optional(),
  sortType: chosenNumber,
  orgId: z.string().max(32).optional(),
  hasDraft: yesOrNo,
  several: z.enum(["1"], { error: "请填 1" }).optional(),
  asOf,
});
export type VariantFilters = z.output<typeof VariantFilters>;

export const VariantRow = z.object({
  classifySid: z.string(),
  mainUuid: z.string(),
  lineName: z.string(),
  lineType: z.number(),
  lineTypeName: z.string(),
  orgId: z.string(),
  orgName: z.string(),
  classifyName: z.string(),
  sortType: z.number(),
  sortTypeName: z.string(),
  remark: z.string().nullable(),
  source: z.string().nullable(),
  version: z.number(),
  updatedAt: z.string(),
  /** null where nothing is in force on the day. */
  versionUuid: z.string().nullable(),
  validFrom: z.string().nullable(),
  validTo: z.string().nullable(),
  upStations: z.number(),
  downStations: z.number(),
  /** In the order and with the names that the operator wants. */
  directions: z.array(
    DirectionFigures.pick({
      direction: true,
      directionName: true,
      stationCount: true,
      mileage: true,
      pathMileage: true,
    }),
  ),
  matchState: z.string(),
  nextChange: z.string().nullable(),
  /** How many drafts there are, and whether one of them waits to be checked. */
  drafts: z.number(),
  waiting: z.boolean(),
});
export type VariantRow = z.output<typeof VariantRow>;

export const VariantOption = z.object({
  classifySid: z.string(),
  classifyName: z.string(),
  sortType: z.number(),
  sortTypeName: z.string(),
});
export const LineOfVariants = z.object({
  lineUuid: z.string(),
  lineName: z.string(),
  lineType: z.number(),
  classifyList: z.array(VariantOption),
});
export type LineOfVariants = z.output<typeof LineOfVariants>;
