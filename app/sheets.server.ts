import { busModelSheet } from "~/domains/bus-models/sheet.server";
import { busLineSheet } from "~/domains/buses/lines-sheet.server";
import { busSheet } from "~/domains/buses/sheet.server";
import { depotSheet } from "~/domains/depots/sheet.server";
import { deviceModelSheet } from "~/domains/device-models/sheet.server";
import { deviceBindingSheet } from "~/domains/devices/binding-sheet.server";
import { deviceSheet } from "~/domains/devices/sheet.server";
import { dictionaryItemSheet } from "~/domains/dictionaries/items-sheet.server";
import { fenceSheet } from "~/domains/fences/sheet.server";
import { lineSheet } from "~/domains/lines/sheet.server";
import { organisationSheet } from "~/domains/organisations/sheet.server";
import { personSheet } from "~/domains/persons/sheet.server";
import { postSheet } from "~/domains/posts/sheet.server";
import { oppositeSheet } from "~/domains/stations/opposite-sheet.server";
import { stationSheet } from "~/domains/stations/sheet.server";
import { userSheet } from "~/domains/users/sheet.server";
import { registerSheets } from "~/kit/room/sheets/sheet-registry";

/** Every sheet that people exchange with the program, in the order in which they are offered. */
registerSheets([
  stationSheet,
  oppositeSheet,
  lineSheet,
  busSheet,
  busModelSheet,
  busLineSheet,
  deviceSheet,
  deviceModelSheet,
  deviceBindingSheet,
  depotSheet,
  fenceSheet,
  personSheet,
  postSheet,
  organisationSheet,
  dictionaryItemSheet,
  userSheet,
]);
