import { sql, type Transaction } from "kysely";
import { publishDraft, versionsOf } from "~/domains/line-versions/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { inTransaction, joinTransaction } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import { Problem, problem } from "~/kit/ground/problem";
import { onDay, today } from "~/kit/ground/time/today.server";
import type { HeldPackage } from "./hold-package.server";
import type { ChangeItem, Refusal } from "./model";
import { listItems, servedBy } from "./read-items.server";

type DatedPackage = Pick<HeldPackage, "packageUuid" | "packageNum" | "effectiveDay">;

/** Puts one change in force, in the transaction that is open: a version from the package's day, a record's fields now. */
async function applyItem(viewer: Viewer, { packageNum, effectiveDay }: DatedPackage, item: ChangeItem): Promise<void> {
  const reason = `变更包 ${packageNum}`;
  if (item.kind !== "version") {
    await servedBy[item.kind].verbs.update(
      { ...viewer, reason, confirmed: ["outside-area"] },
      item.recordKey,
      item.changes as never,
    );
    return;
  }
  const versions = await versionsOf(item.classifySid!);
  const version = versions.find((one) => one.versionUuid === item.recordKey);
  if (!version) throw problem.field("", "草稿已被放弃，请移除这一项或重新加入");
  if (version.standing === "draft")
    await publishDraft(
      viewer,
      { classifySid: item.classifySid!, versionUuid: item.recordKey },
      { validFrom: effectiveDay, reason },
    );
  else if (version.validFrom !== effectiveDay)
    throw problem.field("", `这个版本已另外定于 ${version.validFrom} 起生效，请移除这一项`);
}

/** Applies changes one by one; what is refused leaves no trace, is said, and the others go on. */
export async function applyEach(
  trx: Transaction<DB>,
  viewer: Viewer,
  dated: DatedPackage,
  items: readonly ChangeItem[],
): Promise<Refusal[]> {
  const refusals: Refusal[] = [];
  for (const item of items) {
    await sql`savepoint one_item`.execute(trx);
    try {
      await applyItem(viewer, dated, item);
      await sql`release savepoint one_item`.execute(trx);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      await sql`rollback to savepoint one_item`.execute(trx);
      refusals.push({ itemUuid: item.itemUuid, title: item.title, message: messageOf(error) });
    }
  }
  return refusals;
}

/** Throws what speaks against a change of a record; nothing stays of the try. */
export async function tryItem(
  trx: Transaction<DB>,
  viewer: Viewer,
  dated: DatedPackage,
  item: ChangeItem,
): Promise<void> {
  await sql`savepoint tried`.execute(trx);
  try {
    await applyItem(viewer, dated, item);
  } finally {
    await sql`rollback to savepoint tried`.execute(trx);
  }
}

/** Runs `work` as if the whole package were in force and its day had come; afterwards nothing of it stays. */
export function asIfInForce<T>(
  viewer: Viewer,
  dated: DatedPackage,
  work: (refusals: Refusal[]) => Promise<T>,
): Promise<T> {
  return inTransaction((trx) =>
    joinTransaction(trx, async () => {
      const items = await listItems(dated.packageUuid, trx);
      const day = dated.effectiveDay > today() ? dated.effectiveDay : today();
      await sql`savepoint as_if`.execute(trx);
      try {
        return await onDay(day, async () => work(await applyEach(trx, viewer, dated, items)));
      } finally {
        await sql`rollback to savepoint as_if`.execute(trx);
      }
    }),
  );
}

export const messageOf = (error: Problem) => error.errors.map(({ message }) => message).join("；") || error.message;
