import type { Socket } from "node:net";
import pg from "pg";
import { contain } from "~/kit/ground/faults.server";
import { log } from "~/kit/ground/log.server";
import { sameServer } from "./connection.server";

/** As the driver keeps it; what it asks of the database is under way while it is not ready for the next query. */
type ClientWithSocket = pg.Client & { processID: number; readyForQuery: boolean; connection: { stream: Socket } };

interface WatchedClient {
  client: ClientWithSocket;
  /** Bytes that have come, and in how many looks running it waited for more and none came. */
  read: number;
  looks: number;
}

interface Limits {
  /** After so many seconds of silence it is asked whether the database is still at work. */
  seconds: number;
  /** After so many it is given up where nobody can say. */
  most: number;
}

/**
 * Throws connections away that died without a word: no end of them has come, and none will. One on which an answer is
 * waited for is asked about over a new one: a long statement is left in peace, and one that the database does not work
 * at, or has never heard of, ends with its connection, here and there.
 */
export class SilentConnections {
  private readonly watched = new Map<pg.ClientBase, WatchedClient>();
  private readonly idle = new Set<pg.ClientBase>();
  private readonly clock: NodeJS.Timeout;
  private asking = false;

  constructor(private readonly limits: Limits) {
    this.clock = setInterval(
      contain("the look for silent connections", () => this.look()),
      1000,
    ).unref();
  }

  add(client: pg.ClientBase): void {
    this.watched.set(client, { client: client as ClientWithSocket, read: 0, looks: 0 });
    client.once("end", () => {
      this.watched.delete(client);
      this.idle.delete(client);
    });
  }

  /** Where one of its connections is dead, those that wait for work are not trusted either. */
  addPool(pool: pg.Pool): void {
    // Thrown in here it would be the start that failed.
    pool.on(
      "connect",
      contain("a new connection to watch", (client: pg.PoolClient) => this.add(client)),
    );
    pool.on("acquire", (client) => this.idle.delete(client));
    pool.on("release", (_error, client) => void (this.watched.has(client) && this.idle.add(client)));
  }

  end(): void {
    clearInterval(this.clock);
  }

  /** Counted, not timed: a process that was held up has waited no longer for the database. */
  private look(): void {
    for (const one of this.watched.values()) {
      one.looks = isSilent(one) ? one.looks + 1 : 0;
      one.read = one.client.connection.stream.bytesRead;
    }
    const due = [...this.watched.values()].filter(({ looks }) => looks > 0 && looks % this.limits.seconds === 0);
    if (due.length === 0 || this.asking) return;
    this.asking = true;
    const done = () => void (this.asking = false);
    Promise.all(
      byServer(due).map((some) =>
        this.askAbout(some).catch((error: unknown) => {
          log.warn({ err: error }, "the database does not say what it is at work on");
          this.discard(some.filter((one) => isSilent(one) && one.looks >= this.limits.most));
        }),
      ),
    ).then(done, done);
  }

  /** All of one server. */ private async askAbout(due: WatchedClient[]): Promise<void> {
    const { seconds, most } = this.limits;
    const asker = new pg.Client({
      ...sameServer(due[0]!.client),
      connectionTimeoutMillis: 5000,
      query_timeout: 5000,
      application_name: "bus-back-office watch",
    }) as ClientWithSocket;
    asker.on("error", () => undefined);
    try {
      await asker.connect();
      // What came meanwhile has been read by now.
      const silent = due.filter((one) => isSilent(one) && one.looks >= seconds);
      const { rows } = await asker.query<ConnectionState>(whatOf, [
        silent.map(({ client }) => client.processID),
        seconds,
      ]);
      const told = new Map(rows.map((row) => [row.pid, row]));
      const isLost = ({ client, looks }: WatchedClient) => {
        const row = told.get(client.processID);
        // Behind a pooler the numbers are its own.
        const lost = row?.self === asker.processID ? row.lost : null;
        return lost ?? looks >= most;
      };
      this.discard(silent.filter(isLost));
    } finally {
      asker.connection.stream.destroy();
    }
  }

  private discard(lost: WatchedClient[]): void {
    if (lost.length === 0) return;
    const others = [...this.idle].flatMap((client) => this.watched.get(client) ?? []);
    log.warn(
      { lost: lost.length, idle: others.length },
      "database connections died without a word and are thrown away",
    );
    for (const { client } of [...lost, ...others]) client.connection.stream.destroy(new Error(words));
  }
}

/** An address of several servers has led to this one or that. */
function byServer(due: WatchedClient[]): WatchedClient[][] {
  const servers = new Map<string, WatchedClient[]>();
  for (const one of due) {
    const name = `${one.client.host}:${one.client.port}`;
    servers.set(name, [...(servers.get(name) ?? []), one]);
  }
  return [...servers.values()];
}

const words = "Connection terminated: the database is not at work on what it was asked";

const isSilent = ({ client, read }: WatchedClient) =>
  !client.readyForQuery && client.connection.stream.bytesRead === read;

interface ConnectionState {
  pid: number;
  self: number;
  lost: boolean | null;
}

/** What it locked is free at once where its other end is ended too. */
const whatOf = `
  select asked.pid, pg_backend_pid() as self, case
    when at_work.pid is null then true
    when at_work.wait_event = 'ClientWrite' or at_work.state like 'idle%' and at_work.state_change < clock_timestamp() - $2 * interval '1 second'
      then pg_terminate_backend(at_work.pid)
    when at_work.state is not null and at_work.state <> 'disabled' then false end as lost
  from unnest($1::int[]) as asked (pid) left join pg_stat_activity as at_work using (pid)`;
