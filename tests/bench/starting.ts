import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startDatabase } from "../../app/kit/data/db/embedded/start.server";
import { passwords } from "../kit/database";
import { type Figure, reported } from "./figure";
import { startProgram } from "./program";
import { run, type Stage } from "./stage";

const stations = 100_000;

/** The program with its own embedded database in an empty folder: the first start makes everything, the later ones find it, at last with many records. */
export async function* startFigures(stage: Stage): AsyncGenerator<Figure> {
  const folder = mkdtempSync(path.join(tmpdir(), "bus-bench-start-"));
  chmodSync(folder, 0o755);
  const dataDir = path.join(folder, "data");
  const env = { DATA_DIR: dataDir, DATABASE_URL: "", ADMIN_PASSWORD: passwords.admin, DEMO: "1" };
  const full = `start with ${stations} stations`;
  try {
    for (const name of ["first start (database and demo city made)", "second start", full]) {
      if (name === full) await fill(dataDir);
      const program = await startProgram(env, stage.logFile);
      yield reported(`${name}: first page`, program.startMs, "ms");
      yield reported(`${name}: server then`, (await program.usage()).rssMb, "MB RSS");
      await program.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function fill(dataDir: string): Promise<void> {
  const database = await startDatabase({ DATA_DIR: dataDir, DATABASE_URL: undefined });
  try {
    run("tests/bench/seed-many.ts", [String(stations)], { DATA_DIR: dataDir, DATABASE_URL: database.url });
  } finally {
    await database.stop();
  }
}
