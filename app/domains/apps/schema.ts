import { z } from "zod";
import {
  code,
  icon,
  keysToDelete,
  recordKey,
  requiredText,
  text,
  version,
  webAddress,
  whole,
} from "~/kit/page/forms/rules";
import { changesOf } from "~/kit/page/http/changes";

/** The program itself: it can neither be switched off nor renamed in its code. */
export const ownAppCode = "base";

const englishShortName = code("英文简称", 32).regex(
  /^[A-Za-z][A-Za-z0-9_-]*$/,
  "英文简称以字母开头，只能用字母、数字、- 和 _",
);

const app = z.object({
  appCode: code("应用编码", 32).regex(/^[A-Za-z0-9_-]+$/, "应用编码只能用字母、数字、- 和 _"),
  appName: requiredText("应用名称", 64),
  englishShortName,
  address: webAddress.nullish(),
  icon: icon.nullish(),
  sort: whole(0, 9999),
  enabled: z.boolean(),
});

const usual = { sort: app.shape.sort.default(0) };

export const AppForm = app.extend({
  ...usual,
  enabled: app.shape.enabled.default(false),
  version,
  reason: text(255).nullish(),
});
export const AppAdd = app.extend({ ...usual, enabled: app.shape.enabled.default(true), appId: recordKey.optional() });
export const AppUpdate = changesOf(app).extend({ appId: recordKey, version });
/** What may be changed of many at once. */
export const AppBulk = changesOf(app.pick({ enabled: true, icon: true, sort: true }));
export const AppDelete = keysToDelete("appId", "应用");
export const ShortNameCheck = z.object({ englishShortName, appId: recordKey.optional() });

export const AppFilters = z.object({
  keyword: z.string().trim().max(64).optional(),
  enabled: z.enum(["true", "false"], { error: "请从列表中选择" }).optional(),
});
export type AppFilters = z.output<typeof AppFilters>;

export const AppRow = z.object({
  appId: z.string(),
  appCode: z.string(),
  appName: z.string(),
  englishShortName: z.string(),
  address: z.string().nullable(),
  icon: z.string().nullable(),
  sort: z.number(),
  enabled: z.boolean(),
  version: z.number(),
  /** UTC, ISO 8601. */
  updatedAt: z.string(),
  /** How many living resources the app has. */
  resourceCount: z.number(),
});
export type AppRow = z.output<typeof AppRow>;
export type AppValues = z.output<typeof AppAdd>;
