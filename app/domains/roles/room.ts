import { tables } from "~/domains/record-tables/schema";
import { z } from "zod";
import { recordKey } from "~/kit/page/forms/rules";
import { field, optional, withDefault } from "~/kit/room/fields";
import { recordTable } from "~/kit/room/record-table";
import { defineRoom, permissions } from "~/kit/room/room";

export const dataScopes = [
  { value: "all", label: "全部机构" },
  { value: "own-below", label: "本机构及下级机构" },
  { value: "own", label: "仅本机构" },
  { value: "chosen", label: "指定机构" },
] as const;
const dataScope = z.enum(["all", "own-below", "own", "chosen"], { error: "请从列表中选择数据范围" });

export const keysOf = (noun: string) =>
  z
    .array(recordKey, { error: `请给出${noun}` })
    .max(5000, `一次最多 5000 个${noun}`)
    .transform((sent) => [...new Set(sent)]);

const { role, user } = tables;
const organisation = { table: "organisation", key: "orgId", title: "orgName" };

export const roleRoom = defineRoom({
  name: "roles",
  noun: "角色",
  title: "角色管理",
  url: "/system/role",
  key: "roleId",
  may: { ...permissions("role"), authorise: "role.authorise" },
  named: "roleName",
  code: "roleName",
  described: "dataScope",
  few: true,
  fields: {
    roleName: field.name("角色名称", 32, { hint: "同一上级下不重复" }),
    parentId: optional(
      field.ruled("choice", "上级角色", recordKey, z.string(), { refers: role, placeholder: "（无，最上级）" }),
    ),
    dataScope: withDefault(
      field.ruled("choice", "数据范围", dataScope, dataScope, {
        choices: dataScopes,
        hint: "“本机构”是用户自己所属的机构；不能超出您自己的范围",
      }),
      "own-below",
    ),
    /** For data scope `chosen`. */
    orgIds: {
      ...field.own("指定机构", keysOf("机构"), z.array(z.string()), { refers: organisation }),
      rule: keysOf("机构").default([]),
    },
    enabled: field.enabled({ hint: "停用后，有此角色的用户在下一次操作时就失去它的权限" }),
    secondFactor: withDefault(
      field.ruled("check", "需要两步验证", z.boolean(), z.boolean(), {
        hint: "有此角色的用户没有开启两步验证时，登录后要先开启，才能做别的事",
      }),
      false,
    ),
    remark: field.text("备注", 255, { wide: true }),
  },
  more: { resourceCount: z.number() },
  words: {
    resourcesGiven: "授予资源",
    resourcesTaken: "收回资源",
    usersGiven: "授予用户",
    usersTaken: "收回用户",
  },
  refers: { usersGiven: user, usersTaken: user },
  bulk: ["enabled", "dataScope", "secondFactor", "remark"],
  without: ["export"],
  recordPages: ["users"],
  tabs: {
    resources: { label: "资源", may: "role.authorise", at: "/system/role-resource" },
    users: { label: "用户", may: "role.authorise" },
  },
  nextStep: ({ roleId }: { roleId: string }) => ({
    label: "授予权限",
    href: `/system/role-resource/${roleId}`,
    permission: "role.authorise",
  }),
});
export type RoleRow = typeof roleRoom.row;
export type RoleValues = typeof roleRoom.values;

/** The page's form: a new role may begin with the resources of another. */
export const RoleForm = roleRoom.Form.extend({ copyFrom: recordKey.nullish() });

/** What the calls may sort and filter by; the page shows the tree. */
export const roleTable = recordTable<RoleRow>(roleRoom, {
  columns: [
    { id: "roleName", sortable: true },
    { id: "dataScope", sortable: true },
    { id: "enabled", sortable: true },
    { id: "remark", hidden: true },
    { id: "updatedAt", sortable: true },
  ],
  filters: [
    { name: "keyword", label: "", rule: z.string().trim().max(32).optional() },
    { name: "roleName", label: "", rule: z.string().trim().max(32).optional() },
    { name: "parentId", label: "", rule: recordKey.optional() },
    { name: "dataScope", label: "", rule: dataScope.optional() },
    {
      name: "enabled",
      label: "",
      rule: z.stringbool({ error: "请从列表中选择" }).or(z.boolean()).optional(),
    },
  ],
  sortBy: "roleName",
});
