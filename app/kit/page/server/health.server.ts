import type { RequestHandler } from "express";
import { clamdAnswers } from "~/kit/ground/clamd.server";
import type { DatabaseState } from "~/kit/data/db/pool.server";

/** `/healthz`, for who watches over the program: 200 while the database answers pages within two seconds and no stop has begun, else 503. A database that takes no changes now, and a clamd that does not answer, are told. */
export function answerHealth(databaseState: () => Promise<DatabaseState>, isStopping: () => boolean): RequestHandler {
  return (_request, response) => {
    databaseState()
      .then(async (database) => {
        const db = database !== "away";
        const clamav = await clamdAnswers();
        const ok = db && !isStopping();
        response
          .status(ok ? 200 : 503)
          .set("Cache-Control", "no-store")
          .json({ ok, db, readOnly: database === "read-only" || undefined, clamav });
      })
      .catch(() => undefined);
  };
}

/** `/readyz`, for what sends requests here: 200 until a stop begins. A database that is away changes nothing: the program says so in words of its own, where a proxy that sends nothing here would show its page. */
export function answerReady(isStopping: () => boolean): RequestHandler {
  return (_request, response) => {
    const ok = !isStopping();
    response
      .status(ok ? 200 : 503)
      .set("Cache-Control", "no-store")
      .json({ ok });
  };
}
