import { sql } from "kysely";
import { problem } from "~/kit/ground/problem";
import { settings } from "~/kit/ground/settings.server";
import { formatTime } from "~/kit/ground/time/format-time";
import { violatedConstraint } from "./failures";
import { recordAtVersion } from "./history.server";
import { findTaken } from "./taken.server";
import { type Open, plainRecord, type RecordTable, type Row } from "./record-table";

export async function staleness(trx: Open, kept: RecordTable, current: Row, changes: Row, version: number) {
  const theirs = plainRecord(kept, current);
  const original = (await recordAtVersion(trx, kept.room, current[kept.key] as string, version)) ?? theirs;
  const by = await trx
    .selectFrom("appUser")
    .select("userName")
    .where("userId", "=", String(current.updatedBy ?? ""))
    .executeTakeFirst();
  return problem.stale({
    original,
    theirs,
    mine: {
      ...original,
      ...plainRecord(kept, Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))),
    },
    theirVersion: current.version as number,
    changedBy: by?.userName ?? "其他人",
    changedAt: formatTime(current.updatedAt as Date, settings().OPERATOR_TIME_ZONE),
  });
}

/** Runs a write; values of `values` that only one record may have are refused at their fields. */
export async function refusingDuplicates<T>(
  trx: Open,
  kept: RecordTable,
  values: Row | undefined,
  write: () => Promise<T>,
): Promise<T> {
  await sql`savepoint before_write`.execute(trx);
  try {
    const written = await write();
    await sql`release savepoint before_write`.execute(trx);
    return written;
  } catch (error) {
    const constraint = violatedConstraint(error) ?? "";
    const known =
      kept.unique[constraint] ??
      (constraint.endsWith("_pkey")
        ? { path: kept.key, message: `这个主键属于一条已删除的${kept.noun}，请恢复它，或换一个主键` }
        : undefined);
    if (!known) throw error;
    await sql`rollback to savepoint before_write`.execute(trx);
    const { path, message } = known;
    const others = values ? await findTaken(trx, kept, values, values[kept.key] as string | undefined) : [];
    throw problem.fields([{ path, message }, ...others.filter((one) => one.path !== path)]);
  }
}
