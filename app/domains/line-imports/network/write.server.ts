import type { Transaction } from "kysely";
import { recordChange, type Author, type Change } from "~/kit/data/db/history.server";
import { newKey } from "~/kit/data/db/pool.server";
import { createRecords } from "~/kit/data/db/each-record.server";
import type { DB } from "~/kit/data/db/tables";
import type { ImportedLine } from "~/transit/osm/bus-routes";
import { today } from "~/kit/ground/time/today.server";
import { snapshotOf, writeContent, writeServices } from "~/domains/line-versions/queries.server";
import { chunks } from "~/kit/ground/chunks";
import { categoryOf, contentsOf, type VariantContent } from "./content";
import { type ImportPlan, refOf } from "./plan.server";
import { keepLineLinks, lineColumns, sourceColumns } from "./write-line.server";
import { classifyRecord, lineRecord } from "~/domains/lines/queries.server";

/** Writes lines that were not there before: whole variants in force from today, cut ones as drafts. */
export async function writeNewLines(
  trx: Transaction<DB>,
  author: Author,
  plan: ImportPlan,
  orgId: string,
): Promise<void> {
  const by = { createdBy: author.userId, updatedBy: author.userId };
  const lines = plan.new.map((one) => ({ ...one, lineUuid: newKey() }));
  for (const some of chunks(lines, 500)) {
    const rows = some.map(({ line, lineName, lineUuid }) => ({
      lineUuid,
      orgId: plan.owners.get(line.operator) ?? orgId,
      ...lineColumns(line, lineName),
      category: categoryOf(lineName),
    }));
    await createRecords(trx, author, lineRecord, rows, "import");
    await trx
      .insertInto("lineSource")
      .values(some.map(({ line, lineUuid }) => ({ lineUuid, ...sourceColumns(plan, line, !line.draft) })))
      .execute();
  }
  await keepLineLinks(trx, plan.source, lines);
  const lineUuids = new Map(lines.map(({ line, lineUuid }) => [line, lineUuid]));
  const drawn = await contentsOf(
    lines.map(({ line }) => line),
    plan.stations.placed,
  );
  const variants = drawn.map((one) => ({
    ...one,
    lineUuid: lineUuids.get(one.line)!,
    classifySid: newKey(),
    versionUuid: newKey(),
    standing: isWhole(one) ? ("effective" as const) : ("draft" as const),
    validFrom: isWhole(one) ? today() : null,
  }));
  for (const some of chunks(variants, 1000)) {
    const rows = some.map(({ variant, lineUuid, classifySid }) => ({
      classifySid,
      mainUuid: lineUuid,
      classifyName: variant.name,
      sortType: variant.sortType,
      source: variant.key,
    }));
    await createRecords(trx, author, classifyRecord, rows, "import");
    await trx
      .insertInto("lineVersion")
      .values(
        some.map(({ versionUuid, classifySid, standing, validFrom, ...found }) => ({
          versionUuid,
          classifySid,
          importedVersion: 1,
          state: standing,
          valid: validFrom && `[${validFrom},)`,
          completeness: completenessJson(found),
          ...by,
        })),
      )
      .execute();
  }
  await writeContent(trx, variants);
  await writeServices(trx, variants);
  const names = new Map([...plan.stations.placed.values()].map((station) => [station.staUuid, station]));
  const changes = variants.map(({ versionUuid, classifySid, standing, validFrom, content }): Change => {
    const after = snapshotOf({ classifySid, standing, validFrom, validTo: null }, content, names, false);
    return { room: "lines", key: versionUuid, action: "import", version: 1, after };
  });
  for (const some of chunks(changes, 1000)) await recordChange(trx, author, ...some);
  noteFaults(plan, variants);
}

type JudgedContent = Pick<VariantContent, "completeness" | "faults">;

export const isWhole = ({ completeness, faults }: JudgedContent) => completeness === null && faults.length === 0;

export const whyDraft = ({ completeness, faults }: JudgedContent) => completeness ?? faults.slice(0, 5).join("；");

export function completenessJson(found: JudgedContent): string | null {
  const text = whyDraft(found);
  return text ? JSON.stringify({ text }) : null;
}

export function noteFaults(
  plan: ImportPlan,
  variants: readonly ({ line: ImportedLine; variant: { name: string } } & VariantContent)[],
): void {
  for (const { line, variant, completeness, faults } of variants) {
    if (completeness === null && faults.length > 0)
      plan.problems.push({
        ref: refOf(line),
        text: `线路“${line.lineName}”的“${variant.name}”留为草稿：${faults.slice(0, 3).join("；")}`,
      });
  }
}
