import "~/rooms";
import "~/sheets.server";
import { runSheetWork } from "~/kit/room/sheets/sheet-worker.server";

await runSheetWork();
