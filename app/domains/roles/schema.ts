import { z } from "zod";
import { keysToDelete, recordKey, requiredText, text, version } from "~/kit/page/forms/rules";
import { changesOf } from "~/kit/page/http/changes";

export const dataScopes = [
  { value: "all", label: "全部机构" },
  { value: "own-below", label: "本机构及下级机构" },
  { value: "own", label: "仅本机构" },
  { value: "chosen", label: "指定机构" },
] as const;
export type DataScope = (typeof dataScopes)[number]["value"];

export const deepestRole = 5;

const dataScope = z.enum(["all", "own-below", "own", "chosen"], { error: "请从列表中选择数据范围" });
const keys = (noun: string) =>
  z
    .array(recordKey, { error: `请给出${noun}` })
    .max(5000, `一次最多 5000 个${noun}`)
    .transform((sent) => [...new Set(sent)]);

const role = z.object({
  parentId: recordKey.nullish(),
  roleName: requiredText("角色名称", 32),
  dataScope,
  /** For data scope `chosen`. */
  orgIds: keys("机构"),
  enabled: z.boolean(),
  remark: text(255).nullish(),
});
const usual = { dataScope: dataScope.default("own-below"), orgIds: role.shape.orgIds.default([]) };

export const RoleForm = role.extend({
  ...usual,
  enabled: z.boolean().default(false),
  version,
  reason: text(255).nullish(),
});
export const RoleAdd = role.extend({ ...usual, enabled: z.boolean().default(true), roleId: recordKey.optional() });
export const RoleUpdate = changesOf(role).extend({ roleId: recordKey, version });
/** What may be changed of many at once; chosen organisations are each role's own. */
export const RoleBulk = changesOf(role.pick({ enabled: true, remark: true })).extend({
  dataScope: dataScope.exclude(["chosen"]).optional(),
});
export const RoleDelete = keysToDelete("roleId", "角色");
export const RoleKey = z.object({ roleId: recordKey });
export type RoleValues = z.output<typeof RoleAdd>;

export const RoleFilters = z.object({
  keyword: z.string().trim().max(32).optional(),
  roleName: z.string().trim().max(32).optional(),
  parentId: recordKey.optional(),
  dataScope: dataScope.optional(),
  enabled: z.stringbool({ error: "请从列表中选择" }).or(z.boolean()).optional(),
});
export type RoleFilters = z.output<typeof RoleFilters>;

export const RoleRow = z.object({
  roleId: z.string(),
  parentId: z.string().nullable(),
  roleName: z.string(),
  dataScope,
  orgIds: z.array(z.string()),
  enabled: z.boolean(),
  remark: z.string().nullable(),
  /** How many resources it gives. */
  resourceCount: z.number(),
  version: z.number(),
  updatedAt: z.coerce.date(),
});
export type RoleRow = z.output<typeof RoleRow>;

/** A role in the tree; `id` and `pId` repeat its key and parent for tree controls. */
export const RoleNode = RoleRow.extend({
  id: z.string(),
  pId: z.string().nullable(),
  get children() {
    return z.array(RoleNode);
  },
});
export type RoleNode = RoleRow & { id: string; pId: string | null; children: RoleNode[] };

/** What a role gives; `version` stands for the set as it was read. */
export const ResourceAuth = z.object({ roleId: z.string(), resourceIds: z.array(z.string()), version: z.number() });
export const ResourceAuthSet = z.object({ roleId: recordKey, resourceIds: keys("资源"), version });
export const UserAuth = z.object({
  roleId: z.string(),
  users: z.array(
    z.object({
      userId: z.string(),
      userAccount: z.string(),
      userName: z.string(),
      orgId: z.string().nullable(),
      orgName: z.string().nullable(),
    }),
  ),
  version: z.number(),
});
export const UserAuthSet = z.object({ roleId: recordKey, userIds: keys("用户"), version });
export const RoleAuth = z.object({ userId: z.string(), roleIds: z.array(z.string()), version: z.number() });
export const RoleAuthSet = z.object({ userId: recordKey, roleIds: keys("角色"), version });
