import type { MenuResource } from "~/kit/room/menu-place";

export const may = { read: "sheet.read", write: "sheet.write" } as const;

export const sheetMenu: MenuResource = {
  resourceName: "Excel",
  title: "导入导出",
  icon: "import",
  screens: [
    {
      resourceName: "ExcelImport",
      title: "Excel导入",
      path: "/excel/import",
      icon: "import",
      permission: may.read,
      buttons: [{ permission: may.write, title: "导入" }],
    },
    {
      resourceName: "ExcelList",
      title: "导入列表",
      path: "/excel/list",
      icon: "list",
      permission: may.read,
      buttons: [],
    },
    {
      resourceName: "ExcelLog",
      title: "导入日志",
      path: "/excel/log",
      icon: "report",
      permission: may.read,
      buttons: [],
    },
  ],
};
