import type { Room } from "~/kit/room/room";
import { fieldWords } from "~/kit/room/words";
import { iconChoices } from "~/kit/page/forms/icon-names";
import { type ResourceRow, resourceTypes } from "./schema";

export const resourceRoom: Room<ResourceRow> = {
  noun: "资源",
  url: "/system/resource",
  key: "resourceId",
  nameOf: (resource) => resource.title,
  words: fieldWords({
    title: "标题",
    type: { label: "类型", choices: resourceTypes },
    appId: "所属应用",
    pid: "上级",
    place: "上级",
    resourceName: "资源标识",
    moduleId: "模块",
    permissionCode: "权限码",
    path: "地址",
    icon: { label: "图标", choices: iconChoices },
    isHome: "设为首页",
    noCache: "不缓存",
    resourceSort: "排序",
    enabled: { label: "状态", say: (enabled: boolean) => (enabled ? "启用" : "停用") },
    roleCount: { label: "已授权", unit: "个角色" },
  }),
  refers: {
    appId: { table: "app", key: "appId", title: "appName" },
    pid: { table: "resource", key: "resourceId", title: "title" },
    moduleId: { table: "module", key: "moduleId", title: "moduleName" },
  },
};
