import { may as attachments, url as attachmentUrl } from "~/domains/attachments/policy";
import { busRoom } from "~/domains/buses/room";
import { busModelRoom } from "~/domains/bus-models/room";
import { depotRoom } from "~/domains/depots/room";
import { deviceModelRoom } from "~/domains/device-models/room";
import { deviceRoom } from "~/domains/devices/room";
import { dictionaryRoom } from "~/domains/dictionaries/room";
import { eventsUrl, may as fenceEvents } from "~/domains/vehicle-events/policy";
import { fenceRoom } from "~/domains/fences/room";
import { forecastRoom } from "~/domains/forecasts/room";
import { moduleRoom } from "~/domains/modules/room";
import { organisationRoom } from "~/domains/organisations/room";
import { postRoom } from "~/domains/posts/room";
import { parameterRoom } from "~/domains/parameters/room";
import { personRoom } from "~/domains/persons/room";
import { may as roads } from "~/domains/roads/policy";
import { sheetMenu } from "~/domains/sheet-imports/policy";
import { stationRoom } from "~/domains/stations/room";
import { updateLogRoom } from "~/domains/update-logs/room";
import { waitingAreaRoom } from "~/domains/waiting-areas/room";
import { makeEditButtons, type MenuResource, placeInMenu, type ScreenResource, mayPurge } from "~/kit/room/menu-place";
import { packageRoom } from "~/domains/change-packages/room";
import { may as lineImports } from "~/domains/line-imports/policy";
import { may as lineVariants } from "~/domains/line-variants/policy";
import { may as lines } from "~/domains/lines/policy";
import { may as pathChecks } from "~/domains/path-checks/policy";
import { auditUrl, may as audit } from "~/domains/change-audit/policy";
import { analysisUrl, jobsUrl, loginsUrl, may, requestsUrl } from "~/domains/logs/policy";
import { may as runningState, runningStateUrl } from "~/domains/running-state/policy";
import { displayNoun, displaysUrl, may as displays } from "~/domains/displays/policy";
import { may as monitor } from "~/domains/monitor/policy";
import { linkTokensUrl, may as link } from "~/domains/device-link/policy";
import { may as reports } from "~/domains/reports/policy";
import { tokenRoom } from "~/domains/reports/room";
import { audioRoom } from "~/domains/audio-clips/room";
import { may as issueTasks } from "~/domains/issue-tasks/policy";
import { tasksUrl } from "~/domains/issue-tasks/urls";
import { may as lineFiles } from "~/domains/line-files/policy";
import { filesUrl } from "~/domains/line-files/urls";
import { historyUrl } from "~/domains/line-files/file-history/urls";
import { voiceUrl } from "~/domains/line-files/voice/urls";
import { nodeTypeRoom } from "~/domains/node-types/room";
import { versionRoom } from "~/domains/voice-versions/room";
import { appRoom } from "~/domains/apps/room";
import { eventsUrl as securityEventsUrl, may as securityEvents } from "~/domains/security-events/policy";
import { resourceRoom } from "~/domains/resources/room";
import { may as loginLocks, url as loginLockUrl } from "~/domains/login-locks/policy";
import { roleRoom } from "~/domains/roles/room";
import { userRoom } from "~/domains/users/room";

export const apiDocument: ScreenResource = {
  resourceName: "ApiDocument",
  title: "接口文档",
  path: "/api-docs",
  icon: "api",
  permission: "api-document.read",
  buttons: [],
};

const systemMenu: MenuResource = {
  resourceName: "System",
  title: "系统管理",
  icon: "system",
  screens: [
    placeInMenu(appRoom, "App", "app"),
    placeInMenu(resourceRoom, "Resource", "resource"),
    placeInMenu(roleRoom, "Role", "role"),
    {
      resourceName: "RoleResource",
      title: "角色资源授权",
      path: "/system/role-resource",
      icon: "grant",
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
      icon: "members",
      permission: userRoom.may.authorise,
      buttons: [],
    },
    {
      resourceName: "LoginLock",
      title: "登录锁定",
      path: loginLockUrl,
      icon: "lock",
      permission: loginLocks.read,
      buttons: [{ permission: loginLocks.write, title: "解除登录锁定" }],
    },
    {
      resourceName: "SecurityEvent",
      title: "安全事件",
      path: securityEventsUrl,
      icon: "shield",
      permission: securityEvents.read,
      buttons: [],
    },
    {
      resourceName: "RunningState",
      title: "运行状况",
      path: runningStateUrl,
      icon: "gauge",
      permission: runningState.read,
      buttons: [],
    },
    apiDocument,
  ],
};

const voice = (resourceName: string, title: string, path: string, icon: string): ScreenResource => ({
  resourceName,
  title,
  path,
  icon,
  permission: lineFiles.read,
  buttons: [],
});

const voiceMenu: MenuResource = {
  resourceName: "Voice",
  title: "语音",
  icon: "voice",
  screens: [
    {
      resourceName: "FileManagement",
      title: "文件管理",
      path: filesUrl,
      icon: "voice-file",
      permission: lineFiles.read,
      buttons: [
        { permission: lineFiles.write, title: "编辑线路文件" },
        { permission: lineFiles.generate, title: "生成线路文件" },
        { permission: lineFiles.remove, title: "删除线路文件" },
      ],
    },
    voice("LineStationVoice", "线路站点语音", voiceUrl, "announce"),
    voice("LineStationVoiceHistory", "线路站点语音历史", historyUrl, "history"),
    placeInMenu(versionRoom, "PublicVoiceClass", "category"),
    placeInMenu(audioRoom, "VoiceLibrary", "music"),
    {
      resourceName: "NodeTypeDictionary",
      title: nodeTypeRoom.title,
      path: nodeTypeRoom.url,
      icon: "tags",
      permission: nodeTypeRoom.may.read,
      buttons: [{ permission: nodeTypeRoom.may.write, title: "编辑节点类型" }],
    },
    {
      resourceName: "IssueTask",
      title: "下发任务",
      path: tasksUrl,
      icon: "issue",
      permission: issueTasks.read,
      buttons: [
        { permission: issueTasks.write, title: "编辑下发任务" },
        { permission: issueTasks.start, title: "启动与暂停下发" },
        { permission: issueTasks.remove, title: "删除下发任务" },
      ],
    },
  ],
};

/** What devices, and the systems that speak for them, show when they call. */
const tokenScreens: ScreenResource[] = [
  {
    resourceName: "ReportToken",
    title: "上报令牌",
    path: tokenRoom.url,
    icon: "key",
    permission: reports.read,
    buttons: [{ permission: reports.write, title: "编辑上报令牌" }],
  },
  {
    resourceName: "LinkToken",
    title: "通信令牌",
    path: linkTokensUrl,
    icon: "antenna",
    permission: link.read,
    buttons: [{ permission: link.write, title: "编辑通信令牌" }],
  },
];

/** Where buses are watched: at a desk and on the wall. */
const monitorScreens: ScreenResource[] = [
  {
    resourceName: "BusMonitor",
    title: "车辆监控",
    path: "/bus/bus-monitor",
    icon: "monitor",
    permission: monitor.read,
    buttons: [],
  },
  {
    resourceName: "Display",
    title: displayNoun,
    path: displaysUrl,
    icon: "screen",
    permission: displays.read,
    buttons: [{ permission: displays.write, title: "编辑值班屏" }],
  },
];

const log = (
  resourceName: string,
  title: string,
  path: string,
  icon: string,
  permission: string = may.read,
): ScreenResource => ({
  resourceName,
  title,
  path,
  icon,
  permission,
  buttons: [],
});

const logMenu: MenuResource = {
  resourceName: "Log",
  title: "日志",
  icon: "log",
  screens: [
    log("FeatureVisitLog", "功能访问日志", requestsUrl, "visit"),
    log("LogAnalysis", "日志分析图表", analysisUrl, "chart"),
    log("SystemTaskLog", "系统任务日志", jobsUrl, "task"),
    log("UserLoginLog", "用户登录日志", loginsUrl, "login"),
    {
      ...log("ChangeAudit", "变更审计", auditUrl, "audit", audit.read),
      buttons: [{ permission: mayPurge, title: "彻底删除回收站的记录" }],
    },
  ],
};

const lineMenu: MenuResource = {
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

/** Every permission code the program knows, where it stands in the menu; seeded as resources at each start. */
export const menuResources: MenuResource[] = [
  lineMenu,
  {
    resourceName: "Station",
    title: "站点",
    icon: "station",
    screens: [placeInMenu(stationRoom, "StationManagement", "station")],
  },
  {
    resourceName: "Bus",
    title: "车辆",
    icon: "bus",
    screens: [
      placeInMenu(busRoom, "BusManagement", "bus", { [busRoom.may.assign]: "安排线路和人员" }),
      ...monitorScreens,
      placeInMenu(busModelRoom, "BusModel", "bus-model"),
    ],
  },
  {
    resourceName: "Device",
    title: "设备",
    icon: "device",
    screens: [
      placeInMenu(deviceRoom, "DeviceManagement", "device", { [deviceRoom.may.bind]: "绑定设备" }),
      placeInMenu(deviceModelRoom, "DeviceModel", "device-model"),
      ...tokenScreens,
    ],
  },
  {
    resourceName: "Parking",
    title: "场站",
    icon: "depot",
    screens: [placeInMenu(depotRoom, "ParkingManagement", "depot")],
  },
  {
    resourceName: "Fence",
    title: "电子围栏",
    icon: "fence",
    screens: [
      placeInMenu(fenceRoom, "ElectronicFenceManagement", "fence"),
      placeInMenu(waitingAreaRoom, "WaitingArea", "waiting"),
      {
        resourceName: "FenceEvent",
        title: "报警与围栏事件",
        path: eventsUrl,
        icon: "bell",
        permission: fenceEvents.read,
        buttons: [{ permission: fenceEvents.write, title: "处理事件" }],
      },
    ],
  },
  {
    resourceName: "Personnel",
    title: "人员",
    icon: "person",
    screens: [
      placeInMenu(personRoom, "PersonnelManagement", "person", {
        [personRoom.may.assign]: "安排线路与车辆",
        [personRoom.may.idCard]: "查看身份证号",
      }),
      placeInMenu(postRoom, "PostManagement", "post"),
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
  voiceMenu,
  sheetMenu,
  {
    resourceName: "BaseData",
    title: "基础资料",
    icon: "dictionary",
    screens: [
      placeInMenu(organisationRoom, "Organization", "organisation"),
      placeInMenu(dictionaryRoom, "DictionaryConfiguration", "dictionary"),
      placeInMenu(parameterRoom, "ParamConfiguration", "parameter"),
      placeInMenu(moduleRoom, "ModuleManagement", "module"),
      placeInMenu(updateLogRoom, "UpdateLogManagement", "news"),
      {
        resourceName: "AttachmentManagement",
        title: "附件管理",
        path: attachmentUrl,
        icon: "attachment",
        permission: attachments.read,
        buttons: makeEditButtons(attachments, "附件"),
      },
      placeInMenu(forecastRoom, "WeatherManagement", "weather"),
    ],
  },
  logMenu,
  systemMenu,
];

/** The resource of a screen's button goes by the screen's name and its verb. */
export const buttonName = (screen: ScreenResource, { permission }: { permission: string }) =>
  `${screen.resourceName}.${permission.split(".")[1]}`;

export const programResourceNames: ReadonlySet<string> = new Set(
  menuResources.flatMap((menu) => [
    menu.resourceName,
    ...menu.screens.flatMap((screen) => [
      screen.resourceName,
      ...screen.buttons.map((button) => buttonName(screen, button)),
    ]),
  ]),
);

export const permissionCodes: ReadonlySet<string> = new Set(
  menuResources.flatMap((menu) =>
    menu.screens.flatMap((screen) => [screen.permission, ...screen.buttons.map((button) => button.permission)]),
  ),
);
