import { sql, type Transaction } from "kysely";
import type { Viewer } from "~/kernel/access/viewer";
import type { Author } from "~/kernel/db/history.server";
import { readParameters } from "~/kernel/db/parameters.server";
import { inTransaction } from "~/kernel/db/pool.server";
import type { DB } from "~/kernel/db/tables";
import { type FieldError, problem } from "~/kernel/http/problem";
import { today } from "~/kernel/time/today.server";
import { type DirectionContent, readContent } from "./content.server";
import { stationsOf } from "./detail.server";
import { directionName } from "./directions";
import { removeVersion } from "./drafts.server";
import type { PublishForm } from "./schema";
import { checkSequence } from "./sequence-check";
import { authorOf, nextNumber, recordVersion, refuseStale, snapshotOf } from "./snapshot.server";
import { draftAmong, requireVariant, type Variant, versionsOf, type VersionRow } from "./versions.server";
import { readLineView } from "./view.server";

/** Puts a draft (the open one where none is named) in force from a day: what is in force then ends there, or is replaced where it began that very day; later plans stay. */
export function publishDraft(viewer: Viewer, key: { classifySid?: string; lineUuid?: string; versionUuid?: string }, form: PublishForm): Promise<Variant> {
  return inTransaction((trx) => publishInto(trx, viewer, key, form));
}

/** The same within a transaction. */
export async function publishInto(trx: Transaction<DB>, viewer: Viewer, key: { classifySid?: string; lineUuid?: string; versionUuid?: string }, { validFrom, version, reason }: PublishForm): Promise<Variant> {
  if (validFrom < today()) throw problem.field("validFrom", "生效日期不能早于今天");
  const variant = await requireVariant(viewer, key, trx, true);
  const versions = await versionsOf(variant.classifySid, today(), trx);
  const draft = draftAmong(versions, key.versionUuid);
  const content = await readContent(trx, draft.versionUuid);
  await refuseStale(trx, variant, draft, version, content, content);
  await refuseUnfit(trx, variant, content);
  await refuseOwnWork(viewer, draft);
  await putInForce(trx, authorOf(viewer, reason), versions, { ...draft, content }, validFrom);
  return variant;
}

/** Gives a draft its period among the variant's other versions. */
export async function putInForce(trx: Transaction<DB>, author: Author, versions: readonly VersionRow[], draft: VersionRow & { content: readonly DirectionContent[] }, validFrom: string): Promise<void> {
  const periods = versions.filter((one) => one.validFrom !== null && (one.validTo === null || one.validTo > validFrom));
  const there = periods.find((one) => one.validFrom! <= validFrom);
  const next = periods.filter((one) => one.validFrom! > validFrom).map((one) => one.validFrom!).sort()[0] ?? null;
  if (there) {
    const content = await readContent(trx, there.versionUuid);
    if (there.validFrom === validFrom) await removeVersion(trx, author, there, content);
    else await endOn(trx, author, there, content, validFrom);
  }
  const names = await stationsOf(trx, draft.content);
  const number = await nextNumber(trx, draft.classifySid);
  await trx
    .updateTable("lineVersion")
    .set({ state: "effective", plannedFor: null, submittedAt: null, valid: sql<string>`daterange(${validFrom}::date, ${next}::date)`, version: number, updatedAt: sql`now()`, updatedBy: author.userId })
    .where("versionUuid", "=", draft.versionUuid)
    .execute();
  const after = { ...draft, standing: "effective" as const, validFrom, validTo: next };
  await recordVersion(trx, author, { key: draft.versionUuid, action: "update", version: number, before: snapshotOf(draft, draft.content, names, false), after: snapshotOf(after, draft.content, names) });
}

async function endOn(trx: Transaction<DB>, author: Author, row: VersionRow, content: readonly DirectionContent[], day: string): Promise<void> {
  const number = await nextNumber(trx, row.classifySid);
  await trx
    .updateTable("lineVersion")
    .set({ valid: sql<string>`daterange(lower(valid), ${day}::date)`, version: number, updatedAt: sql`now()`, updatedBy: author.userId })
    .where("versionUuid", "=", row.versionUuid)
    .execute();
  const names = await stationsOf(trx, content);
  await recordVersion(trx, author, { key: row.versionUuid, action: "update", version: number, before: snapshotOf(row, content, names, false), after: snapshotOf({ ...row, validTo: day }, content, names, false) });
}

async function refuseUnfit(trx: Transaction<DB>, variant: Variant, content: readonly DirectionContent[]): Promise<void> {
  if (content.every(({ rows }) => rows.length === 0)) throw problem.field("", "草稿还没有站点，请先编辑站点");
  const stations = new Map([...(await stationsOf(trx, content))].filter(([, station]) => !station.gone));
  const view = await readLineView();
  const errors = content.flatMap(({ direction, rows }) =>
    checkSequence({ lineType: variant.lineType, direction, rows, stations })
      .filter(({ level }) => level === "error")
      .map(({ row, message }): FieldError => ({ path: "", message: `${directionName(variant.lineType, direction, view)}第 ${row} 站：${message}` })),
  );
  if (errors.length > 0) throw problem.fields(errors);
}

/** Where the operator wants a second pair of eyes, nobody puts in force what they changed last themselves. */
async function refuseOwnWork(viewer: Viewer, draft: VersionRow): Promise<void> {
  if (draft.updatedBy !== viewer.userId) return;
  const { "line.version.check": check } = await readParameters(["line.version.check"]);
  if (check === "1") throw problem.field("", "草稿由您最后修改，需要由另一人审核并生效");
}
