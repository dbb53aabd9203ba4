import { z } from "zod";
import { code, date, requiredText, text, version } from "~/kit/page/forms/rules";
import { changesOf } from "~/kit/page/http/changes";

export const UpdateLogForm = z.object({
  logVersion: code("版本号", 32),
  logDate: date,
  title: requiredText("标题", 64),
  body: requiredText("内容", 20_000),
  version,
  reason: text(255).nullish(),
});
/** What may be changed of many at once. */
export const UpdateLogBulk = changesOf(UpdateLogForm.pick({ logVersion: true, logDate: true }));
export type UpdateLogValues = Omit<z.output<typeof UpdateLogForm>, "version" | "reason">;

export const UpdateLogFilters = z.object({
  keyword: z.string().trim().max(64).optional(),
  from: date.optional(),
  to: date.optional(),
});
export type UpdateLogFilters = z.output<typeof UpdateLogFilters>;

export interface UpdateLogRow {
  logId: string;
  logVersion: string;
  /** YYYY-MM-DD. */
  logDate: string;
  title: string;
  /** Markdown. */
  body: string;
  version: number;
  /** UTC, ISO 8601. */
  updatedAt: string;
}
