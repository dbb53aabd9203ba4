import { busLineSheet } from "~/domains/buses/lines-sheet.server";
import { busSheet } from "~/domains/buses/sheet.server";
import { deviceBindingSheet } from "~/domains/devices/binding-sheet.server";
import { dictionaryItemSheet } from "~/domains/dictionaries/items-sheet.server";
import { fenceSheet } from "~/domains/fences/sheet.server";
import { lineSheet } from "~/domains/lines/sheet.server";
import { organisationSheet } from "~/domains/organisations/sheet.server";
import { oppositeSheet } from "~/domains/stations/opposite-sheet.server";
import { userSheet } from "~/domains/users/sheet.server";
import { roomSheet } from "~/kit/room/sheets/room-sheet.server";
import type { Sheet } from "~/kit/room/sheets/sheet";
import { registerSheets } from "~/kit/room/sheets/sheet-registry";
import { rooms } from "./rooms";

/** Sheets that follow more rules than a room's fields, or hold a part of its records, by the room behind whose own they are offered. */
const further: Record<string, readonly Sheet[]> = {
  stations: [oppositeSheet, lineSheet],
  buses: [busSheet, busLineSheet],
  devices: [deviceBindingSheet],
  fences: [fenceSheet],
  organisations: [organisationSheet],
  dictionaries: [dictionaryItemSheet],
  users: [userSheet],
};

/** Every sheet that people exchange with the program, in the order of rooms. */
registerSheets(
  rooms.flatMap((served) => [
    ...(served.sheet ? [roomSheet(served, served.sheet)] : []),
    ...(further[served.room.name] ?? []),
  ]),
);
