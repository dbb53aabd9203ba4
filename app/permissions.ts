import { may as attachments, url as attachmentUrl } from "~/domains/attachments/policy";
import { busRoom } from "~/domains/buses/room";
import { busModelRoom } from "~/domains/bus-models/room";
import { depotRoom } from "~/domains/depots/room";
import { deviceModelRoom } from "~/domains/device-models/room";
import { deviceRoom } from "~/domains/devices/room";
import { dictionaryRoom } from "~/domains/dictionaries/room";
import { eventsUrl, may as fenceEvents } from "~/domains/fence-events/policy";
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

import { lineMenu } from "~/line-menu";
import { logMenu } from "~/log-menu";
import { monitorScreens } from "~/monitor-menu";
import { systemMenu } from "~/system-menu";
import { tokenScreens } from "~/token-menu";
import { voiceMenu } from "~/voice-menu";
import { makeEditButtons, type MenuResource, placeInMenu, type ScreenResource } from "~/kit/room/menu-place";

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
        title: "围栏事件",
        path: eventsUrl,
        icon: "bell",
        permission: fenceEvents.read,
        buttons: [],
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
