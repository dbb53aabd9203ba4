import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

const waiting = "select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))";

/** Runs a statement in a transaction of another connection, and the work while that holds what it took; `waitedFor` ends once somebody waits for that. */
export async function holding<T>(statement: string, work: (waitedFor: () => Promise<void>) => Promise<T>): Promise<T> {
  const client = new pg.Client(process.env.DATABASE_URL);
  await client.connect();
  try {
    await client.query("begin");
    await client.query(statement);
    return await work(async () => {
      while ((await client.query(waiting)).rowCount === 0) await sleep(20);
    });
  } finally {
    await client.end();
  }
}
