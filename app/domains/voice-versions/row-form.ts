import { z } from "zod";
import type { RowColumn } from "~/kit/page/forms/row-table";
import { text as plainText } from "~/kit/page/forms/rules";
import type { Choice } from "~/kit/page/forms/field";
import type { RowList } from "~/kit/page/forms/row-edits";
import { type Part, parts } from "~/transit/announcements/words";
import { place, seconds, text } from "./call-shapes";
import type { GivenPart } from "./recipe-rules";
import { mostParts } from "./recipe-rules";

export const rowLists: Record<"parts" | "texts", RowList> = {
  parts: { fields: ["content"], most: mostParts },
  texts: { fields: ["text", "seconds"], most: mostParts, fresh: { seconds: "5" } },
};

const content = z
  .string({ error: "请选择内容" })
  .refine((value) => value in parts || /^[0-9a-f]{32}$/.test(value), "请选择内容");

export const RowForm = z.object({
  was: z.string().max(20_000).optional(),
  reason: plainText(255).nullish(),
  parts: z.array(z.object({ content })).max(mostParts, `一行最多 ${mostParts} 段`).default([]),
  texts: z.array(z.object({ text, seconds })).max(mostParts, `最多 ${mostParts} 段文字`).default([]),
});

/** One choice names a slot or a clip. */
export const partOf = (value: string): GivenPart =>
  value in parts ? { part: value as Part } : { part: "clip", audioUuid: value };

export const RowAsked = z.object(place);

export const partsField = "parts[].content";

export const partColumns = (choices: Choice[]): RowColumn[] => [
  { name: "content", label: "内容", kind: "choice", choices, width: 420 },
];

export const textColumns: RowColumn[] = [
  { name: "text", label: "文字", kind: "text", most: 200, width: 380, placeholder: "例如 下一站 {next}" },
  { name: "seconds", label: "停留（秒）", kind: "text", most: 2, numeric: true, width: 90 },
];
