import { buses } from "~/domains/buses/room.server";
import { depots } from "~/domains/depots/room.server";
import { devices } from "~/domains/devices/room.server";
import { persons } from "~/domains/persons/room.server";
import { posts } from "~/domains/posts/room.server";
import { resources } from "~/domains/resources/room.server";
import { roles } from "~/domains/roles/room.server";
import { users } from "~/domains/users/room.server";
import { registerRooms } from "~/kit/room/registry";
import type { Served } from "~/kit/room/served.server";

/** Every room, in the order of the menu: pages, calls, search, references and sweeps follow from this list. */
export const rooms: readonly Served[] = [buses, devices, depots, persons, posts, resources, roles, users];

registerRooms(rooms);
