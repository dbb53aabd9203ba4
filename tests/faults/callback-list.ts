import { readFileSync } from "node:fs";

/** Where everything else ends: what is thrown in there nobody can hear. */
export const lastResort: ReadonlySet<string> = new Set([
  "app/kit/ground/faults.server.ts process.on unhandledRejection",
  "app/kit/ground/faults.server.ts process.on uncaughtException",
]);

/** What libraries are given, as somebody last looked at it: what throws in each ends one thing. `npm run faults -- throws` throws in those that a day's work reaches. */
export const knownCallbacks = (): string[] =>
  readFileSync(new URL("callbacks.txt", import.meta.url), "utf8")
    .split("\n")
    .filter(Boolean);
