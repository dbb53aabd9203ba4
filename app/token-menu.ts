import { linkTokensUrl, may as link } from "~/domains/device-link/policy";
import { may as reports } from "~/domains/reports/policy";
import { tokenRoom } from "~/domains/reports/room";
import type { ScreenResource } from "~/kit/room/menu-place";

/** What devices, and the systems that speak for them, show when they call. */
export const tokenScreens: ScreenResource[] = [
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
