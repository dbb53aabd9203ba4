import { sql, type Transaction } from "kysely";
import { withdrawVersion } from "~/domains/line-versions/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { inTransaction, joinTransaction } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import { fromActing } from "~/kit/data/jobs/acting-viewer";
import { log } from "~/kit/ground/log.server";
import { Problem } from "~/kit/ground/problem";
import { addDays } from "~/kit/ground/time/days";
import { repeat } from "~/kit/ground/time/repeat.server";
import { onDay, today } from "~/kit/ground/time/today.server";
import { applyEach } from "./apply-items.server";
import { type HeldPackage, touchPackage } from "./hold-package.server";
import { cancelIssuing } from "./issue-files.server";
import { listItems } from "./read-items.server";

const everyMs = 10_000;

/** Applies what waited for the day, in the transaction of its caller; throws what speaks against any of it. */
export async function putInForce(trx: Transaction<DB>, held: HeldPackage): Promise<void> {
  const viewer = fromActing(held.acting!);
  const items = (await listItems(held.packageUuid, trx)).filter(({ kind }) => kind !== "version");
  const refusals = await applyEach(trx, viewer, held, items);
  if (refusals.length > 0)
    throw new Problem("field", refusals.map(({ title, message }) => `${title}：${message}`).join("；"));
  await sql`update change_package set state = 2, in_force_at = now() where package_uuid = ${held.packageUuid}`.execute(
    trx,
  );
  await touchPackage(trx, viewer, held, { before: { state: 1 }, after: { state: 2 } });
}

/** Brings every confirmed package whose day has come into force, each whole or not at all; answers how many it looked at. */
export async function bringIntoForce(): Promise<number> {
  let looked = 0;
  while (await bringOne()) looked++;
  return looked;
}

async function bringOne(): Promise<boolean> {
  return inTransaction((trx) =>
    joinTransaction(trx, async () => {
      const { rows } = await sql<HeldPackage>`
        select package_uuid, package_num, package_name, effective_day, state, version, acting from change_package
        where state = 1 and deleted_at is null and effective_day <= ${today()}::date order by effective_day, package_num limit 1 for update skip locked`.execute(
        trx,
      );
      const [held] = rows;
      if (!held) return false;
      await sql`savepoint in_force`.execute(trx);
      try {
        await putInForce(trx, held);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        await sql`rollback to savepoint in_force`.execute(trx);
        await giveUp(trx, held, error.message);
      }
      return true;
    }),
  );
}

/** None of it holds: its versions leave the time that they were given. */
async function giveUp(trx: Transaction<DB>, held: HeldPackage, outcome: string): Promise<void> {
  const viewer = fromActing(held.acting!);
  log.warn({ package: held.packageNum, outcome }, "a change package could not come into force");
  await sql`update change_package set state = 4, outcome = ${outcome.slice(0, 1000)} where package_uuid = ${held.packageUuid}`.execute(
    trx,
  );
  await touchPackage(trx, viewer, held, { before: { state: 1 }, after: { state: 4, outcome } });
  await withdrawVersions(trx, viewer, held);
  await cancelIssuing(trx, viewer, held.packageUuid, `变更包 ${held.packageNum} 未能生效`);
  await sql`update line_file set state = 3 where package_uuid = ${held.packageUuid} and state in (1, 2)`.execute(trx);
}

/** Versions that a package planned become drafts again, as if its day had not come. */
export async function withdrawVersions(trx: Transaction<DB>, viewer: Viewer, held: HeldPackage): Promise<void> {
  const reason = `撤回变更包 ${held.packageNum}`;
  for (const { kind, classifySid, recordKey } of await listItems(held.packageUuid, trx))
    if (kind === "version")
      await onDay(addDays(held.effectiveDay, -1), () =>
        withdrawVersion(viewer, { classifySid: classifySid!, versionUuid: recordKey }, { leaveGap: "0", reason }),
      );
}

/** Looks for packages whose day has come now and every ten seconds; answers what ends it. */
export function startChangePackages(): () => Promise<void> {
  return repeat(everyMs, "change packages could not be looked through", bringIntoForce).end;
}
