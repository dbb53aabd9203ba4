import { apps } from "~/domains/apps/room.server";
import { busModels } from "~/domains/bus-models/room.server";
import { depots } from "~/domains/depots/room.server";
import { deviceModels } from "~/domains/device-models/room.server";
import { dictionaries } from "~/domains/dictionaries/room.server";
import { modules } from "~/domains/modules/room.server";
import { parameters } from "~/domains/parameters/room.server";
import { posts } from "~/domains/posts/room.server";
import { stations } from "~/domains/stations/room.server";
import { updateLogs } from "~/domains/update-logs/room.server";
import { type Belonging, registerRooms } from "~/kit/room/registry";
import type { Served } from "~/kit/room/served.server";

/** Every room, in the order of the menu: pages, calls, search, references and sweeps follow from this list. */
export const rooms: readonly Served[] = [
  stations,
  busModels,
  deviceModels,
  depots,
  posts,
  dictionaries,
  parameters,
  modules,
  updateLogs,
  apps,
];

/** Records that belong to organisations and are in no room of the list. */
const beside: Belonging[] = [
  {
    label: "线路",
    table: "line",
    key: "lineUuid",
    named: ["lineName"],
    url: "/line/line-management",
    read: "line.read",
  },
  { label: "车辆", table: "bus", key: "busUuid", named: ["busSelfCode"], url: "/bus/bus-management", read: "bus.read" },
  {
    label: "人员",
    table: "person",
    key: "personUuid",
    named: ["name", "jobNumber"],
    url: "/personnel/personnel-management",
    read: "person.read",
  },
  {
    label: "用户",
    table: "appUser",
    key: "userId",
    named: ["userName", "userAccount"],
    url: "/system/user",
    read: "user.read",
  },
];

registerRooms(rooms, beside);
