import { z } from "zod";
import { pasted, recordKey, text, whole } from "~/kit/page/forms/rules";
import { firstRows } from "~/kit/room/sheets/header";
import { sheetModes } from "~/kit/room/sheets/sheet";
import { FILE_CRS } from "~/transit/geo/file-crs";

const modes = Object.keys(sheetModes) as [keyof typeof sheetModes];

export const StartForm = z.object({
  templateCode: z.string({ error: "请选择模板" }).trim().min(1, "请选择模板").max(64, "最多 64 个字"),
  mode: z.enum(modes, { error: "请选择导入方式" }).default("both"),
  reason: text(200).optional(),
});

/** The same on a page, where a table may be pasted in the place of a file. */
export const PageForm = StartForm.extend({ pasted: pasted.optional() });

export const ConfirmForm = z.object({ onlyGood: z.boolean().optional() });

export const ChooseForm = z.object({
  sheet: z.string().max(255).optional(),
  columns: z
    .record(z.string().max(64), whole(-1, 16_383))
    .optional()
    .describe("每一项在第几列，从 0 起；-1 表示文件中没有；没有给出的按表头"),
  constants: z.record(z.string().max(64), z.string().max(500)).optional().describe("文件中没有的项，全部行用的固定值"),
  headerRow: whole(0, firstRows).optional().describe("表头在第几行，从 1 起；0 表示没有表头"),
  meanings: z
    .record(z.string().max(64), z.record(z.string().max(500), z.string().max(200).nullable()))
    .optional()
    .describe("值的对应：项 → 文件中的值 → 对应的内容，空文字表示留空，null 表示取消"),
  plan: z
    .union([recordKey, z.literal("none")], "请给出 detail 的 plan.planId，或 none")
    .optional()
    .describe("按哪一次的对应读取；none 表示都不按"),
  remember: z.boolean().optional().describe("确认后记住，下次表头相同的表格按这样读取"),
  empty: z
    .enum(["keep", "clear"], { error: "请写 keep（保持原样）或 clear（清空）" })
    .optional()
    .describe("空单元格：keep 保持原样，clear 清空已有的内容"),
  crs: z.enum(FILE_CRS, { error: "请选择坐标系" }).optional(),
});

const cells = z.record(z.string().max(64), z.string().max(10_000));
export const CorrectForm = z.object({
  rows: z
    .array(z.object({ row: whole(1, 10_000_000), cells: cells.describe("项 → 改正后的内容") }))
    .min(1, "请给出要改正的行")
    .max(500, "一次最多 500 行"),
});

export const modeChoices = Object.entries(sheetModes).map(([value, label]) => ({ value, label }));
