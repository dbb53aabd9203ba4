import { useLocation } from "@remix-run/react";
import { roomAt } from "./registry";
import type { DeclaredRoom } from "./room";

export const useRoom = (): DeclaredRoom => roomAt(useLocation().pathname)!.room;
