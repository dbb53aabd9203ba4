import { existsSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { passwords } from "../kit/database";
import { login } from "../faults/api";
import { reading } from "./batch-match";
import { atLeast, atMost, type Figure, percentile, reported } from "./figure";
import { findDatabaseServer } from "./processes";
import { root, startProgram } from "./program";
import { type Desk, measured } from "./sheet-meter";
import { run, type Stage } from "./stage";
import { archiveFigures } from "./voice-archive";
import { packagesOf, remakeOne } from "./voice-one-line";
import { generateAll, importLines, lookThrough, speakMissing } from "./voice-desk";
import { signIn, type Visitor } from "./visitor";

const clips = 20_000;
const spokenNames = Number(process.env.BENCH_SPOKEN_NAMES ?? 1000);
const clients = 8;
const library = "/voice/voice-library";
const completeness = "/voice/line-station-voice/completeness";

/** The lines of Hangzhou announced in two languages, through pages and calls: imported, names spoken, all compiled, one compiled again; BENCH_SPOKEN_NAMES makes what is spoken less. */
export async function* voiceFigures(stage: Stage): AsyncGenerator<Figure> {
  const data = process.env.SHARED_DATA ?? path.join(root, "../shared/data");
  const file = path.join(data, "bus-lines-hangzhou/lineshape-baidu.txt");
  if (!existsSync(file)) return console.log(`skipped, no real data: the voices of a city (${file}, set SHARED_DATA)`);
  const databaseUrl = await stage.city("voice");
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const env = stage.environment(databaseUrl, "warn");
  const program = await startProgram(env, stage.logFile);
  try {
    const people: Visitor[] = [];
    for (let person = 0; person < clients; person++) people.push(await signIn(program.url, "admin", passwords.admin));
    const desk = { program, client, database: await findDatabaseServer(databaseUrl), person: people[0]! };
    yield* imported(desk, file);
    const seeded = run("tests/bench/seed-voice.ts", [String(clips), String(spokenNames)], {
      ...env,
      STATEMENT_TIMEOUT_MS: "600000",
    });
    const { contents } = JSON.parse(seeded.trim().split("\n").at(-1)!) as { contents: number };
    yield reported("voice: sounds in the library that differ, short tones but for the spoken names", contents);
    yield* spoken(desk, people);
    yield* compiled(desk);
    const token = await login(program.url, passwords.admin);
    const times = await remakeOne({ url: program.url, token, client });
    yield atMost("voice: a line compiled again after one clip changed, slowest of five", Math.max(...times), 1, "s");
    yield* pages(desk);
    yield* archiveFigures(desk);
  } finally {
    await program.stop();
    await client.end();
  }
}

async function* imported({ person, client }: Desk, file: string): AsyncGenerator<Figure> {
  const began = performance.now();
  await importLines(person, client, file, "BD09");
  yield reported("voice: lines imported", (performance.now() - began) / 1000, "s");
  const { rows } = await client.query<{ directions: number; stations: number }>(
    `select count(distinct (version_uuid, direction))::int as directions, count(distinct sta_uuid)::int as stations from line_station join line_version using (version_uuid)
     where state = 'effective' and deleted_at is null`,
  );
  yield reported("voice: directions, the demo city's among them", rows[0]!.directions);
  yield reported("voice: stations called at", rows[0]!.stations);
}

/** A thousand names spoken by the program's own voice while people read lists. */
async function* spoken({ person, client }: Desk, people: readonly Visitor[]): AsyncGenerator<Figure> {
  const read = [library, `${library}?page=5&keyword=音频`, "/voice/file-management", "/station/station-management"];
  await reading(people, AbortSignal.timeout(4000), read);
  const without = await reading(people, AbortSignal.timeout(20_000), read);
  const done = new AbortController();
  const during = reading(people, done.signal, read);
  const began = performance.now();
  const names = await speakMissing(person, client, "zh").finally(() => done.abort());
  const within = await during;
  yield atLeast("voice: names spoken in the background", names, spokenNames);
  yield reported("voice: speaking them and making them for packages", (performance.now() - began) / 1000, "s");
  const waiting = { without: percentile(without, 0.99), within: percentile(within, 0.99) };
  yield reported(`voice, ${clients} readers: p99 without speaking`, waiting.without, "ms");
  yield reported(`voice, ${clients} readers: p99 during it`, waiting.within, "ms");
  yield atMost("voice: lists' p99 while names are spoken against without", waiting.within / waiting.without, 2);
}

/** Every line with its package, from lines without a file to packages that can be fetched. */
async function* compiled(desk: Desk): AsyncGenerator<Figure> {
  const work = () => generateAll(desk.person, desk.client, "all", "BJGJ-2026.1");
  const all = await measured(desk, work);
  const { done, refused, reasons } = all.result;
  for (const reason of reasons.slice(0, 10)) console.error(`voice: refused: ${reason}`);
  const packages = await packagesOf(desk.client);
  yield atLeast("voice: lines compiled", done / (done + refused), 0.9);
  yield reported("voice: lines refused with errors at their nodes", refused);
  yield atLeast("voice: packages of them that lie ready", packages.count, done);
  yield reported("voice: packages", packages.megabytes, "MB");
  yield reported("voice: clips in a package, on average", packages.clips);
  yield atMost("voice: compiling all, packages written, clips made when they were kept", all.seconds, 60, "s");
  yield atMost("voice: compiling all: the program grew by", all.growth, 500, "MB RSS");
  yield reported("voice: compiling all: program", all.cpu.program, "s CPU");
  yield reported("voice: compiling all: database", all.cpu.database, "s CPU");
}

async function* pages({ person, client }: Desk): AsyncGenerator<Figure> {
  await lookThrough(person, client, completeness);
  const { rows } = await client.query<{ clips: number }>(
    "select count(*)::int as clips from audio where deleted_at is null",
  );
  yield atLeast("voice: clips in the library", rows[0]!.clips, clips);
  const lists = ["", "?page=9", "?keyword=音频", "?language=en&page=3", "?source=spoken", "?unused=true"];
  const checks = ["", "?page=2", "?wrong=late", "?sort=lineName", "?sort=-tooLong", "?keyword=1"];
  for (const [name, at, states] of [
    ["library", library, lists],
    ["completeness", completeness, checks],
  ] as const) {
    const times: number[] = [];
    for (let round = 0; round < 12; round++)
      for (const state of states) {
        const { ms } = await person.visit(encodeURI(at + state));
        if (round > 1) times.push(ms);
      }
    yield atMost(`voice: ${name} page, p95`, percentile(times, 0.95), 300, "ms");
  }
  const home: number[] = [];
  for (let round = 0; round < 12; round++) home.push((await person.visit("/homepage")).ms);
  yield reported("voice: homepage, p95", percentile(home, 0.95), "ms");
}
