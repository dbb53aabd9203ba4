import { djangoFigures } from "./django";
import { type Figure, reported } from "./figure";
import { account, menuSize, shortcutCount, tabCount } from "./full-menu";
import { growthFigures, type Grown } from "./growth";
import { onStations } from "./on-stations";
import { findDatabaseServer, usageBelow } from "./processes";
import { costFigures, loadFigures } from "./server-cost";
import { slowedFigures } from "./slowed";
import type { Stage } from "./stage";
import { startFigures } from "./starting";
import { transferFigures } from "./transfer";
import { wholeServerFigures } from "./whole-server";

/** The station list with the frame in full use, from the wire to the database. */
export async function* pageFigures(stage: Stage): AsyncGenerator<Figure> {
  yield* pageCostFigures(stage);
  yield* djangoFigures(stage);
  yield* onStations(stage, 20_000, async function* (_, visitor) {
    yield* transferFigures(visitor);
    yield* slowedFigures(visitor);
  });
  yield* pageGrowthFigures(stage);
  yield* startFigures(stage);
  yield* wholeServerFigures(stage);
}

/** What one page of it costs the program and the database. */
export async function* pageCostFigures(stage: Stage): AsyncGenerator<Figure> {
  console.error(
    `the page: station list, 50 rows, ${tabCount} tabs, ${shortcutCount} shortcuts, a menu of ${menuSize.screens} screens in ${menuSize.groups} groups, account ${account} with one role`,
  );
  yield* onStations(stage, 20_000, async function* (program, visitor, databaseUrl) {
    yield reported("start with a prepared database: first page", program.startMs, "ms");
    const databaseServer = await findDatabaseServer(databaseUrl);
    yield* costFigures(program, visitor, databaseServer);
    yield* loadFigures(program, visitor, databaseServer);
    yield reported("server with its worker threads after all this", (await program.usage()).rssMb, "MB RSS");
    yield reported("database with its processes after all this", usageBelow(databaseServer).memoryMb, "MB PSS");
  });
}

/** How lists of stations and buses grow with their rows; BENCH_ROWS=10000,100000 tries it on less. */
export async function* pageGrowthFigures(stage: Stage): AsyncGenerator<Figure> {
  const sizes = (process.env.BENCH_ROWS ?? "10000,100000,1000000").split(",").map(Number);
  yield* onAll(stage, sizes, []);
}

async function* onAll(stage: Stage, sizes: number[], open: Grown[]): AsyncGenerator<Figure> {
  const [rows, ...others] = sizes;
  if (rows === undefined) yield* growthFigures(open);
  else yield* onStations(stage, rows, (_, visitor) => onAll(stage, others, [...open, { rows, visitor }]), rows);
}
