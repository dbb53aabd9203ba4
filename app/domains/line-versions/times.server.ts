import type { Viewer } from "~/kit/data/access/viewer";
import { inTransaction } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { today } from "~/kit/ground/time/today.server";
import type { EndForm, WithdrawForm } from "./schema";
import { authorOf, periodsOf, type Variant, type VersionKey, type VersionRow } from "./version-rows";
import { snapshotOf } from "./snapshot.server";
import { changesBetween, refuseTakenDay, withEnd, withWithdrawn } from "./times/periods";
import { openVariant } from "./versions.server";
import { changedBy, refusePackaged, storePeriods, writeVersion } from "./write-version.server";

/** Takes a planned version out of its time: it becomes a draft for that day, and the version before goes on unless a gap is wanted. */
export async function withdrawVersion(
  viewer: Viewer,
  key: VersionKey,
  { leaveGap, version, seen, reason }: WithdrawForm,
): Promise<Variant> {
  return inTransaction(async (trx) => {
    const { variant, versions, row, ...held } = await openVariant(trx, viewer, key, { version, seen }, toWithdraw);
    await refusePackaged(trx, [row.versionUuid]);
    const base = row.baseUuid
      ? undefined
      : versions.find(({ validTo }) => validTo !== null && validTo === row.validFrom);
    const author = authorOf(viewer, reason);
    const draft = { ...row, standing: "draft", validFrom: null, validTo: null, plannedFor: row.validFrom } as const;
    await writeVersion(
      trx,
      author,
      row,
      {
        ...(base && { baseUuid: base.versionUuid, baseNumber: base.version }),
        state: "draft",
        valid: null,
        plannedFor: row.validFrom,
        ...changedBy(author),
      },
      {
        before: snapshotOf(row, held.content, held.stations, false),
        after: snapshotOf(draft, held.content, held.stations, false),
      },
    );
    const periods = periodsOf(versions);
    const others = changesBetween(periods, withWithdrawn(periods, row.versionUuid, leaveGap === "1")).filter(
      (change) => change.versionUuid !== row.versionUuid,
    );
    await storePeriods(trx, author, versions, others);
    return variant;
  });
}

/** Stops a version on a day within its time; from then on nothing runs until the next version. */
export async function endVersion(
  viewer: Viewer,
  key: VersionKey,
  { day, version, seen, reason }: EndForm,
): Promise<Variant> {
  if (day < today()) throw problem.field("day", "停运日期不能早于今天");
  return inTransaction(async (trx) => {
    const choose = (all: readonly VersionRow[]) => toEnd(all, key.versionUuid, day);
    const { variant, versions, row } = await openVariant(trx, viewer, key, { version, seen }, choose);
    const periods = periodsOf(versions);
    await storePeriods(
      trx,
      authorOf(viewer, reason),
      versions,
      changesBetween(periods, withEnd(periods, row.versionUuid, day)),
    );
    return variant;
  });
}

function toWithdraw(versions: readonly VersionRow[], versionUuid?: string): VersionRow {
  const row = versionAmong(versions, versionUuid);
  if (row.standing !== "planned")
    throw problem.field("", "只能撤回还没有生效的版本；已经生效的，请以更早的版本为底稿新建一份再使它生效");
  refuseTakenDay(versions, row.validFrom);
  return row;
}

function toEnd(versions: readonly VersionRow[], versionUuid: string | undefined, day: string): VersionRow {
  const row = versionAmong(versions, versionUuid);
  if (row.validFrom === null || row.standing === "past") throw problem.field("", "只有生效中或待生效的版本可以停运");
  if (day <= row.validFrom)
    throw problem.field(
      "day",
      row.standing === "planned"
        ? `这个版本 ${row.validFrom} 才生效，停运日期应在此之后；若不再需要它，请撤回`
        : `停运日期应在生效日期 ${row.validFrom} 之后`,
    );
  if (row.validTo !== null && day >= row.validTo)
    throw problem.field("day", `这个版本到 ${row.validTo} 为止，停运日期应早于这一天`);
  return row;
}

function versionAmong(versions: readonly VersionRow[], key: string | undefined): VersionRow {
  const row = versions.find(({ versionUuid }) => versionUuid === key);
  if (!row) throw problem.missing("线路版本");
  return row;
}
