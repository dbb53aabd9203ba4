import { db } from "~/kit/data/db/pool.server";
import { sessionCookie } from "./cookies.server";
import { digest } from "./encrypt.server";
import { endSession } from "./session.server";

/** Ends the session that a browser had before somebody signed in on it. */
export async function endReplacedSession(request: Request): Promise<void> {
  const token = await sessionCookie.read(request);
  if (!token) return;
  const former = await db()
    .selectFrom("session")
    .select("sessionId")
    .where("tokenHash", "=", digest(token))
    .executeTakeFirst();
  if (former) await endSession(former.sessionId, "signed-in-again");
}
