import { clamdAnswers } from "~/kit/ground/clamd.server";
import { databaseState } from "~/kit/data/db/pool.server";
import { publicPage } from "~/kit/page/http/page.server";

/** Health under another server than ours, which answers this address itself and knows of its own stop too. */
export const loader = publicPage(async () => {
  const db = (await databaseState()) !== "away";
  return Response.json(
    { ok: db, db, clamav: await clamdAnswers() },
    { status: db ? 200 : 503, headers: { "Cache-Control": "no-store" } },
  );
});
