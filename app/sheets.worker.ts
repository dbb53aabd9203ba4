import { setPriority } from "node:os";
import "~/rooms";
import "~/sheets.server";
import { runSheetWork } from "~/kit/room/sheets/sheet-worker.server";

// Of this thread alone, on Linux: people's pages go first.
if (process.platform === "linux") setPriority(10);
await runSheetWork();
