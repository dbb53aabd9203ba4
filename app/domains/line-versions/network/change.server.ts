import { sql, type Transaction } from "kysely";
import type { Author } from "~/kit/data/db/history.server";
import { createRecord, deleteRecords, updateRecord } from "~/kit/data/db/records.server";
import type { DB } from "~/kit/data/db/tables";
import type { ImportedVariant } from "~/transit/osm/bus-routes";
import { today } from "~/kit/ground/time/today.server";
import { type DirectionContent, readContent, stationsOf } from "../content.server";
import { writeServices } from "../write-content.server";
import { contentOf, type VariantContent } from "./content";
import type { ImportPlan } from "./plan.server";
import { completenessJson, isWhole, noteFaults, writeLine } from "./write.server";
import { putInForce } from "../publish.server";
import { classifyRecord } from "~/domains/lines/queries.server";
import { recordVersion, writeDraft } from "../write-version.server";
import { snapshotOf } from "../snapshot.server";
import { inForce, type VersionRow } from "../version-rows";
import { versionsOf } from "../versions.server";

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
    await writeVersion(trx, author, sids.get(variant)!, found);
  }
  await sql`update line_version v set imported_version = v.version from line_classify c
    where c.classify_sid = v.classify_sid and c.main_uuid = ${stored.lineUuid} and v.deleted_at is null and v.imported_version is distinct from v.version`.execute(
    trx,
  );
}

interface StoredVariant {
  classifySid: string;
  classifyName: string;
  sortType: number;
  source: string | null;
}

/** Finds each variant again by its key, the primary one else by being primary; the surplus is deleted. */
async function writeVariants(
  trx: Transaction<DB>,
  author: Author,
  mainUuid: string,
  variants: readonly ImportedVariant[],
): Promise<Map<ImportedVariant, string>> {
  const stored: StoredVariant[] = await trx
    .selectFrom("lineClassify")
    .select(["classifySid", "classifyName", "sortType", "source"])
    .where("mainUuid", "=", mainUuid)
    .where("deletedAt", "is", null)
    .forUpdate()
    .execute();
  const pairs = new Map(variants.map((variant) => [variant, stored.find(({ source }) => source === variant.key)]));
  for (const [variant, found] of pairs) {
    if (!found)
      pairs.set(
        variant,
        stored.find((one) => one.sortType === 1 && variant.sortType === 1 && ![...pairs.values()].includes(one)),
      );
  }
  const surplus = stored.filter((one) => ![...pairs.values()].includes(one));
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
    const row = found
      ? await updateRecord<StoredVariant & Record<string, unknown>>(
          trx,
          author,
          classifyRecord,
          found.classifySid,
          values,
          undefined,
          "import",
        )
      : await createRecord<StoredVariant & Record<string, unknown>>(
          trx,
          author,
          classifyRecord,
          { mainUuid, ...values },
          "import",
        );
    sids.set(variant, row.classifySid);
  }
  return sids;
}

async function writeVersion(
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
  // A timetable says by itself on which days it holds.
  if (same) await writeServices(trx, [{ ...old, services: found.services }]);
  if (!draft && now && (same || !whole)) return;
  if (
    draft &&
    !whole &&
    same &&
    draft.completeness?.text === (JSON.parse(completenessJson(found)!) as { text: string }).text
  )
    return;
  const written = await writeDraftOf(trx, author, classifySid, draft, found, { ...old, content });
  if (!whole) return;
  const others = versions.filter((one) => one !== draft);
  await putInForce(trx, author, others, { ...written, content: found.content }, today());
}

async function writeDraftOf(
  trx: Transaction<DB>,
  author: Author,
  classifySid: string,
  draft: VersionRow | undefined,
  found: VariantContent,
  old: Partial<VersionRow> & { content: DirectionContent[] },
): Promise<VersionRow> {
  const params = old.params ?? null;
  const { versionUuid, version } = await writeDraft(
    trx,
    author,
    { versionUuid: draft?.versionUuid, classifySid },
    { completeness: completenessJson(found) },
    { after: found.content, params, timed: old },
  );
  await writeServices(trx, [{ versionUuid, services: found.services }]);
  const row: VersionRow = {
    versionUuid,
    classifySid,
    version,
    standing: "draft",
    ...{ validFrom: null, validTo: null, note: null, completeness: null, importedVersion: version, params },
    ...{ plannedFor: null, baseUuid: null, baseNumber: null, returnedReason: null },
    ...{ submittedAt: null, submittedBy: null, submittedByName: null },
    updatedAt: new Date(),
    updatedBy: author.userId,
    updatedByName: null,
  };
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
