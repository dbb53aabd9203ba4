/** A route of the static menu; `roles` (role names) limits who sees it, absent means everyone signed in. */
export interface StaticRoute {
  path: string;
  group: string;
  title: string;
  icon: string;
  isHome?: boolean;
  roles?: string[];
}

/** The navigation that is used only when STATIC_ROUTER=1, in order. */
export const staticRoutes: StaticRoute[] = [
  { path: "/line/line-management", group: "线路", title: "线路管理", icon: "line", isHome: true },
  { path: "/station/station-management", group: "站点", title: "站点管理", icon: "station" },
  { path: "/bus/bus-management", group: "车辆", title: "车辆管理", icon: "bus" },
  { path: "/device/device-management", group: "设备", title: "设备管理", icon: "device" },
  { path: "/parking/parking-management", group: "场站", title: "场站管理", icon: "depot" },
  { path: "/electronic-fence/electronic-fence-management", group: "电子围栏", title: "电子围栏管理", icon: "fence" },
  { path: "/map/data-down-load", group: "地图", title: "地图数据下载", icon: "map" },
  { path: "/personnel/personnel-management", group: "人员", title: "人员管理", icon: "person" },
  { path: "/org/organization", group: "机构", title: "机构管理", icon: "organisation" },
  { path: "/dict/dictionary-configuration", group: "字典", title: "字典管理", icon: "dictionary" },
  { path: "/model/bus-model", group: "型号", title: "车辆型号管理", icon: "model" },
  { path: "/model/device-model", group: "型号", title: "设备型号管理", icon: "device" },
];
