/** A route of the static menu, shown to who may open it; `roles` (role names) limits it further. */
export interface StaticRoute {
  resourceName: string;
  permission: string;
  path: string;
  group: string;
  title: string;
  icon: string;
  isHome?: boolean;
  roles?: string[];
}

/** The navigation that is used only when STATIC_ROUTER=1, in order. */
export const staticRoutes: StaticRoute[] = [
  {
    resourceName: "LineManagement",
    permission: "line.read",
    path: "/line/line-management",
    group: "线路",
    title: "线路管理",
    icon: "line",
    isHome: true,
  },
  {
    resourceName: "StationManagement",
    permission: "station.read",
    path: "/station/station-management",
    group: "站点",
    title: "站点管理",
    icon: "station",
  },
  {
    resourceName: "BusManagement",
    permission: "bus.read",
    path: "/bus/bus-management",
    group: "车辆",
    title: "车辆管理",
    icon: "bus",
  },
  {
    resourceName: "DeviceManagement",
    permission: "device.read",
    path: "/device/device-management",
    group: "设备",
    title: "设备管理",
    icon: "device",
  },
  {
    resourceName: "ParkingManagement",
    permission: "depot.read",
    path: "/parking/parking-management",
    group: "场站",
    title: "场站管理",
    icon: "depot",
  },
  {
    resourceName: "ElectronicFenceManagement",
    permission: "fence.read",
    path: "/electronic-fence/electronic-fence-management",
    group: "电子围栏",
    title: "电子围栏管理",
    icon: "fence",
  },
  {
    resourceName: "MapDataDownload",
    permission: "map.read",
    path: "/map/data-down-load",
    group: "地图",
    title: "地图数据下载",
    icon: "map",
  },
  {
    resourceName: "PersonnelManagement",
    permission: "person.read",
    path: "/personnel/personnel-management",
    group: "人员",
    title: "人员管理",
    icon: "person",
  },
  {
    resourceName: "Organization",
    permission: "organisation.read",
    path: "/org/organization",
    group: "机构",
    title: "机构管理",
    icon: "organisation",
  },
  {
    resourceName: "DictionaryConfiguration",
    permission: "dictionary.read",
    path: "/dict/dictionary-configuration",
    group: "字典",
    title: "字典管理",
    icon: "dictionary",
  },
  {
    resourceName: "BusModel",
    permission: "bus-model.read",
    path: "/model/bus-model",
    group: "型号",
    title: "车辆型号管理",
    icon: "bus-model",
  },
  {
    resourceName: "DeviceModel",
    permission: "device-model.read",
    path: "/model/device-model",
    group: "型号",
    title: "设备型号管理",
    icon: "device-model",
  },
];
