import type { Served } from "./served.server";

let served: readonly Served[] = [];

/** Called once by the list of rooms, before the first request. */
export function registerRooms(rooms: readonly Served[]): void {
  served = rooms;
}

export const allRooms = (): readonly Served[] => served;

/** The room whose pages lie at an address, or undefined; of two the one whose own address is longer. */
export function roomAt(pathname: string): Served | undefined {
  return served
    .filter(({ room: { url } }) => pathname === url || pathname.startsWith(`${url}/`))
    .sort((one, other) => other.room.url.length - one.room.url.length)[0];
}
