import { writeFileSync } from "node:fs";
import path from "node:path";
import { freePort } from "../../app/kit/data/db/embedded/port.server";
import type { FleetTerminal } from "../kit/fleet";
import { startGateway } from "../kit/gateway-process";
import { atMost, type Figure, percentile, reported } from "./figure";
import { driveTerminals, type Seen } from "./link-drive";
import { usageBelow } from "./processes";

/** A gateway in a process of its own, and the terminals that come to it. */
export interface Gateway808 {
  drive(seconds: number): Promise<Seen>;
  cpuMs(): number;
  stop(): Promise<unknown>;
}

export async function start808(
  environment: Record<string, string>,
  url: string,
  terminals: readonly FleetTerminal[],
  folder: string,
): Promise<Gateway808> {
  const port = await freePort(undefined);
  const child = await startGateway(environment, { port, url, terminals: terminals.length });
  const fleet = path.join(folder, "link-808.json");
  writeFileSync(fleet, JSON.stringify(terminals));
  return {
    drive: (seconds) =>
      driveTerminals(
        "tests/bench/link-808-terminals.ts",
        [String(port), fleet],
        seconds,
        path.join(folder, `link-808-${seconds}.json`),
      ),
    cpuMs: () => usageBelow(child.pid!).cpuMs,
    stop: () =>
      new Promise((ended) => {
        child.once("exit", ended);
        child.kill("SIGTERM");
      }),
  };
}

export function* figures808(what: string, count: number, seen: Seen, cpuPercent: number): Generator<Figure> {
  yield reported(`${what}: of them over JT/T 808`, count, "vehicles");
  yield atMost(`${what}: position over JT/T 808 answered, p99`, percentile(seen.times, 0.99), 1000, "ms");
  yield reported(`${what}: position over JT/T 808 answered, p50`, percentile(seen.times, 0.5), "ms");
  yield atMost(`${what}: positions over JT/T 808 without an answer`, seen.errors, 0, "positions");
  yield reported(`${what}: CPU of the gateway`, cpuPercent, "%");
}
