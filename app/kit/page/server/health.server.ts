import type { RequestHandler } from "express";
import { clamdAnswers } from "~/kit/ground/clamd.server";

/** `/healthz`: 200 while the database answers pages within two seconds and no stop has begun, else 503. A clamd that does not answer is told and takes nothing but uploads away. */
export function answerHealth(databaseAnswers: () => Promise<boolean>, isStopping: () => boolean): RequestHandler {
  return (_request, response) => {
    databaseAnswers()
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
