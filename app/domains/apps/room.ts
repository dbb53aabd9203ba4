import { z } from "zod";
import { code, webAddress } from "~/kit/page/forms/rules";
import { field, optional } from "~/kit/room/fields";
import { recordTable } from "~/kit/room/record-table";
import { defineRoom, permissions } from "~/kit/room/room";

/** The program itself: it can neither be switched off nor renamed in its code. */
export const ownAppCode = "base";

export const shortName = code("英文简称", 32).regex(
  /^[A-Za-z][A-Za-z0-9_-]*$/,
  "英文简称以字母开头，只能用字母、数字、- 和 _",
);
const appCode = code("应用编码", 32)
  .regex(/^[A-Za-z0-9_-]+$/, "应用编码只能用字母、数字、- 和 _")
  .refine((value) => value.toLowerCase() !== "null", "null 在地址中表示不限应用，不能用作编码");

export const appRoom = defineRoom({
  name: "apps",
  noun: "应用",
  title: "应用管理",
  url: "/system/app",
  key: "appId",
  may: permissions("app"),
  named: "appName",
  code: "appCode",
  few: true,
  fields: {
    appCode: {
      ...field.own("应用编码", appCode, z.string(), { hint: "字母、数字、- 和 _；其他系统和模块按它识别应用" }),
      kind: "text",
    },
    appName: field.name("应用名称", 64),
    englishShortName: {
      ...field.own("英文简称", shortName, z.string(), { hint: "以字母开头，不分大小写，不能重复" }),
      kind: "text",
    },
    address: {
      ...optional(field.own("地址", webAddress, z.string())),
      kind: "text",
      hint: "门户首页打开的地址：http:// 或 https:// 开头的网址，或以 / 开头的本站路径",
      wide: true,
    },
    icon: field.icon("图标", { placeholder: "默认图标" }),
    sort: field.place(),
    enabled: field.enabled({ hint: "停用后不再显示在门户首页和菜单中" }),
  },
  more: { resourceCount: z.number() },
  bulk: ["enabled", "icon", "sort"],
  checks: [refuseDisabledOwnApp],
  emptyText: "还没有应用。",
});
export type AppRow = typeof appRoom.row;

function refuseDisabledOwnApp(
  { appCode, enabled }: { appCode: string; enabled: boolean },
  context: z.core.$RefinementCtx,
) {
  if (appCode === ownAppCode && enabled === false)
    context.addIssue({ code: "custom", path: ["enabled"], message: "这是本系统自己的应用，不能停用" });
}

export const appTable = recordTable<AppRow>(appRoom, {
  columns: [
    { id: "appName", sortable: true },
    { id: "appCode", width: 110, sortable: true },
    { id: "englishShortName", width: 110, sortable: true },
    { id: "address", width: 230 },
    { id: "enabled", header: "状态", width: 60 },
    { id: "resourceCount", header: "资源", width: 60, align: "right" },
    { id: "sort", width: 70, sortable: true, aside: true },
    "updatedAt",
  ],
  keyword: "名称、编码或英文简称",
  filters: [{ name: "enabled", label: "状态" }],
  sortBy: "sort",
});
