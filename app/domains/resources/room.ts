import { tables } from "~/domains/record-tables/schema";
import { z } from "zod";
import { code, recordKey, text, webAddress, whole } from "~/kit/page/forms/rules";
import { field, optional } from "~/kit/room/fields";
import { recordTable } from "~/kit/room/record-table";
import { defineRoom, permissions } from "~/kit/room/room";

export const resourceTypes = [
  { value: "menu", label: "菜单" },
  { value: "page", label: "页面" },
  { value: "button", label: "按钮" },
  { value: "link", label: "外部链接" },
] as const;
const type = z.enum(["menu", "page", "button", "link"], { error: "请选择类型" });
export type ResourceType = z.output<typeof type>;

const resourceName = code("资源标识", 64).regex(
  /^[A-Za-z][A-Za-z0-9_.-]*$/,
  "资源标识以字母开头，只能用字母、数字、. - 和 _",
);

export const resourceRoom = defineRoom({
  name: "resources",
  noun: "资源",
  title: "资源管理",
  url: "/system/resource",
  key: "resourceId",
  may: permissions("resource"),
  named: "title",
  code: "resourceName",
  few: true,
  fields: {
    title: field.name("标题", 64),
    type: field.ruled("choice", "类型", type, type, { choices: resourceTypes }),
    resourceName: field.ruled("text", "资源标识", resourceName, z.string(), {
      hint: "字母开头，在一个应用中不能重复，例如 StationManagement",
    }),
    moduleId: optional(
      field.ruled("choice", "模块", recordKey, z.string(), {
        refers: tables.module,
        hint: "只能选所属应用的模块",
      }),
    ),
    /** One of those that the program knows, in forms and calls. */
    permissionCode: optional(
      field.ruled("choice", "权限码", text(64), z.string(), {
        hint: "页面、按钮、链接用；新资源要在“角色资源授权”中授权后才起作用",
      }),
    ),
    path: optional(
      field.ruled("text", "地址", webAddress, z.string(), {
        hint: "页面：以 / 开头的本站路径；外部链接：http:// 或 https:// 网址",
      }),
    ),
    icon: field.icon(),
    isHome: field.check("设为首页", { hint: "登录后先打开它；只有页面可以" }),
    noCache: field.check("不缓存", { hint: "每次打开都重新载入，标签页不保留筛选条件" }),
    resourceSort: {
      ...field.whole("排序", 0, 9999, { hint: "小的在前；不填排在最后" }),
      rule: whole(0, 9999).nullish(),
    },
    enabled: field.enabled({ hint: "停用后不在菜单中显示，它的权限码也不再由它授予" }),
  },
  more: {
    pid: z.string().nullable(),
    appId: z.string(),
    moduleName: z.string().nullable(),
    roleCount: z.number(),
  },
  words: {
    appId: "所属应用",
    pid: "上级",
    place: "上级",
    enabled: { label: "状态", say: (enabled: boolean) => (enabled ? "启用" : "停用") },
    roleCount: { label: "已授权", unit: "个角色" },
  },
  refers: {
    appId: tables.app,
    pid: tables.resource,
  },
  bulk: ["enabled", "noCache", "moduleId", "icon"],
  without: ["export"],
  pages: ["order"],
  recordPages: ["copy"],
});
export type ResourceRow = typeof resourceRoom.row;

const key = z.string().trim().max(32).optional();

/** The columns of the tree; the filters and sorting are those of the calls. */
export const resourceTable = recordTable<ResourceRow>(resourceRoom, {
  columns: [
    { id: "title", width: 180 },
    { id: "type", width: 72 },
    { id: "resourceName", width: 190, sortable: true, aside: true },
    { id: "permissionCode", width: 140, cell: (row) => row.permissionCode },
    { id: "path", width: 160, aside: true },
    { id: "roleCount", header: "角色", width: 48, align: "right" },
    { id: "enabled", header: "状态", width: 64 },
  ],
  filters: [
    { name: "keyword", label: "", rule: z.string().trim().max(64).optional() },
    { name: "appId", label: "", rule: key },
    { name: "type", label: "", rule: type.optional() },
    { name: "pid", label: "", rule: key },
  ],
  sortBy: "resourceSort",
});
