import { startIslands } from "~/kernel/islands/start";

if (import.meta.env.DEV) await import("~/kernel/islands/dev");
startIslands();
