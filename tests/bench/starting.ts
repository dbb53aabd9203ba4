import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { passwords } from "../database";
import { type Figure, reported } from "./figure";
import { startProgram } from "./program";
import type { Stage } from "./stage";

/** The program with its own embedded database in an empty folder: the first start makes everything, the second finds it. */
export async function* startFigures(stage: Stage): AsyncGenerator<Figure> {
  const folder = mkdtempSync(path.join(tmpdir(), "bus-bench-start-"));
  chmodSync(folder, 0o755);
  const env = { DATA_DIR: path.join(folder, "data"), DATABASE_URL: "", ADMIN_PASSWORD: passwords.admin, DEMO: "1" };
  try {
    for (const name of ["first start (database and demo city made)", "second start"]) {
      const program = await startProgram(env, stage.logFile);
      yield reported(`${name}: first page`, program.startMs, "ms");
      yield reported(`${name}: server then`, (await program.usage()).rssMb, "MB RSS");
      await program.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
