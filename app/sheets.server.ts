import { busLineSheet } from "~/domains/buses/lines-sheet.server";
import { busSheet } from "~/domains/buses/sheet.server";
import { deviceBindingSheet } from "~/domains/devices/binding-sheet.server";
import { dictionaryItemSheet } from "~/domains/dictionaries/items-sheet.server";
import { postSheet } from "~/domains/posts/sheet.server";
import { registerSheets } from "~/kit/room/sheets/sheet-registry";

/** Every sheet that people exchange with the program, in the order in which they are offered. */
registerSheets([busSheet, busLineSheet, deviceBindingSheet, postSheet, dictionaryItemSheet]);
