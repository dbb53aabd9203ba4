import { z } from "zod";
import { asOf } from "~/domains/lines/schema";
import { chosenNumber, date, yesOrNo } from "~/kit/page/forms/rules";
import { variantRoom } from "./room";

export const {
  Form: VariantForm,
  Add: VariantAdd,
  Update: VariantUpdate,
  Delete: VariantDelete,
  Row: VariantRow,
} = variantRoom;
export type VariantRow = typeof variantRoom.row;
export type VariantValues = typeof variantRoom.values;

export const copyEnds = [
  { value: "draft", label: "作为草稿，稍后再使它生效" },
  { value: "effective", label: "直接生效" },
] as const;
export const CopyForm = z
  .object({
    classifyName: variantRoom.fields.classifyName.rule,
    asOf: date,
    end: z.enum(["draft", "effective"], { error: "请选择复制后的状态" }).default("draft"),
    validFrom: date.nullish(),
    remark: variantRoom.fields.remark.rule,
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
