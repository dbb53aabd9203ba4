import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type pg from "pg";
import { contain } from "~/kit/ground/faults.server";
import { log } from "~/kit/ground/log.server";
import { parseJson } from "~/kit/ground/parse-json";
import { repeat } from "~/kit/ground/time/repeat.server";
import { Connection } from "./connection.server";
import { directConnection } from "./direct.server";
import { connectionLife, type Database, db, watchConnection } from "./pool.server";

/** What processes on one database tell each other: that figures are out of date, that an import was cancelled (its key), that a job waits (its queue), that positions wait to be judged. */
type Subject = "figures" | "import-cancelled" | "job" | "positions";

/** What only one of the processes may do at a time: judge positions by fences. */
type Duty = "fences";

interface Message {
  from: string;
  subject: Subject;
  detail: string;
}

const lookMs = 2000;
const self = randomUUID();
const handlers = new Map<Subject, (detail: string | undefined) => void>();
const duties = new Map<Duty, { held: boolean; begin(): void }>();
let listening = false;

/** What this process does when another one tells it something; without `detail` after a time in which nothing could be heard. */
export function onTold(subject: Subject, act: (detail: string | undefined) => unknown): void {
  handlers.set(subject, contain(`what others tell of ${subject}`, act));
}

/** Tells the other processes; with `on` in the transaction of what they are told of, else at once. Nothing is told where this process does not listen itself: a command or a test. */
export async function tellOthers(subject: Subject, detail = "", on: Database = db()): Promise<void> {
  if (!listening) return;
  const message: Message = { from: self, subject, detail };
  await sql`select pg_notify('bus_back_office', ${JSON.stringify(message)})`.execute(on);
}

/** Offers this process for a duty; `begin` is called when it has been given it. Answers whether another process has it now, or is about to be given it. */
export function shareDuty(duty: Duty, begin: () => unknown): () => boolean {
  const own = { held: false, begin: contain(`the beginning of the duty ${duty}`, begin) };
  duties.set(duty, own);
  return () => listening && !own.held;
}

/** Begins to listen and to share duties, on a connection of its own past any pooler, and again where that is lost. Answers what ends it. */
export async function listenToOthers(): Promise<() => Promise<void>> {
  let client: pg.Client | undefined;
  const lose = (error: Error) => {
    log.debug({ err: error }, "the connection that listens was lost");
    client = undefined;
    // The database has given them to others.
    for (const duty of duties.values()) duty.held = false;
  };
  const connect = async () => {
    const fresh = new Connection({
      ...connectionLife,
      ...directConnection(process.env.DATABASE_URL!),
      application_name: "bus-back-office told",
    });
    fresh.on("error", contain("a lost connection that listens", lose));
    fresh.on("notification", contain("what others tell", hear));
    await fresh.connect();
    watchConnection(fresh);
    await fresh.query("listen bus_back_office");
    for (const act of handlers.values()) act(undefined);
    return fresh;
  };
  // Asking finds out, too, that it died without a word.
  const look = repeat(lookMs, "other processes cannot be heard", async () => {
    client ??= await connect();
    const { rows } = await client.query<{ now: number }>("select extract(epoch from clock_timestamp()) * 1000 as now");
    noteClock(Date.now() - rows[0]!.now);
    for (const [name, duty] of duties) if (!duty.held) await tryFor(client, name, duty);
  });
  await look.first;
  listening = true;
  return async () => {
    await look.end();
    listening = false;
    await client?.end();
  };
}

/** By how many milliseconds this process's clock is before the database's; less than `mostAside` counts as nothing. */
export const clockAside = (): number => (Math.abs(aside) < mostAside ? 0 : aside);

const mostAside = 60_000;
let aside = 0;

function noteClock(now: number): void {
  if (Math.abs(now) >= mostAside && clockAside() === 0)
    log.error({ seconds: Math.round(now / 1000) }, "the clock of this machine is not the database's");
  aside = now;
}

async function tryFor(client: pg.Client, name: Duty, duty: { held: boolean; begin(): void }): Promise<void> {
  const { rows } = await client.query<{ got: boolean }>(
    "select pg_try_advisory_lock(hashtextextended('duty ' || $1, 0)) as got",
    [name],
  );
  if (!rows[0]?.got) return;
  duty.begin();
  duty.held = true;
}

function hear({ payload = "" }: pg.Notification): void {
  const { from, subject, detail } = (parseJson(payload) ?? {}) as Partial<Message>;
  if (from !== self && subject) handlers.get(subject)?.(detail);
}
