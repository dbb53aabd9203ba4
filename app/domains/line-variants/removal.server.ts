import { sql } from "kysely";
import { gonePlaces, usesByKind } from "~/domains/lines/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, inTransaction } from "~/kit/data/db/pool.server";
import { deleteRecords, restoreRecord } from "~/kit/data/db/records.server";
import { problem } from "~/kit/ground/problem";
import type { ViewerCall } from "~/kit/page/http/page.server";
import { loadRecyclePage } from "~/kit/room/recycle.server";
import { lockRows } from "~/kit/room/source.server";
import type { Use } from "~/kit/page/screens";
import { today } from "~/kit/ground/time/today.server";
import { holdLine, holdVariants, type HeldVariant } from "./line-of.server";
import { loadVariant } from "./rows.server";
import type { VariantRow } from "./schema";
import { variantSource } from "./source.server";

/** What deleting variants touches: a primary one stays; drafts, plans and the days on which one would have run go out of use with it and come back with it. */
export async function variantUses(viewer: Viewer, keys: string[]): Promise<Use[]> {
  const found = await sql<{ kind: string; name: string }>`
    with own as (select c.classify_sid, c.sort_type, line.line_name || ' ' || c.classify_name as name from line_classify c join line on line.line_uuid = c.main_uuid where c.classify_sid = any(${keys}))
    select '主分类' as kind, name || '（请先把同一线路的另一个分类设为主）' as name from own where sort_type = 1
    union all select '草稿', name || coalesce(' 计划 ' || planned_for, '') from own join line_version using (classify_sid) where state = 'draft' and deleted_at is null
    union all select '生效版本', name || ' ' || lower(valid) || ' 起' from own join line_version using (classify_sid) where valid @> ${today()}::date and deleted_at is null
    union all select '待生效版本', name || ' ' || lower(valid) || ' 起' from own join line_version using (classify_sid) where lower(valid) > ${today()}::date and deleted_at is null
    union all select '今后的运行日', name || case when upper_inf(valid) then ' ' || greatest(lower(valid), ${today()}::date) || ' 起每天' else ' ' || (upper(valid) - greatest(lower(valid), ${today()}::date)) || ' 天' end
      from own join line_version using (classify_sid) where valid && daterange(${today()}::date, null) and deleted_at is null`.execute(
    db(),
  );
  return usesByKind(found.rows).map((use) => ({
    ...use,
    blocking: use.label === "主分类",
    ends: use.label === "今后的运行日",
  }));
}

/** Puts variants into the recycle bin, all or none; a line's primary variant stays. */
export async function deleteVariants(viewer: Viewer, keys: string[]): Promise<void> {
  await inTransaction(async (trx) => {
    const held = await holdVariants(trx, viewer, keys);
    const primary = held.find(({ sortType }) => sortType === 1);
    if (primary) throw problem.used(await whyPrimaryStays(primary, held));
    await deleteRecords(trx, viewer, variantSource().kept, keys);
  });
}

async function whyPrimaryStays(
  { classifySid, classifyName, mainUuid }: HeldVariant,
  held: readonly HeldVariant[],
): Promise<string> {
  const going = held.map((one) => one.classifySid);
  const found = await sql<{ lineName: string; others: number }>`
    select line_name, (select count(*) from line_classify c where c.main_uuid = line_uuid and c.deleted_at is null and c.classify_sid <> ${classifySid} and c.classify_sid <> all(${going})) as others
    from line where line_uuid = ${mainUuid}`.execute(db());
  const { lineName, others } = found.rows[0]!;
  return others > 0
    ? `“${classifyName}”是${lineName}的主分类，不能删除：请先把另一个分类设为主`
    : `“${classifyName}”是${lineName}唯一的主分类，不能删除：请先新增另一个分类并设为主，或删除整条线路`;
}

/** Brings a deleted variant back as a secondary one, under another name where its own was taken meanwhile. Its line and its stations must be there. */
export async function restoreVariant(viewer: Viewer, classifySid: string, classifyName?: string): Promise<VariantRow> {
  await inTransaction(async (trx) => {
    const [deleted] = await lockRows<HeldVariant>(trx, variantSource(), viewer, [classifySid], true);
    await holdLine(trx, viewer, deleted!.mainUuid, problem.used("所属线路已删除，请先在线路回收站恢复线路"));
    const gone = await gonePlaces(trx, sql`c.classify_sid = ${classifySid}`);
    if (gone.length > 0) throw problem.used(`分类中的站点已被删除，请先在站点回收站恢复：${gone.join("、")}`);
    await restoreRecord(trx, viewer, variantSource().kept, classifySid, {
      sortType: 2,
      ...(classifyName && { classifyName }),
    });
  });
  return loadVariant(viewer, classifySid);
}

export function loadDeletedVariants(call: ViewerCall) {
  const lineName = sql`(select line_name from line where line_uuid = line_classify.main_uuid)`;
  return loadRecyclePage(call, variantSource(), { title: "classifyName", detail: lineName });
}
