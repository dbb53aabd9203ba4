import { sql, type Transaction } from "kysely";
import { endVersion, returnToVersion } from "~/domains/line-versions/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { inTransaction, joinTransaction } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import { problem } from "~/kit/ground/problem";
import { today } from "~/kit/ground/time/today.server";
import { findRow } from "~/kit/room/source.server";
import { type HeldPackage, holdPackage, touchPackage } from "./hold-package.server";
import { cancelIssuing } from "./issue-files.server";
import { type ChangeItem, same } from "./model";
import { withdrawVersions } from "./put-in-force.server";
import { listItems, servedBy } from "./read-items.server";

/** Takes a whole package back: before its day it is a draft again; in force, lines, stations and fences are as they were before it, from today on. */
export async function takeBack(viewer: Viewer, packageUuid: string, reason: string): Promise<HeldPackage> {
  return inTransaction((trx) =>
    joinTransaction(trx, async () => {
      const held = await holdPackage(trx, viewer, packageUuid, [1, 2], "撤回");
      const state = held.state === 1 ? 0 : 3;
      await sql`update change_package set state = ${state}, outcome = ${reason}, acting = null where package_uuid = ${packageUuid}`.execute(
        trx,
      );
      await touchPackage(trx, { ...viewer, reason }, held, { before: { state: held.state }, after: { state } });
      if (held.state === 2) await putBackRecords(trx, viewer, held);
      if (held.state === 1 || held.effectiveDay === today()) await withdrawVersions(trx, viewer, held);
      else await putBackVersions(trx, viewer, held);
      await cancelIssuing(trx, viewer, packageUuid, `撤回变更包 ${held.packageNum}`);
      await sql`update line_file set state = 3 where package_uuid = ${packageUuid} and state in (1, 2)`.execute(trx);
      return { ...held, state, version: held.version + 1 };
    }),
  );
}

async function putBackRecords(trx: Transaction<DB>, viewer: Viewer, held: HeldPackage): Promise<void> {
  const reason = `撤回变更包 ${held.packageNum}`;
  for (const item of await listItems(held.packageUuid, trx)) {
    if (item.kind === "version") continue;
    const { source, verbs } = servedBy[item.kind];
    const record = await findRow(source, viewer, item.recordKey);
    if (record) refuseChanged(item, record);
    if (record) await verbs.update({ ...viewer, reason }, item.recordKey, item.original as never);
  }
}

function refuseChanged({ title, changes }: ChangeItem, record: Record<string, unknown>): void {
  if (Object.entries(changes).every(([name, value]) => same(record[name], value))) return;
  throw problem.field("", `${title}在变更包生效之后又被修改，不能一起撤回：请先把它改回变更包的内容，或逐项处理`);
}

async function putBackVersions(trx: Transaction<DB>, viewer: Viewer, held: HeldPackage): Promise<void> {
  const reason = `撤回变更包 ${held.packageNum}`;
  for (const { kind, classifySid, recordKey, beforeUuid } of await listItems(held.packageUuid, trx)) {
    if (kind !== "version") continue;
    const key = { classifySid: classifySid!, versionUuid: recordKey };
    if (beforeUuid) await returnToVersion({ ...viewer, reason }, { ...key, versionUuid: beforeUuid });
    else await endVersion(viewer, key, { day: today(), reason });
  }
}
