import { type RawBuilder, sql, type Transaction } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, inTransaction } from "~/kit/data/db/pool.server";
import { deleteRecords, isFree, restoreRecord } from "~/kit/data/db/records.server";
import type { DB } from "~/kit/data/db/tables";
import { groupBy } from "~/kit/ground/group-by";
import { problem } from "~/kit/ground/problem";
import { refuseUsed, usesOf } from "~/kit/room/uses.server";
import type { Use } from "~/kit/page/screens";
import { today } from "~/kit/ground/time/today.server";
import { lineLabels } from "./labels";
import { withHolders } from "~/kit/room/relations.server";
import { lockLine, requireLine } from "./lines.server";
import { lineKeys, lineRecord, visibleLines } from "./records.server";
import { lineReferences } from "./references.server";
import type { LineRow } from "./schema";

/** Who still needs it, which stops the delete, and what goes out of use with it and comes back with it. */
export async function lineImpact(viewer: Viewer, lineUuid: string): Promise<Use[]> {
  await requireLine(viewer, lineUuid);
  const found = await sql<{ kind: string; name: string }>`
    with own as (select c.classify_sid, c.classify_name, v.version_uuid, v.state, v.valid from line_classify c left join line_version v on v.classify_sid = c.classify_sid and v.deleted_at is null
      where c.main_uuid = ${lineUuid} and c.deleted_at is null)
    select distinct '线路分类' as kind, classify_name as name from own
    union all select '草稿', classify_name from own where state = 'draft'
    union all select '待生效版本', classify_name || ' ' || lower(valid) from own where lower(valid) > ${today()}::date
    union all select distinct '只有本线路停靠的站点', s.sta_name || ' ' || s.sta_self_code from own join line_station ls using (version_uuid) join station s using (sta_uuid)
      where valid @> ${today()}::date and s.deleted_at is null and not exists (
        select from line_station other join line_version v using (version_uuid) join line_classify c using (classify_sid) join line l on l.line_uuid = c.main_uuid
        where other.sta_uuid = s.sta_uuid and v.valid @> ${today()}::date and v.deleted_at is null and c.deleted_at is null and l.deleted_at is null and l.line_uuid <> ${lineUuid})`.execute(
    db(),
  );
  return [...(await lineUses(viewer, [lineUuid])), ...usesByKind(found.rows)];
}

export const usesByKind = (found: readonly { kind: string; name: string }[]): Use[] =>
  [...groupBy(found, ({ kind }) => kind)].map(([label, items]) => ({
    label,
    count: items.length,
    blocking: false,
    items: items.slice(0, 20).map(({ name }) => ({ title: name })),
  }));

export const lineUses = (viewer: Viewer, keys: string[]) =>
  usesOf(viewer, withHolders(lineRecord.table, lineReferences), keys);

/** Puts lines into the recycle bin, all or none; refused while a bus, a person or a fence needs one of them. */
export async function deleteLines(viewer: Viewer, keys: string[]): Promise<void> {
  await inTransaction(async (trx) => {
    for (const key of [...keys].sort()) await lockLine(trx, viewer, key);
    await refuseUsed(trx, viewer, lineRecord, lineReferences, keys);
    await deleteRecords(trx, viewer, lineRecord, keys);
  });
}

/** Brings a deleted line back, under another name where its own was taken meanwhile; codes taken meanwhile are left empty and told. Its stations must be there. */
export async function restoreLine(
  viewer: Viewer,
  lineUuid: string,
  changes: { lineName?: string } = {},
): Promise<{ line: LineRow; emptied: string[] }> {
  const emptied = await inTransaction(async (trx) => {
    const held = await sql<Pick<LineRow, "lineName" | "lineId" | "lineDeviceNo"> & { goneDepot: string | null }>`
      select line_name, line_id, line_device_no, (select parking_name from depot d where d.parking_uuid = line.parking_uuid and d.deleted_at is not null) as gone_depot
      from line where line_uuid = ${lineUuid} and deleted_at is not null and ${visibleLines(viewer)}`.execute(trx);
    const before = held.rows[0];
    if (!before) throw problem.missing("线路");
    const gone = await gonePlaces(trx, sql`c.main_uuid = ${lineUuid} and c.deleted_at is null`);
    if (gone.length > 0) throw problem.used(`线路的站点已被删除，请先在站点回收站恢复：${gone.join("、")}`);
    const freeOf = async <Name extends "lineId" | "lineDeviceNo">(name: Name) =>
      before[name] && (await isFree(trx, lineRecord, name, before[name])) ? before[name] : null;
    const codes = { lineId: await freeOf("lineId"), lineDeviceNo: await freeOf("lineDeviceNo") };
    await restoreRecord(trx, viewer, lineRecord, lineUuid, {
      ...codes,
      ...changes,
      ...(before.goneDepot && { parkingUuid: null }),
      ...lineKeys({ ...before, ...codes, ...changes }),
    });
    const taken = (["lineId", "lineDeviceNo"] as const).filter((name) => before[name] !== codes[name]);
    const words = taken.map((name) => `${lineLabels[name]} ${before[name]}`).join("、");
    return [
      ...(words ? [`${words} 已被其他线路使用`] : []),
      ...(before.goneDepot ? [`${lineLabels.parkingUuid} ${before.goneDepot} 已被删除`] : []),
    ];
  });
  return { line: await requireLine(viewer, lineUuid), emptied };
}

/** Deleted stations that versions of these variants (table `c`) call at now or later, the first five by name. */
export async function gonePlaces(trx: Transaction<DB>, which: RawBuilder<unknown>): Promise<string[]> {
  const gone = await sql<{ staName: string }>`
    select distinct s.sta_name from line_classify c join line_version v using (classify_sid) join line_station ls using (version_uuid) join station s using (sta_uuid)
    where ${which} and v.deleted_at is null and s.deleted_at is not null and (v.valid is null or not v.valid << daterange(${today()}::date, null)) limit 5`.execute(
    trx,
  );
  return gone.rows.map((row) => row.staName);
}
