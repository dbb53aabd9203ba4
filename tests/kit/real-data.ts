import { appendFileSync, existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { isLongRun } from "./long-run";

const beside = fileURLToPath(new URL("../../../shared/data", import.meta.url));

/**
 * The path of a file or folder of the real data (`SHARED_DATA`, else ../shared/data beside the checkout), or undefined
 * where this machine has none: the test that asks is then skipped and counted as such. `test` tells apart several tests
 * of one file.
 */
export function realData(name: string, test = name): string | undefined {
  const at = path.join(process.env.SHARED_DATA ?? beside, name);
  const run = existsSync(at);
  if (process.env.REAL_DATA_LOG) appendFileSync(process.env.REAL_DATA_LOG, `${JSON.stringify({ name, test, run })}\n`);
  if (!run) console.log(`skipped, no real data: ${test}`);
  return run ? at : undefined;
}

/** As `realData`, of what takes tens of seconds: a whole city's lines or timetable. Only a long run asks it. */
export function realCity(name: string, test: string): string | undefined {
  if (isLongRun) return realData(name, test);
  console.log(`left to a long run: ${test}`);
  return undefined;
}

/** Says in the test's output what was measured with real data. */
export function measured(what: string, ...figures: unknown[]): void {
  console.log(`${what}:`, ...figures.map((figure) => (typeof figure === "string" ? figure : JSON.stringify(figure))));
}
