import { useLocation } from "@remix-run/react";
import { findRoom } from "./registry";
import type { DeclaredRoom } from "./room";
import type { ServedRoom } from "./served.server";

/** The room at whose address the page lies. */
export const useServed = (): ServedRoom => findRoom(useLocation().pathname)!;
export const useRoom = (): DeclaredRoom => useServed().room;
