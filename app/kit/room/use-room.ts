import { useLocation } from "@remix-run/react";
import { findRoom } from "./registry";
import type { DeclaredRoom } from "./room";

export const useRoom = (): DeclaredRoom => findRoom(useLocation().pathname)!.room;
