import type { Room } from "~/kit/room/room";
import { fieldWords } from "~/kit/room/words";
import { iconChoices } from "~/kit/page/forms/icon-names";
import type { AppRow } from "./schema";

export const appRoom: Room<AppRow> = {
  noun: "应用",
  url: "/system/app",
  key: "appId",
  nameOf: (app) => app.appName,
  words: fieldWords({
    appCode: "应用编码",
    appName: "应用名称",
    englishShortName: "英文简称",
    address: "地址",
    icon: { label: "图标", choices: iconChoices },
    sort: "排序",
    enabled: { label: "状态", say: (enabled: boolean) => (enabled ? "启用" : "停用") },
    resourceCount: { label: "资源", unit: "个" },
  }),
};
