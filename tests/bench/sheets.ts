import { createWriteStream, mkdirSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { passwords } from "../kit/database";
import { atLeast, atMost, type Figure, reported } from "./figure";
import { findDatabaseServer } from "./processes";
import { startProgram } from "./program";
import { busCells, type Named, writeBuses, wrongRows } from "./sheet-buses";
import { type Desk, measured, type Measured, usage } from "./sheet-meter";
import { cancel, checked, confirm, download, settled, undo } from "./sheet-desk";
import { amendedFigures, officeFigures, takeAmended, writeRichBuses } from "./sheet-amended";
import { amongReaders } from "./sheets-among-readers";
import type { Stage } from "./stage";
import { signIn, type Visitor } from "./visitor";

const count = Number(process.env.BENCH_SHEET_ROWS ?? 100_000);
const clients = 8;

/** 100,000 buses, one row in twenty wrong, through the pages: checked, imported, exported, taken back; BENCH_SHEET_ROWS makes it less. */
export async function* sheetFigures(stage: Stage): AsyncGenerator<Figure> {
  const databaseUrl = await stage.city("sheets");
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const folder = path.join(stage.folder, "sheets");
  mkdirSync(folder, { recursive: true });
  const named = await someNames(client);
  const files = await writeBuses(folder, count, named);
  const program = await startProgram(stage.environment(databaseUrl, "warn"), stage.logFile);
  try {
    const people: Visitor[] = [];
    for (let person = 0; person < clients; person++) people.push(await signIn(program.url, "admin", passwords.admin));
    const desk = { program, client, database: await findDatabaseServer(databaseUrl), person: people[0]! };
    yield reported("sheets: rows of the file", count);
    const imported = yield* alone(desk, folder, files.workbook);
    const copy = path.join(folder, "amended.xlsx");
    yield* amendedFigures(desk.person, imported, { given: files.workbook, copy, wrong: wrongRows(count).length });
    yield* rich(desk, folder, named);
    const text = await measured(desk, () => checked(desk, files.text));
    yield* checkFigures("csv", text);
    await cancel(desk.person, text.result.importId);
    yield* amongReaders(desk, people, files.text);
  } finally {
    await program.stop();
    await client.end();
  }
}

/** Every step by itself; answers the import's key. */
async function* alone(desk: Desk, folder: string, file: string): AsyncGenerator<Figure, string> {
  const { person, client } = desk;
  const check = await measured(desk, () => checked(desk, file));
  const { importId } = check.result;
  yield* checkFigures("workbook", check);
  const told = new Set<number>();
  let answered = "";
  for await (const piece of download(person, `/excel/import/${importId}/errors`))
    answered += Buffer.from(piece).toString("latin1");
  for (const line of answered.split("\r\n").slice(1)) if (line) told.add(Number(line.split(",")[0]));
  const wrong = wrongRows(count);
  yield atLeast(
    "sheets: wrong rows named, none beside them",
    wrong.filter((row) => told.delete(row)).length - told.size,
    wrong.length,
  );

  const write = await measured(desk, async () => {
    await confirm(person, importId);
    return settled(client, importId);
  });
  yield atMost("sheets: import of the good rows", write.seconds, 60, "s");
  yield* usage("import", write);
  yield atLeast("sheets: rows imported", write.result.createdCount, count - wrong.length);

  for (const format of ["xlsx", "csv"]) {
    const from = `/excel/import/export?template=bus&format=${format}`;
    const to = path.join(folder, `out.${format}`);
    // What the program takes to work at all is not what rows take: a tenth of them, ten times, before all of them.
    const tenth = await measured(desk, async () => {
      for (let round = 0; round < 10; round++) await saved(person, `${from}&busSelfCode=Z00`, to);
    });
    const out = await measured(desk, () => saved(person, from, to));
    yield atMost(`sheets: export as ${format}`, out.seconds, 15, "s");
    yield* usage(`export as ${format}`, out);
    yield reported(`sheets: memory that a tenth of the rows as ${format} takes, ten times`, tenth.growth, "MB RSS");
    yield atMost(`sheets: memory that all of them as ${format} take beyond that`, out.growth, 40, "MB RSS");
  }

  const back = await measured(desk, async () => {
    await undo(person, importId);
    return settled(client, importId);
  });
  yield atMost("sheets: taken back", back.seconds, 30, "s");
  yield* usage("taking back", back);
  yield atMost("sheets: rows kept when taken back", back.result.keptCount, 0);
  return importId;
}

/** A small workbook of other programs' making, checked and taken back with its errors. */
async function* rich(desk: Desk, folder: string, named: Named): AsyncGenerator<Figure> {
  const given = path.join(folder, "rich.xlsx");
  await writeRichBuses(
    given,
    Array.from({ length: 300 }, (_, at) => busCells(at, named)),
  );
  const { importId } = await checked(desk, given);
  const copy = await takeAmended(desk.person, importId, path.join(folder, "rich-back.xlsx"));
  await cancel(desk.person, importId);
  yield* officeFigures(given, copy, folder);
}

async function saved(person: Visitor, from: string, to: string): Promise<void> {
  const file = createWriteStream(to);
  for await (const piece of download(person, from)) file.write(piece);
  await new Promise((done) => file.end(done));
}

function* checkFigures(kind: string, check: Measured<unknown>): Generator<Figure> {
  yield atMost(`sheets: check of the ${kind}`, check.seconds, 20, "s");
  yield* usage(`check of the ${kind}`, check);
  yield atMost(`sheets: memory that the check of the ${kind} takes`, check.growth, 300, "MB RSS");
}

/** A model and an organisation that a row of buses may name. */
export async function someNames(client: pg.Client): Promise<Named> {
  const { rows } = await client.query<Named>(
    `select (select model_num from bus_model where deleted_at is null order by 1 limit 1) as model,
      (select org_code from organisation where deleted_at is null and org_type = 3 order by 1 limit 1) as org`,
  );
  return rows[0]!;
}
