import { giveWay } from "~/kit/data/db/give-way.server";
import "~/rooms";
import "~/sheets.server";
import { runSheetWork } from "~/kit/room/sheets/sheet-worker.server";

giveWay();
await runSheetWork();
