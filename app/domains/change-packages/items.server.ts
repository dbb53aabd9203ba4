import { sql, type Transaction } from "kysely";
import { may as lines } from "~/domains/lines/policy";
import { moveDraft, requireVariant, versionsOf } from "~/domains/line-versions/queries.server";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import { inTransaction, joinTransaction, newKey } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import { problem } from "~/kit/ground/problem";
import { storedShape } from "~/kit/page/map/shape-rules";
import { requireRow } from "~/kit/room/source.server";
import { type ShapeColumns, shapeOf } from "~/transit/geo/shape";
import { tryItem } from "./apply-items.server";
import { holdPackage, type HeldPackage, touchPackage } from "./hold-package.server";
import { differing, itemKinds, type RecordKind, same, shapeFields } from "./model";
import { listItems, servedBy } from "./read-items.server";

/** Takes drafts of lines into a package; each becomes one for the package's day. */
export async function addDrafts(viewer: Viewer, packageUuid: string, versionUuids: readonly string[]): Promise<void> {
  if (!allows(viewer, lines.write)) throw problem.forbidden("您没有编辑线路的权限，不能把线路草稿加入变更包");
  if (versionUuids.length === 0) throw problem.field("versionUuids", "请勾选要加入的草稿");
  await changing(viewer, packageUuid, async (trx, held) => {
    const titles: string[] = [];
    for (const versionUuid of versionUuids) titles.push(await addDraft(trx, viewer, held, versionUuid));
    await touchPackage(trx, viewer, held, { after: { added: titles } });
  });
}

async function addDraft(
  trx: Transaction<DB>,
  viewer: Viewer,
  { packageUuid, effectiveDay }: HeldPackage,
  versionUuid: string,
): Promise<string> {
  const { rows } = await sql<{ classifySid: string }>`
    select classify_sid from line_version where version_uuid = ${versionUuid} and state = 'draft' and deleted_at is null`.execute(
    trx,
  );
  if (!rows[0]) throw problem.field("versionUuids", "所选的草稿已不存在或已生效，请重新选择");
  const variant = await requireVariant(viewer, rows[0], trx, true);
  const title = `${variant.lineName} ${variant.classifyName}`;
  await refuseTaken(trx, "version", versionUuid, title, packageUuid);
  const versions = await versionsOf(variant.classifySid);
  if (versions.find((one) => one.versionUuid === versionUuid)?.plannedFor !== effectiveDay)
    await moveDraft(viewer, { ...rows[0], versionUuid }, { plannedFor: effectiveDay });
  await sql`
    insert into change_item (item_uuid, package_uuid, kind, record_key, title, classify_sid, before_uuid, created_by)
    values (${newKey()}, ${packageUuid}, 'version', ${versionUuid}, ${title}, ${variant.classifySid}, (
      select version_uuid from line_version where classify_sid = ${variant.classifySid} and state = 'effective' and deleted_at is null and valid @> ${effectiveDay}::date), ${viewer.userId})
    on conflict (package_uuid, kind, record_key) do nothing`.execute(trx);
  return title;
}

/** Plans a change of a station or a fence: the fields sent that differ from the record; with none the plan is dropped. */
export async function planRecord(
  viewer: Viewer,
  packageUuid: string,
  kind: RecordKind,
  key: string,
  sent: Record<string, unknown>,
): Promise<void> {
  const served = servedBy[kind];
  if (!allows(viewer, served.room.may.write)) throw problem.forbidden(`您没有编辑${served.room.noun}的权限`);
  await changing(viewer, packageUuid, async (trx, held) => {
    const record = await requireRow(served.source, viewer, key);
    const title = served.room.nameOf(record);
    await refuseTaken(trx, kind, key, title, packageUuid);
    const { changes, original } = differing(kind, record, kind === "fence" ? asStored(record, sent) : sent);
    await sql`delete from change_item where package_uuid = ${packageUuid} and kind = ${kind} and record_key = ${key}`.execute(
      trx,
    );
    await touchPackage(trx, viewer, held, { before: { [title]: original }, after: { [title]: changes } });
    if (Object.keys(changes).length === 0) return;
    const itemUuid = newKey();
    await sql`
      insert into change_item (item_uuid, package_uuid, kind, record_key, title, changes, original, created_by)
      values (${itemUuid}, ${packageUuid}, ${kind}, ${key}, ${title}, ${JSON.stringify(changes)}::jsonb, ${JSON.stringify(original)}::jsonb, ${viewer.userId})`.execute(
      trx,
    );
    const item = (await listItems(packageUuid, trx)).find((one) => one.itemUuid === itemUuid)!;
    await tryItem(trx, viewer, held, item);
  });
}

/** A fence's shape as it will be stored, so that taking it back finds it unchanged. */
function asStored(record: Record<string, unknown>, sent: Record<string, unknown>): Record<string, unknown> {
  const next = { ...record, ...sent } as unknown as ShapeColumns;
  const isReshaped = shapeFields.some((name) => name in sent && !same(sent[name], record[name]));
  return isReshaped && shapeOf(next) ? { ...sent, ...storedShape(next) } : sent;
}

export async function removeItem(viewer: Viewer, packageUuid: string, itemUuid: string): Promise<void> {
  await changing(viewer, packageUuid, async (trx, held) => {
    const { rows } = await sql<{ title: string }>`
      delete from change_item where package_uuid = ${packageUuid} and item_uuid = ${itemUuid} returning title`.execute(
      trx,
    );
    if (!rows[0]) throw problem.missing("变更");
    await touchPackage(trx, viewer, held, { before: { added: [rows[0].title] }, after: { added: [] } });
  });
}

/** The drafts of a package's lines go with its day. */
export async function moveDrafts(
  trx: Transaction<DB>,
  viewer: Viewer,
  packageUuid: string,
  plannedFor: string,
): Promise<void> {
  const items = (await listItems(packageUuid, trx)).filter(({ kind }) => kind === "version");
  for (const { classifySid, recordKey } of items)
    await moveDraft(viewer, { classifySid: classifySid!, versionUuid: recordKey }, { plannedFor });
  await sql`update change_item i set before_uuid = (select version_uuid from line_version v
      where v.classify_sid = i.classify_sid and v.state = 'effective' and v.deleted_at is null and v.valid @> ${plannedFor}::date)
    where package_uuid = ${packageUuid} and kind = 'version'`.execute(trx);
}

const changing = (
  viewer: Viewer,
  packageUuid: string,
  work: (trx: Transaction<DB>, held: HeldPackage) => Promise<void>,
): Promise<void> =>
  inTransaction((trx) => joinTransaction(trx, async () => work(trx, await holdPackage(trx, viewer, packageUuid))));

async function refuseTaken(
  trx: Transaction<DB>,
  kind: keyof typeof itemKinds,
  key: string,
  title: string,
  packageUuid: string,
): Promise<void> {
  const { rows } = await sql<{ packageNum: string; packageName: string }>`
    select p.package_num, p.package_name from change_item i join change_package p using (package_uuid)
    where i.kind = ${kind} and i.record_key = ${key} and p.package_uuid <> ${packageUuid} and p.state in (0, 1) and p.deleted_at is null`.execute(
    trx,
  );
  if (rows[0])
    throw problem.used(`${itemKinds[kind]}“${title}”已在变更包 ${rows[0].packageNum} ${rows[0].packageName}中`);
}
