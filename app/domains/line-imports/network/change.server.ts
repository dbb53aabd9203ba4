import { sql, type Transaction } from "kysely";
import type { Author } from "~/kit/data/db/history.server";
import type { DB } from "~/kit/data/db/tables";
import { today } from "~/kit/ground/time/today.server";
import {
  keepBeforeWriting,
  changedBy,
  type DirectionContent,
  putInForce,
  readContent,
  readServices,
  recordVersion,
  snapshotOf,
  stationsOf,
  versionsOf,
  writeDraft,
  writeServices,
  writeVersion,
} from "~/domains/line-versions/queries.server";
import { contentOf, type VariantContent } from "./content";
import type { ImportPlan } from "./plan.server";
import { completenessJson, isWhole, noteFaults, whyDraft } from "./write.server";
import { writeLine } from "./write-line.server";
import { timetableInShort } from "~/domains/line-versions/timetable/timetable-words";
import type { DirectionService } from "~/domains/line-versions/timetable/services-along";
import { inForce, type VersionRow } from "~/domains/line-versions/version-rows";
import { classifyRecord } from "~/domains/lines/queries.server";
import { createRecord, deleteRecords, updateRecord } from "~/kit/data/db/records.server";
import type { ImportedVariant } from "~/transit/osm/bus-routes";

export async function writeChangedLine(
  trx: Transaction<DB>,
  author: Author,
  plan: ImportPlan,
  change: ImportPlan["changed"][number],
): Promise<void> {
  const { line, stored } = change;
  await writeLine(trx, author, plan, change);
  const sids = await writeVariants(trx, author, stored.lineUuid, line.variants);
  for (const variant of line.variants) {
    const found = contentOf(line, variant, plan.stations.placed);
    noteFaults(plan, [{ line, variant, ...found }]);
    await writeVariant(trx, author, sids.get(variant)!, found);
  }
  await sql`update line_version v set imported_version = v.version from line_classify c
    where c.classify_sid = v.classify_sid and c.main_uuid = ${stored.lineUuid} and v.deleted_at is null and v.imported_version is distinct from v.version`.execute(
    trx,
  );
}

async function writeVariant(
  trx: Transaction<DB>,
  author: Author,
  classifySid: string,
  found: VariantContent,
): Promise<void> {
  const versions = await versionsOf(classifySid, today(), trx);
  // A plan for a day is a person's own.
  const draft = versions.find(({ standing, plannedFor }) => standing === "draft" && plannedFor === null);
  const now = inForce(versions);
  const old = draft ?? now;
  const content = await readContent(trx, old?.versionUuid ?? null);
  const same = old !== undefined && JSON.stringify(content) === JSON.stringify(found.content);
  const whole = isWhole(found);
  if (old && (draft || found.services)) await keepBeforeWriting(trx, author, old);
  if (same && found.services) await replaceTimetable(trx, author, { ...old, content }, found.services);
  // A file that has only a part of a line never cuts it short; one that has it whole, with faults, leaves a draft of them.
  if (!draft && now && (same || found.completeness !== null)) return;
  if (draft && !whole && same && draft.completeness?.text === whyDraft(found)) return;
  const written = await writeDraftOf(trx, author, classifySid, draft, found, { ...old, content });
  if (!whole) return;
  const others = versions.filter((one) => one !== draft);
  await putInForce(trx, author, others, { ...written, content: found.content }, today());
}

/** A timetable says by itself on which days it holds: it is replaced in the version that has it. */
export async function replaceTimetable(
  trx: Transaction<DB>,
  author: Author,
  { content, ...row }: VersionRow & { content: DirectionContent[] },
  services: readonly DirectionService[],
): Promise<void> {
  const read = () => readServices(trx, [row.versionUuid]);
  const was = await read();
  await writeServices(trx, [{ ...row, services }]);
  const is = await read();
  if (JSON.stringify(was) === JSON.stringify(is)) return;
  const snapshot = snapshotOf(row, content, await stationsOf(trx, content), false);
  await writeVersion(trx, author, row, changedBy(author), {
    action: "import",
    before: { ...snapshot, timetable: timetableInShort(was) },
    after: { ...snapshot, timetable: timetableInShort(is, was) },
  });
}

async function writeDraftOf(
  trx: Transaction<DB>,
  author: Author,
  classifySid: string,
  draft: VersionRow | undefined,
  found: VariantContent,
  old: Partial<VersionRow> & { content: DirectionContent[] },
): Promise<VersionRow> {
  const { versionUuid, version } = await writeDraft(
    trx,
    author,
    { versionUuid: draft?.versionUuid, classifySid },
    { completeness: completenessJson(found) },
    { after: found.content, params: old.params ?? null, timed: old },
  );
  await writeServices(trx, [{ versionUuid, services: found.services }]);
  const row = (await versionsOf(classifySid, today(), trx)).find((one) => one.versionUuid === versionUuid)!;
  const before = draft ? old.content : null;
  const names = await stationsOf(trx, [...(before ?? []), ...found.content]);
  await recordVersion(trx, author, {
    key: versionUuid,
    action: "import",
    version,
    before: before && snapshotOf(row, before, names, false),
    after: snapshotOf(row, found.content, names, false),
  });
  return row;
}

/** Finds each variant again by its key, the primary one else by being primary; the surplus is deleted. */
async function writeVariants(
  trx: Transaction<DB>,
  author: Author,
  mainUuid: string,
  variants: readonly ImportedVariant[],
): Promise<Map<ImportedVariant, string>> {
  const stored = await trx
    .selectFrom("lineClassify")
    .select(["classifySid", "classifyName", "sortType", "source"])
    .where("mainUuid", "=", mainUuid)
    .where("deletedAt", "is", null)
    .forUpdate()
    .execute();
  const pairs = new Map(variants.map((variant) => [variant, stored.find(({ source }) => source === variant.key)]));
  const isFree = (one: (typeof stored)[number]) => ![...pairs.values()].includes(one);
  for (const [variant, found] of pairs)
    if (!found && variant.sortType === 1)
      pairs.set(
        variant,
        stored.find((one) => one.sortType === 1 && isFree(one)),
      );
  const surplus = stored.filter(isFree);
  await deleteRecords(
    trx,
    author,
    classifyRecord,
    surplus.map(({ classifySid }) => classifySid),
  );
  const renamed = [...pairs].filter(
    ([variant, found]) => found && (found.classifyName !== variant.name || found.sortType !== variant.sortType),
  );
  // Out of one another's way first: two variants may trade names or places.
  for (const [, found] of renamed)
    await trx
      .updateTable("lineClassify")
      .set({ classifyName: found!.classifySid, sortType: 2 })
      .where("classifySid", "=", found!.classifySid)
      .execute();
  const sids = new Map<ImportedVariant, string>();
  for (const [variant, found] of pairs) {
    const values = { classifyName: variant.name, sortType: variant.sortType, source: variant.key };
    const { classifySid } =
      found ??
      (await createRecord<{ classifySid: string }>(trx, author, classifyRecord, { mainUuid, ...values }, "import"));
    if (found) await updateRecord(trx, author, classifyRecord, classifySid, values, undefined, "import");
    sids.set(variant, classifySid);
  }
  return sids;
}
