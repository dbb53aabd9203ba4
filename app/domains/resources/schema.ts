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
import type { TreeNode } from "~/kit/page/trees/tree";
import { permissionCodes } from "~/permissions";

export const resourceTypes = [
  { value: "menu", label: "菜单" },
  { value: "page", label: "页面" },
  { value: "button", label: "按钮" },
  { value: "link", label: "外部链接" },
] as const;
const type = z.enum(["menu", "page", "button", "link"], { error: "请选择类型" });
export type ResourceType = z.output<typeof type>;

export const deepestLevel = 6;

const resource = z.object({
  moduleId: recordKey.nullish(),
  type,
  resourceName: code("资源标识", 64).regex(
    /^[A-Za-z][A-Za-z0-9_.-]*$/,
    "资源标识以字母开头，只能用字母、数字、. - 和 _",
  ),
  title: requiredText("标题", 64),
  permissionCode: z
    .string()
    .trim()
    .refine((code) => permissionCodes.has(code), "程序没有这个权限码，请从列表中选择")
    .nullish(),
  path: webAddress.nullish(),
  icon: icon.nullish(),
  isHome: z.boolean(),
  noCache: z.boolean(),
  enabled: z.boolean(),
});

/** Where a resource stands: the app alone is its top. */
const place = { appId: recordKey.optional(), pid: recordKey.nullish() };
const usual = { isHome: resource.shape.isHome.default(false), noCache: resource.shape.noCache.default(false) };

/** What the page's form sends; `place` is the key of a resource, or of an app for its top. The page of a stale save sends both keys instead. */
export const ResourceForm = resource
  .extend({
    ...usual,
    enabled: resource.shape.enabled.default(false),
    place: recordKey.nullish(),
    appId: recordKey.nullish(),
    pid: recordKey.nullish(),
    resourceSort: whole(0, 9999).nullish(),
    version,
    reason: text(255).nullish(),
  })
  .refine(({ place, appId }) => place || appId, { path: ["place"], message: "请选择上级" });
export type ResourceForm = z.output<typeof ResourceForm>;

export const ResourceAdd = resource.extend({
  ...usual,
  ...place,
  enabled: resource.shape.enabled.default(true),
  resourceSort: whole(0, 9999).nullish(),
  resourceId: recordKey.optional(),
});
export const ResourceUpdate = changesOf(resource).extend({
  ...place,
  resourceSort: whole(0, 9999).optional(),
  resourceId: recordKey,
  version,
});
/** What may be changed of many at once. */
export const ResourceBulk = changesOf(resource.pick({ enabled: true, noCache: true, icon: true, moduleId: true }));
export const ResourceDelete = keysToDelete("resourceId", "资源");
export type ResourceValues = z.output<typeof ResourceAdd>;

export const CopyForm = z.object({ place: recordKey, title: requiredText("标题", 64) });
/** The copy stands below `pid`, or at the top of `appId`, or where the original stands. */
export const ResourceCopy = z.object({ resourceId: recordKey, ...place, title: requiredText("标题", 64).optional() });
export type ResourceCopy = z.output<typeof ResourceCopy>;

export const ResourceFilters = z.object({
  keyword: z.string().trim().max(64).optional(),
  appId: z.string().trim().max(32).optional(),
  type: type.optional(),
  pid: z.string().trim().max(32).optional(),
});
export type ResourceFilters = z.output<typeof ResourceFilters>;
export const OfApp = z.object({ appId: recordKey.optional() });
/** Without a role: the caller's own. */
export const AuthOf = z.object({ roleId: recordKey.optional(), appId: recordKey.optional() });

export const ResourceRow = z.object({
  resourceId: z.string(),
  pid: z.string().nullable(),
  appId: z.string(),
  moduleId: z.string().nullable(),
  moduleName: z.string().nullable(),
  type,
  resourceName: z.string(),
  title: z.string(),
  permissionCode: z.string().nullable(),
  path: z.string().nullable(),
  icon: z.string().nullable(),
  isHome: z.boolean(),
  noCache: z.boolean(),
  resourceSort: z.number(),
  enabled: z.boolean(),
  version: z.number(),
  /** UTC, ISO 8601. */
  updatedAt: z.string(),
  /** How many living roles hold it. */
  roleCount: z.number(),
});
export type ResourceRow = z.output<typeof ResourceRow>;

export type ResourceNode = TreeNode<ResourceRow>;
export const ResourceNode: z.ZodType<ResourceNode> = ResourceRow.extend({
  id: z.string(),
  pId: z.string().nullable(),
  get children() {
    return z.array(ResourceNode);
  },
});
