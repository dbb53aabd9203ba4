import { setTimeout as sleep } from "node:timers/promises";
import type { Locker } from "@tus/server";
import { sql } from "kysely";
import { db } from "~/kit/data/db/pool.server";
import { repeat } from "~/kit/ground/time/repeat.server";

const [leaseSeconds, renewMs, waitMs] = [15, 5000, 250];
/** As long as the lease of one whose process was killed, and a little. */
const patienceMs = 20_000;

/** Lets one piece of an upload come at a time, whichever process takes it; throws `late` where the one before it does not end. */
export const pieceLocker = (late: unknown): Locker => ({
  newLock(uploadId) {
    let renewal: ReturnType<typeof repeat> | undefined;
    return {
      async lock(stopped) {
        for (const until = Date.now() + patienceMs; !(await take(uploadId)); await sleep(waitMs))
          if (stopped.aborted || Date.now() > until) throw late;
        renewal = repeat(renewMs, "a piece could not be kept for its request", () => renew(uploadId));
      },
      async unlock() {
        await renewal?.end();
        await sql`update unfinished_upload set taken_until = null, latest_at = now() where upload_id = ${uploadId}`.execute(
          db(),
        );
      },
    };
  },
});

async function take(uploadId: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update unfinished_upload set taken_until = now() + make_interval(secs => ${leaseSeconds})
    where upload_id = ${uploadId} and (taken_until is null or taken_until < now())`.execute(db());
  return numAffectedRows > 0n;
}

const renew = (uploadId: string) =>
  sql`update unfinished_upload set taken_until = now() + make_interval(secs => ${leaseSeconds})
    where upload_id = ${uploadId} and taken_until is not null`.execute(db());
