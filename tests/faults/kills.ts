import path from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { atLeast, atMost, percentile, reported, type Figure } from "../bench/figure";
import { acknowledged, acknowledges, endWriter, startWriter, stored } from "./acknowledged";
import type { Program } from "./program";

const kinds = ["program", "database", "both"] as const;

/** kill -9 in `rounds` rounds while another process writes; every record that it was told is kept must be there. */
export async function kills(program: Program, password: string, rounds: number): Promise<Figure[]> {
  const logFile = path.join(program.dataDir, "..", "acknowledged.log");
  const writer = startWriter(program.url, password, logFile);
  const times: Record<(typeof kinds)[number], number[]> = { program: [], database: [], both: [] };
  try {
    for (let round = 0; round < rounds; round++) {
      const kind = kinds[round % kinds.length] ?? "both";
      await acknowledges(logFile, 20);
      await sleep(Math.random() * 300);
      const began = performance.now();
      if (kind !== "program") program.killDatabase(round % 2 === 0);
      if (kind !== "database") {
        await program.kill();
        program.start();
      }
      await acknowledges(logFile, 1);
      await program.answered();
      times[kind].push(Math.round(performance.now() - began));
      console.error(
        `round ${round + 1} of ${rounds}: ${kind} killed, back after ${times[kind].at(-1)} ms, ${acknowledged(logFile).size} acknowledged`,
      );
    }
  } finally {
    await endWriter(writer);
  }
  const told = acknowledged(logFile);
  const kept = await stored(program.url, password);
  const lost = [...told].filter(([key, name]) => kept.get(key) !== name).length;
  return [
    reported("kills", rounds, "kills"),
    atLeast("acknowledged records", told.size, 20 * rounds, "records"),
    atMost("acknowledged records lost", lost, 0, "records"),
    ...kinds.flatMap((kind) => [
      reported(`${kind} killed: first page and first write, median`, percentile(times[kind], 0.5), "ms"),
      atMost(`${kind} killed: first page and first write, slowest`, Math.max(0, ...times[kind]), 30_000, "ms"),
    ]),
  ];
}
