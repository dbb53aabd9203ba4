import type { Figure } from "./figure";
import { signInWithTabs } from "./full-menu";
import { type Program, startProgram } from "./program";
import type { Stage } from "./stage";
import type { Visitor } from "./visitor";

/** Runs the program on a database with so many stations, with a person signed in, and ends it. */
export async function* onStations(
  stage: Stage,
  count: number,
  measure: (program: Program, visitor: Visitor, databaseUrl: string) => AsyncIterable<Figure>,
  buses = 0,
): AsyncGenerator<Figure> {
  const databaseUrl = await stage.stations(count, buses);
  const program = await startProgram(stage.environment(databaseUrl), stage.logFile);
  try {
    yield* measure(program, await signInWithTabs(program.url, databaseUrl), databaseUrl);
  } finally {
    await program.stop();
  }
}
