import { may as apps } from "~/domains/apps/policy";
import { busRoom } from "~/domains/buses/room";
import { may as busModels } from "~/domains/bus-models/policy";
import { depotRoom } from "~/domains/depots/room";
import { may as deviceModels } from "~/domains/device-models/policy";
import { deviceRoom } from "~/domains/devices/room";
import { may as dictionaries } from "~/domains/dictionaries/policy";
import { may as fences } from "~/domains/fences/policy";
import { may as lineImports } from "~/domains/line-imports/policy";
import { may as lineVariants } from "~/domains/line-variants/policy";
import { may as lines } from "~/domains/lines/policy";
import { may as modules } from "~/domains/modules/policy";
import { may as monitor } from "~/domains/monitor/policy";
import { may as organisations } from "~/domains/organisations/policy";
import { postRoom } from "~/domains/posts/room";
import { may as parameters } from "~/domains/parameters/policy";
import { resourceRoom } from "~/domains/resources/room";
import { may as reports } from "~/domains/reports/policy";
import { may as pathChecks } from "~/domains/path-checks/policy";
import { personRoom } from "~/domains/persons/room";
import { may as roads } from "~/domains/roads/policy";
import { roleRoom } from "~/domains/roles/room";
import { may as stations } from "~/domains/stations/policy";
import { may as updateLogs } from "~/domains/update-logs/policy";
import { userRoom } from "~/domains/users/room";
import { may as waitingAreas } from "~/domains/waiting-areas/policy";

import type { DeclaredRoom, RoomPermissions } from "~/kit/room/room";

/** A page of the menu with the permission that opens it and those of its buttons. */
export interface ScreenResource {
  resourceName: string;
  title: string;
  /** Absent: these permissions have calls but no page of their own yet. */
  path?: string;
  icon?: string;
  noCache?: boolean;
  permission: string;
  buttons: { permission: string; title: string }[];
}

export interface MenuResource {
  resourceName: string;
  title: string;
  icon: string;
  screens: ScreenResource[];
}

/** Every permission code the program knows, where it stands in the menu; seeded as resources at each start. */
export const menuResources: MenuResource[] = [
  {
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
          { permission: lines.publish, title: "生效版本" },
          { permission: lines.remove, title: "删除线路" },
        ],
      },
      {
        resourceName: "LineClassify",
        title: "线路分类",
        path: "/line/line-classify",
        icon: "line",
        permission: lineVariants.read,
        buttons: changing(lineVariants, "线路分类"),
      },
      {
        resourceName: "LineTools",
        title: "线路工具",
        path: "/line/line-tools",
        icon: "line",
        permission: pathChecks.read,
        buttons: [{ permission: pathChecks.write, title: "检查路径与白名单" }],
      },
      {
        resourceName: "StationImport",
        title: "站点导入",
        path: "/line/station-import",
        icon: "station",
        permission: lineImports.read,
        buttons: [{ permission: lineImports.write, title: "导入线路数据" }],
      },
      {
        resourceName: "LineFileImport",
        title: "线路文件导入",
        path: "/line/line-import",
        icon: "line",
        permission: lineImports.read,
        buttons: [],
      },
    ],
  },
  {
    resourceName: "Station",
    title: "站点",
    icon: "station",
    screens: [
      {
        resourceName: "StationManagement",
        title: "站点管理",
        path: "/station/station-management",
        icon: "station",
        permission: stations.read,
        buttons: changing(stations, "站点"),
      },
    ],
  },
  {
    resourceName: "Bus",
    title: "车辆",
    icon: "bus",
    screens: [
      place(busRoom, "BusManagement", "bus", { [busRoom.may.assign]: "安排线路和人员" }),
      {
        resourceName: "BusMonitor",
        title: "车辆监控",
        path: "/bus/bus-monitor",
        icon: "monitor",
        permission: monitor.read,
        buttons: [],
      },
      {
        resourceName: "BusModel",
        title: "车辆型号管理",
        path: "/model/bus-model",
        icon: "model",
        permission: busModels.read,
        buttons: changing(busModels, "车辆型号"),
      },
    ],
  },
  {
    resourceName: "Device",
    title: "设备",
    icon: "device",
    screens: [
      place(deviceRoom, "DeviceManagement", "device", { [deviceRoom.may.bind]: "绑定设备" }),
      {
        resourceName: "DeviceModel",
        title: "设备型号管理",
        path: "/model/device-model",
        icon: "model",
        permission: deviceModels.read,
        buttons: changing(deviceModels, "设备型号"),
      },
      {
        resourceName: "ReportToken",
        title: "上报令牌",
        path: "/device/device-management/report-tokens",
        icon: "device",
        permission: reports.read,
        buttons: [{ permission: reports.write, title: "编辑上报令牌" }],
      },
    ],
  },
  {
    resourceName: "Parking",
    title: "场站",
    icon: "depot",
    screens: [place(depotRoom, "ParkingManagement", "depot")],
  },
  {
    resourceName: "Fence",
    title: "电子围栏",
    icon: "fence",
    screens: [
      {
        resourceName: "ElectronicFenceManagement",
        title: "电子围栏管理",
        path: "/electronic-fence/electronic-fence-management",
        icon: "fence",
        permission: fences.read,
        buttons: changing(fences, "电子围栏"),
      },
      {
        resourceName: "WaitingArea",
        title: "待车区",
        path: "/electronic-fence/waiting-area",
        icon: "fence",
        permission: waitingAreas.read,
        buttons: changing(waitingAreas, "待车区"),
      },
    ],
  },
  {
    resourceName: "Personnel",
    title: "人员",
    icon: "person",
    screens: [
      place(personRoom, "PersonnelManagement", "person", {
        [personRoom.may.assign]: "安排线路与车辆",
        [personRoom.may.idCard]: "查看身份证号",
      }),
      place(postRoom, "PostManagement", "person"),
    ],
  },
  {
    resourceName: "Map",
    title: "地图",
    icon: "map",
    screens: [
      {
        resourceName: "MapDataDownload",
        title: "地图数据下载",
        path: "/map/data-down-load",
        icon: "map",
        permission: roads.read,
        buttons: [{ permission: roads.import, title: "导入地图数据" }],
      },
    ],
  },
  {
    resourceName: "BaseData",
    title: "基础资料",
    icon: "dictionary",
    screens: [
      {
        resourceName: "Organization",
        title: "机构管理",
        path: "/org/organization",
        icon: "organisation",
        permission: organisations.read,
        buttons: changing(organisations, "机构"),
      },
      {
        resourceName: "DictionaryConfiguration",
        title: "字典管理",
        path: "/dict/dictionary-configuration",
        icon: "dictionary",
        permission: dictionaries.read,
        buttons: changing(dictionaries, "字典"),
      },
      {
        resourceName: "ParamConfiguration",
        title: "参数配置",
        path: "/params/param-configuration",
        icon: "parameter",
        permission: parameters.read,
        buttons: changing(parameters, "参数"),
      },
      {
        resourceName: "ModuleManagement",
        title: "模块管理",
        path: "/module/module-management",
        icon: "module",
        permission: modules.read,
        buttons: changing(modules, "模块"),
      },
      {
        resourceName: "UpdateLogManagement",
        title: "更新日志",
        path: "/update-log/update-log-management",
        icon: "log",
        permission: updateLogs.read,
        buttons: changing(updateLogs, "更新日志"),
      },
    ],
  },
  {
    resourceName: "System",
    title: "系统管理",
    icon: "system",
    screens: [
      {
        resourceName: "App",
        title: "应用管理",
        path: "/system/app",
        icon: "app",
        permission: apps.read,
        buttons: changing(apps, "应用"),
      },
      place(resourceRoom, "Resource", "resource"),
      place(roleRoom, "Role", "role"),
      {
        resourceName: "RoleResource",
        title: "角色资源授权",
        path: "/system/role-resource",
        icon: "resource",
        permission: roleRoom.may.authorise,
        buttons: [],
      },
      {
        resourceName: "User",
        title: "用户管理",
        path: "/system/user",
        icon: "user",
        permission: userRoom.may.read,
        buttons: [
          { permission: userRoom.may.write, title: "编辑用户" },
          { permission: userRoom.may.remove, title: "删除用户" },
          { permission: userRoom.may.password, title: "重置密码与解锁" },
          { permission: userRoom.may.session, title: "查看与结束登录" },
        ],
      },
      {
        resourceName: "UserRole",
        title: "用户角色授权",
        path: "/system/user-role",
        icon: "role",
        permission: userRoom.may.authorise,
        buttons: [],
      },
    ],
  },
];

/** The resource of a screen's button goes by the screen's name and its verb. */
export const buttonName = (screen: ScreenResource, { permission }: { permission: string }) =>
  `${screen.resourceName}.${permission.split(".")[1]}`;

/** What the resources are called that the program brings with it. */
export const programResourceNames: ReadonlySet<string> = new Set(
  menuResources.flatMap((menu) => [
    menu.resourceName,
    ...menu.screens.flatMap((screen) => [
      screen.resourceName,
      ...screen.buttons.map((button) => buttonName(screen, button)),
    ]),
  ]),
);

/** A room's place in the menu: its list, and what else its permissions open. */
function place(
  { title, noun, url, may }: Pick<DeclaredRoom, "title" | "noun" | "url"> & { may: RoomPermissions },
  resourceName: string,
  icon: string,
  others: Record<string, string> = {},
): ScreenResource {
  const [write, remove] = changing(may, noun);
  const buttons = Object.entries(others).map(([permission, words]) => ({ permission, title: words }));
  return { resourceName, title, path: url, icon, permission: may.read, buttons: [write!, ...buttons, remove!] };
}

/** The two buttons of most screens: changing (and adding) records, and deleting them. */
function changing(may: { write: string; remove: string }, noun: string): ScreenResource["buttons"] {
  return [
    { permission: may.write, title: `编辑${noun}` },
    { permission: may.remove, title: `删除${noun}` },
  ];
}

/** Every permission code, for the sweeps. */
export const permissionCodes: ReadonlySet<string> = new Set(
  menuResources.flatMap((menu) =>
    menu.screens.flatMap((screen) => [screen.permission, ...screen.buttons.map((button) => button.permission)]),
  ),
);
