import pg from "pg";

/** Runs a statement in a transaction of another connection, and the work while that holds what it took. */
export async function holding<T>(statement: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client(process.env.DATABASE_URL);
  await client.connect();
  try {
    await client.query("begin");
    await client.query(statement);
    return await work();
  } finally {
    await client.end();
  }
}
