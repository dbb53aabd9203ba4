import { audioDoor } from "~/domains/audio-clips/door.server";
import { lineDoor } from "~/domains/line-imports/door.server";
import { mapDoor } from "~/domains/roads/door.server";
import { sheetDoor } from "~/domains/sheet-imports/door.server";
import { registerDoors } from "~/kit/page/import-flow/doors";

/** Every way in for files, in the order of their choice in lists. */
export const doors = [sheetDoor, lineDoor, mapDoor, audioDoor];

registerDoors(doors);
