import { Connection } from "./connection.server";
import { directConnection } from "./direct.server";

const lockNumber = 1_650_815_745;

/** Of processes that prepare one database at the same time one does it; the others wait, however long that takes, and find it done. */
export async function takeTurn<T>(url: string, work: () => Promise<T>): Promise<T> {
  // A connection of its own: those of the pool give up waiting after some seconds.
  const client = new Connection({ ...directConnection(url), connectionTimeoutMillis: 10_000 });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [lockNumber]);
    return await work();
  } finally {
    await client.end();
  }
}
