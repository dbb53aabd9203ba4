import { sendOnce } from "~/kernel/forms/once";
import { mindTyping } from "~/kernel/forms/typing";
import { startIslands } from "~/kernel/islands/start";
import { easeTables } from "~/kernel/tables/ticks";
import { easeFrame } from "~/shell/comforts";

if (import.meta.env.DEV) await import("~/kernel/islands/dev");
sendOnce();
mindTyping();
easeTables();
easeFrame();
startIslands();
