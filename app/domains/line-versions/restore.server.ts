import type { Transaction } from "kysely";
import type { Author } from "~/kit/data/db/history.server";
import type { DB } from "~/kit/data/db/tables";
import { today } from "~/kit/ground/time/today.server";
import { readContent } from "./content.server";
import { storeDraft } from "./store-draft.server";
import { storePeriods } from "./store-periods.server";
import { readServices, writeServices } from "./timetable/stored-timetable.server";
import { changesBetween, coveredOn, withPutInForce } from "./times/periods";
import { periodsOf, type Variant, type VersionRow } from "./version-rows";
import { versionsOf } from "./versions.server";

/** After a change for a while, a copy of what would have held without it is in force from a day; `before`: the versions as they were. */
export async function restoreFrom(
  trx: Transaction<DB>,
  author: Author,
  variant: Variant,
  before: readonly VersionRow[],
  restoreOn: string,
): Promise<void> {
  const kept = coveredBy(before, restoreOn)!;
  const content = await readContent(trx, kept.versionUuid);
  const now = await versionsOf(variant.classifySid, today(), trx);
  const ground = coveredBy(now, restoreOn);
  const onGround = await readContent(trx, ground?.versionUuid ?? null);
  const reason = `恢复 ${kept.validFrom} 起的版本${author.reason ? `：${author.reason}` : ""}`.slice(0, 255);
  const versionUuid = await storeDraft(
    trx,
    { ...author, reason },
    variant,
    { current: ground, base: ground, plannedFor: restoreOn },
    { before: onGround, after: content, params: kept.params },
  );
  await writeServices(trx, [{ versionUuid, services: await readServices(trx, [kept.versionUuid]) }]);
  const versions = await versionsOf(variant.classifySid, today(), trx);
  const periods = periodsOf(versions);
  await storePeriods(trx, author, versions, changesBetween(periods, withPutInForce(periods, versionUuid, restoreOn)));
}

function coveredBy(versions: readonly VersionRow[], day: string): VersionRow | undefined {
  const key = coveredOn(periodsOf(versions), day)?.versionUuid;
  return versions.find(({ versionUuid }) => versionUuid === key);
}
