import { pageAt, type ViewerCall } from "~/kit/page/http/page.server";
import { problem } from "~/kit/ground/problem";
import { findRoom } from "./registry";
import type { RoomPermissions } from "./room";
import type { ServedRoom } from "./served.server";

function servedAt(pathname: string): ServedRoom {
  const found = findRoom(pathname);
  if (!found) throw problem.missing("页面");
  return found;
}

/** A page that every room has: guarded by the permission of the room whose address it is. */
export const roomPage = <R>(verb: keyof RoomPermissions, handler: (call: ViewerCall, served: ServedRoom) => R) =>
  pageAt(
    (pathname) => servedAt(pathname).room.may[verb],
    (call) => handler(call, servedAt(call.url.pathname)),
  );
