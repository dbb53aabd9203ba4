import type pg from "pg";
import { Connection } from "~/kit/data/db/connection.server";
import { directConnection } from "~/kit/data/db/direct.server";
import { connectionLife, watchConnection } from "~/kit/data/db/pool.server";
import { log } from "~/kit/ground/log.server";

/** One database connection that says which jobs this process is alive for: the database drops its locks when the process dies, however it dies. */
export interface JobLocks {
  lock(jobId: string): Promise<void>;
  unlock(jobId: string): Promise<void>;
  isLocked(jobId: string): Promise<boolean>;
  close(): Promise<void>;
}

/** Opens the connection, and opens it again with all its locks when it is lost. */
export async function openJobLocks(): Promise<JobLocks> {
  const held = new Set<string>();
  let client: Promise<pg.Client> | undefined;
  const connected = () => (client ??= connect());
  const connect = async () => {
    const fresh = new Connection({
      ...connectionLife,
      ...directConnection(process.env.DATABASE_URL!),
      application_name: "bus-back-office jobs",
    });
    fresh.on("error", (error) => {
      log.warn({ err: error }, "the connection of running jobs was lost");
      client = undefined;
      // At once, before another process looks for jobs that nobody holds; where that fails, the next look does it.
      if (held.size > 0) connected().catch((failed) => log.warn({ err: failed }, "no new connection of running jobs"));
    });
    try {
      await fresh.connect();
      watchConnection(fresh);
      for (const jobId of held) await fresh.query(lockIt, [jobId]);
      return fresh;
    } catch (error) {
      client = undefined;
      throw error;
    }
  };
  await connected();
  return {
    async lock(jobId) {
      held.add(jobId);
      await (await connected()).query(lockIt, [jobId]);
    },
    async unlock(jobId) {
      held.delete(jobId);
      await (await connected()).query("select pg_advisory_unlock(hashtextextended($1, 0))", [jobId]);
    },
    async isLocked(jobId) {
      const own = await connected();
      if (held.has(jobId)) return true;
      const got = await own.query<{ got: boolean }>("select pg_try_advisory_lock(hashtextextended($1, 0)) as got", [
        jobId,
      ]);
      if (got.rows[0]?.got) await own.query("select pg_advisory_unlock(hashtextextended($1, 0))", [jobId]);
      return !got.rows[0]?.got;
    },
    async close() {
      const open = client;
      client = undefined;
      await (await open?.catch(() => undefined))?.end();
    },
  };
}

const lockIt = "select pg_try_advisory_lock(hashtextextended($1, 0))";
