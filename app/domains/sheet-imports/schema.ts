import { z } from "zod";
import { pasted, text } from "~/kit/page/forms/rules";
import { sheetModes } from "~/kit/room/sheets/sheet";

const modes = Object.keys(sheetModes) as [keyof typeof sheetModes];

export const StartForm = z.object({
  templateCode: z.string({ error: "请选择模板" }).trim().min(1, "请选择模板").max(64, "最多 64 个字"),
  mode: z.enum(modes, { error: "请选择导入方式" }).default("both"),
  reason: text(200).optional(),
});

/** The same on a page, where a table may be pasted in the place of a file. */
export const PageForm = StartForm.extend({ pasted: pasted.optional() });

export const ConfirmForm = z.object({ onlyGood: z.boolean().optional() });

export const modeChoices = Object.entries(sheetModes).map(([value, label]) => ({ value, label }));
