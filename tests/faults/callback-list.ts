import { readFileSync } from "node:fs";

/** Where everything else ends: what is thrown in there nobody can hear. */
export const lastResort: ReadonlySet<string> = new Set([
  "app/kit/ground/faults.server.ts process.on unhandledRejection",
  "app/kit/ground/faults.server.ts process.on uncaughtException",
]);

/** The callbacks that `npm run faults -- throws` has been seen to survive. */
export const knownCallbacks = (): string[] =>
  readFileSync(new URL("callbacks.txt", import.meta.url), "utf8")
    .split("\n")
    .filter(Boolean);
