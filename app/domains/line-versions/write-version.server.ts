import { sql, type Transaction } from "kysely";
import { type Author, type Change, recordChange } from "~/kit/data/db/history.server";
import { newKey } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import { problem } from "~/kit/ground/problem";
import { today } from "~/kit/ground/time/today.server";
import { type DirectionContent, readContent, stationsOf } from "./content.server";
import type { RunningParams } from "./params/running-params";
import { snapshotOf } from "./snapshot.server";
import type { Period, PeriodChange } from "./times/periods";
import type { EditedVersion, Standing, VersionRow } from "./version-rows";
import type { OpenVariant } from "./versions.server";
import { carryServices, writeContent, writeVersionParams } from "./write-content.server";

/** Writes columns of a version under the next number of its variant, and what history keeps of the change. */
export async function writeVersion(
  trx: Transaction<DB>,
  author: Author,
  { versionUuid, classifySid }: Pick<VersionRow, "versionUuid" | "classifySid">,
  set: Record<string, unknown>,
  kept: Partial<Pick<Change, "action" | "before" | "after">>,
): Promise<void> {
  const { version } = await trx
    .updateTable("lineVersion")
    .set({ ...set, version: nextNumber(classifySid) })
    .where("versionUuid", "=", versionUuid)
    .returning("version")
    .executeTakeFirstOrThrow();
  await recordVersion(trx, author, { key: versionUuid, action: "update", version, ...kept });
}

export async function recordVersion(trx: Transaction<DB>, author: Author, change: Omit<Change, "room">): Promise<void> {
  await recordChange(trx, author, { room: "lines", ...change });
}

/** The next version number of a variant; no number of it is ever used twice, whatever was discarded. */
const nextNumber = (classifySid: string) =>
  sql<number>`(select coalesce(max(version), 0) + 1 from line_version where classify_sid = ${classifySid})`;

/** Columns of a version whose content or time somebody changes. */
export const changedBy = (author: Author) => ({ updatedAt: sql<Date>`now()`, updatedBy: author.userId });

/** Marks a version deleted and keeps what it held in history. */
export async function removeVersion(
  trx: Transaction<DB>,
  author: Author,
  row: VersionRow,
  content: readonly DirectionContent[],
): Promise<void> {
  await writeVersion(
    trx,
    author,
    row,
    { deletedAt: sql`now()`, deletedBy: author.userId, ...changedBy(author) },
    { action: "delete", before: snapshotOf(row, content, await stationsOf(trx, content)) },
  );
}

type StoredVersion = VersionRow & Partial<Pick<OpenVariant, "content" | "stations">>;

/** Gives each version its new time, in the order given; a version that loses its time is deleted. `versions` holds every row that changes. */
export async function storePeriods(
  trx: Transaction<DB>,
  author: Author,
  versions: readonly StoredVersion[],
  changes: readonly PeriodChange[],
): Promise<void> {
  await refusePackaged(
    trx,
    changes.filter(({ before, after }) => before && before.from !== after?.from).map(({ versionUuid }) => versionUuid),
  );
  for (const { versionUuid, after } of changes) {
    const row = versions.find((one) => one.versionUuid === versionUuid)!;
    const content = row.content ?? (await readContent(trx, versionUuid));
    if (after) await storePeriod(trx, author, { ...row, content }, after);
    else await removeVersion(trx, author, row, content);
  }
}

async function storePeriod(
  trx: Transaction<DB>,
  author: Author,
  { content, stations, ...row }: StoredVersion & { content: DirectionContent[] },
  { from, to }: Period,
): Promise<void> {
  const names = stations ?? (await stationsOf(trx, content));
  const standing: Standing = row.standing === "past" ? "past" : from > today() ? "planned" : "effective";
  const after = { ...row, standing, validFrom: from, validTo: to, plannedFor: null };
  await writeVersion(
    trx,
    author,
    row,
    {
      state: "effective",
      plannedFor: null,
      submittedAt: null,
      submittedBy: null,
      returnedReason: null,
      valid: sql<string>`daterange(${from}::date, ${to}::date)`,
      ...changedBy(author),
    },
    {
      before: snapshotOf(row, content, names, false),
      after: snapshotOf(after, content, names, row.standing === "draft"),
    },
  );
}

/** Versions that wait for the day of a confirmed change package keep their time: together or not at all. */
export async function refusePackaged(trx: Transaction<DB>, versionUuids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ packageNum: string; packageName: string }>`
    select p.package_num, p.package_name from change_item i join change_package p using (package_uuid)
    where i.kind = 'version' and i.record_key = any(${versionUuids}) and p.state = 1 and p.deleted_at is null limit 1`.execute(
    trx,
  );
  if (rows[0])
    throw problem.used(
      `待生效的版本属于变更包 ${rows[0].packageNum} ${rows[0].packageName}，不能单独改动；请先撤回变更包`,
    );
}

interface DraftContent {
  after: DirectionContent[];
  params: RunningParams | null;
  /** The version whose timetable a new draft takes along, and what that one holds. */
  timed: { versionUuid?: string; content: DirectionContent[] };
}

/** Writes a draft: the open one, or a new one in the place of `base`. */
export async function storeDraft(
  trx: Transaction<DB>,
  author: Author,
  classifySid: string,
  { current, base, plannedFor }: EditedVersion,
  held: Omit<DraftContent, "timed"> & Partial<DraftContent> & { before: DirectionContent[] },
): Promise<string> {
  const names = await stationsOf(trx, [...held.before, ...held.after]);
  const open = current?.standing === "draft" ? current : undefined;
  const period = { classifySid, standing: "draft", validFrom: null, validTo: null } as const;
  const was = { ...period, plannedFor: open ? plannedFor : null, params: current?.params };
  const before = snapshotOf(was, held.before, names);
  const after = snapshotOf({ ...period, plannedFor, params: held.params }, held.after, names);
  if (open && JSON.stringify(before) === JSON.stringify(after)) return open.versionUuid;
  const set = open
    ? { submittedAt: null, submittedBy: null }
    : { plannedFor, baseUuid: base?.versionUuid, baseNumber: base?.version };
  const draft = { versionUuid: open?.versionUuid, classifySid };
  const timed = { versionUuid: current?.versionUuid, content: held.before };
  const { versionUuid, version } = await writeDraft(trx, author, draft, set, { timed, ...held });
  await recordVersion(trx, author, { key: versionUuid, action: open ? "update" : "create", version, before, after });
  return versionUuid;
}

/** Writes columns of a draft and what it holds: the one named, or a new one of the variant; history is the caller's. */
export async function writeDraft(
  trx: Transaction<DB>,
  author: Author,
  { versionUuid = newKey(), classifySid }: { versionUuid?: string; classifySid: string },
  set: Record<string, unknown>,
  { after, params, timed }: DraftContent,
): Promise<{ versionUuid: string; version: number }> {
  const columns = { ...set, version: nextNumber(classifySid), ...changedBy(author) };
  const { version } = await trx
    .insertInto("lineVersion")
    .values({ ...columns, versionUuid, classifySid, state: "draft", createdBy: author.userId })
    .onConflict((there) => there.column("versionUuid").doUpdateSet(columns))
    .returning("version")
    .executeTakeFirstOrThrow();
  await writeContent(trx, [{ versionUuid, content: after }]);
  await carryServices(trx, { from: timed.versionUuid, to: versionUuid }, timed.content, after);
  await writeVersionParams(trx, versionUuid, params);
  return { versionUuid, version };
}
