import { packageRoom } from "~/domains/change-packages/room";
import { may as lineImports } from "~/domains/line-imports/policy";
import { may as lineVariants } from "~/domains/line-variants/policy";
import { may as lines } from "~/domains/lines/policy";
import { may as pathChecks } from "~/domains/path-checks/policy";
import { makeEditButtons, type MenuResource, placeInMenu } from "~/kit/room/menu-place";

export const lineMenu: MenuResource = {
  resourceName: "Line",
  title: "线路",
  icon: "line",
  screens: [
    {
      resourceName: "LineManagement",
      title: "线路管理",
      path: "/line/line-management",
      icon: "line",
      permission: lines.read,
      buttons: [
        { permission: lines.write, title: "编辑线路" },
        { permission: lines.publish, title: "发布线路版本" },
        { permission: lines.remove, title: "删除线路" },
      ],
    },
    {
      resourceName: "LineClassify",
      title: "线路分类",
      path: "/line/line-classify",
      icon: "classify",
      permission: lineVariants.read,
      buttons: makeEditButtons(lineVariants, "线路分类"),
    },
    placeInMenu(packageRoom, "ChangePackage", "package", { [packageRoom.may.confirm]: "确认与撤回变更包" }),
    {
      resourceName: "LineTools",
      title: "线路工具",
      path: "/line/line-tools",
      icon: "tools",
      permission: pathChecks.read,
      buttons: [{ permission: pathChecks.write, title: "检查路径与白名单" }],
    },
    {
      resourceName: "StationImport",
      title: "站点导入",
      path: "/line/station-import",
      icon: "station-import",
      permission: lineImports.read,
      buttons: [{ permission: lineImports.write, title: "导入线路数据" }],
    },
    {
      resourceName: "LineFileImport",
      title: "线路文件导入",
      path: "/line/line-import",
      icon: "line-import",
      permission: lineImports.read,
      buttons: [],
    },
  ],
};
