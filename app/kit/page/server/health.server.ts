import type { RequestHandler } from "express";
import pg from "pg";
import { clamdAnswers } from "~/kit/ground/clamd.server";

/** `/healthz`: 200 while the database answers within two seconds and no stop has begun, else 503. A clamd that does not answer is told and takes nothing but uploads away. */
export function answerHealth(databaseUrl: string, isStopping: () => boolean): RequestHandler {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 1,
    connectionTimeoutMillis: 2000,
    query_timeout: 2000,
    idleTimeoutMillis: 10_000,
    allowExitOnIdle: true,
  });
  pool.on("error", () => undefined);
  return (_request, response) => {
    pool
      .query("select 1")
      .then(() => true)
      .catch(() => false)
      .then(async (db) => {
        const clamav = await clamdAnswers();
        const ok = db && !isStopping();
        response
          .status(ok ? 200 : 503)
          .set("Cache-Control", "no-store")
          .json({ ok, db, clamav });
      })
      .catch(() => undefined);
  };
}
