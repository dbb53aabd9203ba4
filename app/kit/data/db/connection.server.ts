import pg from "pg";
import { hostsOf, type WantedServer } from "~/kit/ground/database-hosts";

/** What a server says of itself. */
interface ServerState {
  standby: boolean;
  readOnly: boolean;
}

const isFit: Record<WantedServer, (state: ServerState) => boolean> = {
  any: () => true,
  primary: ({ standby }) => !standby,
  standby: ({ standby }) => standby,
  "prefer-standby": ({ standby }) => standby,
  "read-write": ({ readOnly }) => !readOnly,
  "read-only": ({ readOnly }) => readOnly,
};

/** As the driver keeps it. */
type ConnectingClient = pg.Client & { connectionParameters: { host: string; port: number } };

/**
 * A connection whose address may name several servers, as libpq's may: it goes to the first that is what
 * `target_session_attrs` wants (by default the one that takes changes). All are asked at once, anew for each connection:
 * which of them is the primary changes without a word. Fails with the network's own error where none answers.
 */
export class Connection extends pg.Client {
  readonly #given: pg.ClientConfig;
  readonly #hosts: string[];
  readonly #wanted: WantedServer;

  constructor(given: pg.ClientConfig) {
    const { urls, wanted = "read-write" } = hostsOf(given.connectionString ?? "");
    super({ ...given, connectionString: urls[0] });
    this.#given = given;
    this.#hosts = urls;
    this.#wanted = wanted;
  }

  // The pool waits by a callback, all others by a promise.
  override connect = ((done?: (error: Error | null) => void) => {
    const connected = this.#hosts.length > 1 ? this.#seek().then((url) => this.#connectTo(url)) : this.#join();
    if (!done) return connected;
    connected.then(
      () => done(null),
      (error: unknown) => done(error as Error),
    );
    return undefined;
  }) as pg.Client["connect"];

  readonly #join = () => (pg.Client.prototype.connect as () => Promise<unknown>).call(this);

  #connectTo(url: string): Promise<unknown> {
    const { host, port } = new pg.Client(url);
    Object.assign(this, { host, port });
    Object.assign((this as unknown as ConnectingClient).connectionParameters, { host, port });
    return this.#join();
  }

  async #seek(): Promise<string> {
    const asked = await Promise.allSettled(this.#hosts.map((url) => this.#ask(url)));
    const states = asked.map((one) => (one.status === "fulfilled" ? one.value : undefined));
    const fit = states.findIndex((state) => state && isFit[this.#wanted](state));
    const second = this.#wanted === "prefer-standby" ? states.findIndex((state) => state !== undefined) : -1;
    const found = this.#hosts[fit >= 0 ? fit : second];
    if (found) return found;
    const failure = asked.find((one) => one.status === "rejected")?.reason as Error | undefined;
    throw failure ?? new NoFitServer(this.#wanted);
  }

  async #ask(url: string): Promise<ServerState> {
    const client = new pg.Client({
      ...this.#given,
      connectionString: url,
      connectionTimeoutMillis: askMs,
      query_timeout: askMs,
    });
    client.on("error", () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<ServerState>(
        `select pg_is_in_recovery() as standby, current_setting('transaction_read_only')::boolean as "readOnly"`,
      );
      return rows[0]!;
    } finally {
      // Where it does not even say goodbye, nobody waits for it.
      client.end().catch(() => undefined);
    }
  }
}

/** Enough for a server on the same site; one that hangs holds up who else would answer. */
const askMs = 1500;

/** All answer and none is what is wanted, as while one of them is being made the primary. */
class NoFitServer extends Error {
  /** PostgreSQL's own for a server that does not take connections yet. */
  readonly code = "57P03";
  constructor(wanted: WantedServer) {
    super(`no server of the database's address is ${wanted}`);
  }
}

/** How to reach, by another connection, the very server that this one has reached. */
export function sameServer(client: pg.ClientBase): pg.ClientConfig {
  const { host, port, user, password, database, ssl } = client as pg.Client;
  return { host, port, user, password: password ?? undefined, database, ssl };
}
