import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { inTransaction } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { today } from "~/kit/ground/time/today.server";
import { readContent } from "./content.server";
import { stationsOf } from "./detail.server";
import { authorOf, nextNumber, recordVersion, refuseStale, snapshotOf } from "./snapshot.server";
import { requireVariant, type Variant, type VersionRow } from "./versions.server";
import { changeDraft, type DraftKey } from "./change-draft.server";
import { livingVersions } from "./gone.server";
import { refusePackaged } from "./packaged.server";
import { changesBetween, periodsOf, withEnd, withWithdrawn } from "./times/periods";
import { refuseTakenDay } from "./plan.server";
import type { DayForm, EndForm, WithdrawForm } from "./schema";
import { refuseUnseen, storePeriods } from "./store-periods.server";

/** Moves a draft to another day, or to none; it is to be checked again. */
export function moveDraft(
  viewer: Viewer,
  key: DraftKey,
  { plannedFor = undefined, ...sent }: DayForm,
): Promise<Variant> {
  const day = plannedFor ?? null;
  return changeDraft(viewer, key, sent, async (draft, versions) => {
    if (day !== null && day < today()) throw problem.field("plannedFor", "计划生效日期不能早于今天");
    refuseTakenDay(versions, day, draft.versionUuid);
    return {
      set: { plannedFor: day, submittedAt: null, submittedBy: null },
      before: { plannedFor: draft.plannedFor },
      after: { plannedFor: day },
    };
  });
}

/** Takes a planned version out of its time: it becomes a draft for that day, and the version before goes on unless a gap is wanted. */
export async function withdrawVersion(
  viewer: Viewer,
  key: DraftKey,
  { leaveGap, version, seen, reason }: WithdrawForm,
): Promise<Variant> {
  return inTransaction(async (trx) => {
    const { variant, versions, row } = await timed(viewer, key, trx);
    if (row.standing !== "planned")
      throw problem.field("", "只能撤回还没有生效的版本；已经生效的，请以更早的版本为底稿新建一份再使它生效");
    await refusePackaged(trx, [row.versionUuid]);
    refuseTakenDay(versions, row.validFrom);
    const content = await readContent(trx, row.versionUuid);
    await refuseStale(trx, variant, row, version, content, content);
    refuseUnseen(versions, seen);
    const author = authorOf(viewer, reason);
    const number = await nextNumber(trx, variant.classifySid);
    const base = row.baseUuid
      ? undefined
      : versions.find(({ validTo }) => validTo !== null && validTo === row.validFrom);
    await trx
      .updateTable("lineVersion")
      .set({
        ...(base && { baseUuid: base.versionUuid, baseNumber: base.version }),
        state: "draft",
        valid: null,
        plannedFor: row.validFrom,
        version: number,
        updatedAt: sql`now()`,
        updatedBy: viewer.userId,
      })
      .where("versionUuid", "=", row.versionUuid)
      .execute();
    const names = await stationsOf(trx, content);
    const draft = { ...row, standing: "draft", validFrom: null, validTo: null, plannedFor: row.validFrom } as const;
    await recordVersion(trx, author, {
      key: row.versionUuid,
      action: "update",
      version: number,
      before: snapshotOf(row, content, names, false),
      after: snapshotOf(draft, content, names, false),
    });
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
  key: DraftKey,
  { day, version, seen, reason }: EndForm,
): Promise<Variant> {
  if (day < today()) throw problem.field("day", "停运日期不能早于今天");
  return inTransaction(async (trx) => {
    const { variant, versions, row } = await timed(viewer, key, trx);
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
    const content = await readContent(trx, row.versionUuid);
    await refuseStale(trx, variant, row, version, content, content);
    refuseUnseen(versions, seen);
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

async function timed(
  viewer: Viewer,
  key: DraftKey,
  trx: Parameters<typeof readContent>[0],
): Promise<{ variant: Variant; versions: VersionRow[]; row: VersionRow }> {
  const variant = await requireVariant(viewer, key, trx, true);
  const versions = await livingVersions(variant, key.versionUuid, trx);
  const row = versions.find(({ versionUuid }) => versionUuid === key.versionUuid);
  if (!row) throw problem.missing("线路版本");
  return { variant, versions, row };
}
