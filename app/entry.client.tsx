import { sendOnce } from "~/kernel/forms/once";
import { startIslands } from "~/kernel/islands/start";
import { easeTables } from "~/kernel/tables/ticks";
import { easeFrame } from "~/shell/comforts";

if (import.meta.env.DEV) await import("~/kernel/islands/dev");
sendOnce();
easeTables();
easeFrame();
startIslands();
