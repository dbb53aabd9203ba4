import { z } from "zod";
import { text } from "~/kit/page/forms/rules";
import { sheetModes } from "~/kit/room/sheets/sheet";

const modes = Object.keys(sheetModes) as [keyof typeof sheetModes];

/** What begins an import, beside its file. */
export const StartForm = z.object({
  templateCode: z.string({ error: "请选择模板" }).trim().min(1, "请选择模板").max(64, "最多 64 个字"),
  mode: z.enum(modes, { error: "请选择导入方式" }).default("both"),
  reason: text(200).optional(),
});

export const ConfirmForm = z.object({ onlyGood: z.boolean().optional() });

export const modeChoices = Object.entries(sheetModes).map(([value, label]) => ({ value, label }));
