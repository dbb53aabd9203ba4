import { sql, type Transaction } from "kysely";
import type { DB } from "~/kit/data/db/tables";
import { problem } from "~/kit/ground/problem";

/** Lets a long transaction that writes lines have its time, and be the only one; throws problem.field where another writes. */
export async function holdNetwork(trx: Transaction<DB>): Promise<void> {
  await sql`set local statement_timeout = '5000s'`.execute(trx);
  await sql`set local idle_in_transaction_session_timeout = '5000s'`.execute(trx);
  const free = await sql<{
    free: boolean;
  }>`select pg_try_advisory_xact_lock(hashtext('bus lines import')) as free`.execute(trx);
  if (!free.rows[0]?.free) throw problem.field("", "另一个导入正在写入线路，请等它完成后再试");
}
