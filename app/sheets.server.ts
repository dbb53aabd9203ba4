import { busModelSheet } from "~/domains/bus-models/sheet.server";
import { depotSheet } from "~/domains/depots/sheet.server";
import { deviceModelSheet } from "~/domains/device-models/sheet.server";
import { deviceSheet } from "~/domains/devices/sheet.server";
import { organisationSheet } from "~/domains/organisations/sheet.server";
import { personSheet } from "~/domains/persons/sheet.server";
import { postSheet } from "~/domains/posts/sheet.server";
import { stationSheet } from "~/domains/stations/sheet.server";
import { userSheet } from "~/domains/users/sheet.server";
import { registerSheets } from "~/kit/room/sheets/sheet-registry";

/** Every sheet that people exchange with the program, in the order in which they are offered. */
registerSheets([
  stationSheet,
  busModelSheet,
  deviceSheet,
  deviceModelSheet,
  depotSheet,
  personSheet,
  postSheet,
  organisationSheet,
  userSheet,
]);
