import { createHash } from "node:crypto";
import { sql, type Transaction } from "kysely";
import type { Author } from "~/kit/data/db/history.server";
import type { DB } from "~/kit/data/db/tables";
import { problem } from "~/kit/ground/problem";
import { today } from "~/kit/ground/time/today.server";
import { type DirectionContent, readContent } from "./content.server";
import { stationsOf } from "./detail.server";
import { removeVersion } from "./drafts.server";
import { nextNumber, recordVersion, snapshotOf } from "./snapshot.server";
import type { Standing, VersionRow } from "./versions.server";
import { refusePackaged } from "./packaged.server";
import { type Period, type PeriodChange, periodsOf } from "./times/periods";

type Stored = VersionRow & { content?: readonly DirectionContent[] };

export function periodsSeen(versions: readonly VersionRow[]): string {
  return createHash("sha256")
    .update(JSON.stringify(periodsOf(versions)))
    .digest("hex")
    .slice(0, 16);
}

export function refuseUnseen(versions: readonly VersionRow[], seen: string | undefined): void {
  if (seen !== undefined && seen !== periodsSeen(versions))
    throw problem.field("", "在您查看之后，另一人改动了这条线路的生效版本，请核对下面最新的影响后再确认");
}

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
    if (after) await storePeriod(trx, author, row, content, after);
    else await removeVersion(trx, author, row, content);
  }
}

async function storePeriod(
  trx: Transaction<DB>,
  author: Author,
  row: VersionRow,
  content: readonly DirectionContent[],
  { from, to }: Period,
): Promise<void> {
  const number = await nextNumber(trx, row.classifySid);
  await trx
    .updateTable("lineVersion")
    .set({
      state: "effective",
      plannedFor: null,
      submittedAt: null,
      submittedBy: null,
      returnedReason: null,
      valid: sql<string>`daterange(${from}::date, ${to}::date)`,
      version: number,
      updatedAt: sql`now()`,
      updatedBy: author.userId,
    })
    .where("versionUuid", "=", row.versionUuid)
    .execute();
  const names = await stationsOf(trx, content);
  const standing: Standing = row.standing === "past" ? "past" : from > today() ? "planned" : "effective";
  const after = { ...row, standing, validFrom: from, validTo: to, plannedFor: null };
  await recordVersion(trx, author, {
    key: row.versionUuid,
    action: "update",
    version: number,
    before: snapshotOf(row, content, names, false),
    after: snapshotOf(after, content, names, row.standing === "draft"),
  });
}
