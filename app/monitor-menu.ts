import { displayNoun, displaysUrl, may as displays } from "~/domains/displays/policy";
import { may as monitor } from "~/domains/monitor/policy";
import type { ScreenResource } from "~/kit/room/menu-place";

/** Where buses are watched: at a desk and on the wall. */
export const monitorScreens: ScreenResource[] = [
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
