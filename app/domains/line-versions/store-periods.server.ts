import { sql, type Transaction } from "kysely";
import type { Author } from "~/kit/data/db/history.server";
import type { DB } from "~/kit/data/db/tables";
import { problem } from "~/kit/ground/problem";
import { today } from "~/kit/ground/time/today.server";
import { type DirectionContent, readContent, stationsOf } from "./content.server";
import { snapshotOf } from "./snapshot.server";
import type { Period, PeriodChange } from "./times/periods";
import type { Standing, VersionRow } from "./version-rows";
import type { OpenVariant } from "./versions.server";
import { changedBy, removeVersion, writeVersion } from "./write-version.server";

type Stored = VersionRow & Partial<Pick<OpenVariant, "content" | "stations">>;

/** Gives each version its new time, in the order given; a version that loses its time is deleted. `versions` holds every row that changes. */
export async function storePeriods(
  trx: Transaction<DB>,
  author: Author,
  versions: readonly Stored[],
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
  { content, stations, ...row }: Stored & { content: DirectionContent[] },
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
      ...{ state: "effective", plannedFor: null, submittedAt: null, submittedBy: null, returnedReason: null },
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
