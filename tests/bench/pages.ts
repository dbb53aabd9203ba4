import { type Figure, reported } from "./figure";
import { account, menuSize, shortcutCount, signInWithTabs, tabCount } from "./full-menu";
import { growthFigures } from "./growth";
import { type Program, startProgram } from "./program";
import { costFigures, loadFigures } from "./server-cost";
import { slowedFigures } from "./slowed";
import type { Stage } from "./stage";
import { startFigures } from "./starting";
import { transferFigures } from "./transfer";
import type { Visitor } from "./visitor";
import { wholeServerFigures } from "./whole-server";

/** The station list with the frame in full use, from the wire to the database. */
export async function* pageFigures(stage: Stage): AsyncGenerator<Figure> {
  console.error(
    `the page: station list, 50 rows, ${tabCount} tabs, ${shortcutCount} shortcuts, a menu of ${menuSize.screens} screens in ${menuSize.groups} groups, account ${account} with one role`,
  );
  yield* on(stage, 20_000, async function* (program, visitor) {
    yield reported("start with a prepared database: first page", program.startMs, "ms");
    yield* costFigures(program, visitor);
    yield* loadFigures(program, visitor);
    yield* transferFigures(visitor);
    yield* slowedFigures(visitor);
    yield reported("server after all this", (await program.usage()).rssMb, "MB RSS");
  });
  const large = 1_000_000;
  const small = 10_000;
  yield* on(stage, large, (_, many) => on(stage, small, (__, few) => growthFigures(few, many)));
  yield* startFigures(stage);
  yield* wholeServerFigures(stage);
}

/** Runs the program on a database with so many stations, with a person signed in, and ends it. */
async function* on(
  stage: Stage,
  count: number,
  measure: (program: Program, visitor: Visitor) => AsyncIterable<Figure>,
): AsyncGenerator<Figure> {
  const databaseUrl = await stage.stations(count);
  const program = await startProgram(stage.environment(databaseUrl), stage.logFile);
  try {
    yield* measure(program, await signInWithTabs(program.url, databaseUrl));
  } finally {
    await program.stop();
  }
}
