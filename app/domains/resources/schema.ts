import { z } from "zod";
import { recordKey, requiredText, whole } from "~/kit/page/forms/rules";
import type { TreeNode } from "~/kit/page/trees/tree";
import { permissionCodes } from "~/permissions";
import { resourceRoom, type ResourceRow } from "./room";

export const deepestLevel = 6;

const permissionCode = z.preprocess(
  (value) => (value === "" ? null : value),
  z
    .string()
    .trim()
    .refine((code) => permissionCodes.has(code), "程序没有这个权限码，请从列表中选择")
    .nullish(),
);

/** Where a resource stands: the app alone is its top. */
const place = { appId: recordKey.optional(), pid: recordKey.nullish() };

/** What the page's form sends; `place` is the key of a resource, or of an app for its top. The page of a stale save sends both keys instead. */
export const ResourceForm = resourceRoom.Form.extend({
  permissionCode,
  place: recordKey.nullish(),
  appId: recordKey.nullish(),
  pid: recordKey.nullish(),
}).refine(({ place, appId }) => place || appId, { path: ["place"], message: "请选择上级" });
export type ResourceForm = z.output<typeof ResourceForm>;

export const ResourceAdd = resourceRoom.Add.extend({ permissionCode, ...place });
export const ResourceUpdate = resourceRoom.Update.extend({
  permissionCode: permissionCode.optional(),
  ...place,
  resourceSort: whole(0, 9999).optional(),
});
export type ResourceValues = z.output<typeof ResourceAdd>;

export const CopyForm = z.object({ place: recordKey, title: requiredText("标题", 64) });
/** The copy stands below `pid`, or at the top of `appId`, or where the original stands. */
export const ResourceCopy = z.object({ resourceId: recordKey, ...place, title: requiredText("标题", 64).optional() });
export type ResourceCopy = z.output<typeof ResourceCopy>;

export const OfApp = z.object({ appId: recordKey.optional() });
/** Without a role: the caller's own. */
export const AuthOf = z.object({ roleId: recordKey.optional(), appId: recordKey.optional() });

export type ResourceNode = TreeNode<ResourceRow>;
export const ResourceNode: z.ZodType<ResourceNode> = resourceRoom.Row.extend({
  id: z.string(),
  pId: z.string().nullable(),
  get children() {
    return z.array(ResourceNode);
  },
});
