import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { passwords } from "../kit/database";
import { atLeast, atMost, type Figure, percentile, reported } from "./figure";
import { startProgram } from "./program";
import type { Stage } from "./stage";
import { signIn, type Visitor } from "./visitor";

const lines = 500;
const clients = 8;
const pages = [
  "/line/line-management",
  "/line/line-management?page=5",
  "/station/station-management?keyword=rmgc",
  "/line/line-management?keyword=b00",
];

/** 500 lines matched by one batch while people read lists; their waiting against the same reading without it, in the same run. */
export async function* batchFigures(stage: Stage): AsyncGenerator<Figure> {
  const databaseUrl = await stage.city("batch");
  await addLines(databaseUrl);
  const program = await startProgram(stage.environment(databaseUrl, "warn"), stage.logFile);
  try {
    const people: Visitor[] = [];
    for (let person = 0; person < clients; person++) people.push(await signIn(program.url, "admin", passwords.admin));
    const warm = new AbortController();
    setTimeout(() => warm.abort(), 4000);
    await reading(people, warm.signal);
    const quiet = new AbortController();
    setTimeout(() => quiet.abort(), 20_000);
    const without = await reading(people, quiet.signal);

    const began = performance.now();
    const at = await startBatch(people[0]!);
    const done = new AbortController();
    const during = reading(people, done.signal);
    const { matched, refused } = await batchEnded(databaseUrl);
    const seconds = (performance.now() - began) / 1000;
    done.abort();
    const within = await during;

    yield atLeast("batch match: lines", lines, 500);
    yield atLeast("batch match: directions with a proposal", matched, 2 * lines * 0.95);
    yield reported("batch match: directions refused", refused);
    yield reported("batch match: time", seconds, "s");
    yield reported("batch match: a direction", (seconds * 1000) / (matched + refused), "ms");
    yield reported(`lists, ${clients} readers: p50 without a batch`, percentile(without, 0.5), "ms");
    yield reported(`lists, ${clients} readers: p50 during a batch`, percentile(within, 0.5), "ms");
    yield reported(`lists, ${clients} readers: p99 without a batch`, percentile(without, 0.99), "ms");
    yield reported(`lists, ${clients} readers: p99 during a batch`, percentile(within, 0.99), "ms");
    yield reported(`lists, ${clients} readers: pages read during a batch`, within.length);
    yield atMost("lists: p99 during a batch against without", percentile(within, 0.99) / percentile(without, 0.99), 2);
    yield reported("batch match: page of its results", (await people[0]!.visit(at)).ms, "ms");
  } finally {
    await program.stop();
  }
}

/** Everyone opens page after page with a moment between, until told to stop; milliseconds of each. */
export async function reading(
  people: readonly Visitor[],
  stop: AbortSignal,
  among: readonly string[] = pages,
): Promise<number[]> {
  return (await readingEach(people, stop, among)).map(({ ms }) => ms);
}

/** The same, each with the page that it was. */
export async function readingEach(
  people: readonly Visitor[],
  stop: AbortSignal,
  among: readonly string[],
): Promise<{ page: string; ms: number }[]> {
  const times = await Promise.all(
    people.map(async (person, place) => {
      const own: { page: string; ms: number }[] = [];
      for (let round = 0; !stop.aborted; round++) {
        const page = among[(place + round) % among.length]!;
        own.push({ page, ms: (await person.visit(encodeURI(page))).ms });
        await sleep(150);
      }
      return own;
    }),
  );
  return times.flat();
}

/** Asks for all lines in doubt to be matched; answers where that is shown. */
export async function startBatch({ url, cookie }: Visitor): Promise<string> {
  const answer = await fetch(`${url}/line/line-tools/batches`, {
    method: "POST",
    redirect: "manual",
    headers: { Cookie: cookie, Origin: url, "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ scope: "doubtful" }),
  });
  const location = answer.headers.get("location");
  if (answer.status !== 303 || !location) throw new Error(`the batch was not started: ${answer.status}`);
  return location;
}

/** Waits until no batch runs any more. */
export async function batchEnded(databaseUrl: string): Promise<{ matched: number; refused: number }> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    for (;;) {
      await sleep(500);
      const { rows } = await client.query<{
        running: number;
        matched: number;
        refused: number;
      }>(`select (select count(*)::int from match_batch where state in ('waiting', 'running')) as running,
        count(*) filter (where state = 'done' and proposal is not null)::int as matched, count(*) filter (where state = 'refused')::int as refused from match_batch_line`);
      if (rows[0]!.running === 0) return rows[0]!;
    }
  } finally {
    await client.end();
  }
}

/** Copies the demo's up-and-down lines in force, without their paths, until there are so many more. */
export async function addLines(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    await client.query(`
      create temp table copied as
        select n, replace(gen_random_uuid()::text, '-', '') as new_line, replace(gen_random_uuid()::text, '-', '') as new_sid, replace(gen_random_uuid()::text, '-', '') as new_version, own.*
        from (select l.line_uuid, l.org_id, c.classify_sid, v.version_uuid, row_number() over (order by l.line_uuid) as place, count(*) over () as places
          from line l join line_classify c on c.main_uuid = l.line_uuid join line_version v using (classify_sid)
          where l.line_type = 1 and v.valid @> current_date and v.deleted_at is null) own, generate_series(1, ${lines}) n where n % own.places + 1 = own.place;
      insert into line (line_uuid, line_name, name_order, pinyin, initials, search_grams, line_type, org_id) select new_line, 'B' || lpad(n::text, 4, '0') || '路', 'b' || lpad(n::text, 8, '0') || 'lu', 'b' || n || 'lu', 'b' || n || 'l', array['b0', '00'], 1, org_id from copied;
      insert into line_classify (classify_sid, main_uuid, classify_name, sort_type) select new_sid, new_line, '主分类', 1 from copied;
      insert into line_version (version_uuid, classify_sid, state, valid) select new_version, new_sid, 'effective', '[2026-01-01,)' from copied;
      insert into line_station (version_uuid, direction, serial, sta_uuid, sta_type) select new_version, s.direction, s.serial, s.sta_uuid, s.sta_type from copied join line_station s using (version_uuid);
      analyze`);
  } finally {
    await client.end();
  }
}
