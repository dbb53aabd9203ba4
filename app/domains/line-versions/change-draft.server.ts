import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { inTransaction } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { today } from "~/kit/ground/time/today.server";
import type { DayForm } from "./schema";
import { snapshotOf } from "./snapshot.server";
import { refuseTakenDay } from "./times/periods";
import { authorOf, type Variant, type VersionKey, type VersionRow } from "./version-rows";
import { openVariant } from "./versions.server";
import { writeVersion } from "./write-version.server";

export function submitDraft(
  viewer: Viewer,
  key: VersionKey,
  sent: { version?: number; reason?: string },
): Promise<Variant> {
  return changeDraft(viewer, key, sent, (draft) => {
    if (draft.submittedAt) throw problem.field("", "这份草稿已经提交审核");
    return {
      set: { submittedAt: sql`now()`, submittedBy: viewer.userId, returnedReason: null },
      before: { check: draft.returnedReason ? "已退回" : "未提交" },
      after: { check: "待审核" },
    };
  });
}

export function returnDraft(
  viewer: Viewer,
  key: VersionKey,
  sent: { version?: number; reason: string },
): Promise<Variant> {
  return changeDraft(viewer, key, sent, (draft) => {
    if (!draft.submittedAt) throw problem.field("", "这份草稿没有提交审核，不需要退回");
    return {
      set: { submittedAt: null, submittedBy: null, returnedReason: sent.reason },
      before: { check: "待审核" },
      after: { check: "已退回" },
    };
  });
}

/** Moves a draft to another day, or to none; it is to be checked again. */
export function moveDraft(
  viewer: Viewer,
  key: VersionKey,
  { plannedFor = undefined, ...sent }: DayForm,
): Promise<Variant> {
  const day = plannedFor ?? null;
  return changeDraft(viewer, key, sent, (draft, versions) => {
    if (day !== null && day < today()) throw problem.field("plannedFor", "计划生效日期不能早于今天");
    refuseTakenDay(versions, day, draft.versionUuid);
    return {
      set: { plannedFor: day, submittedAt: null, submittedBy: null },
      before: { plannedFor: draft.plannedFor },
      after: { plannedFor: day },
    };
  });
}

interface DraftChange {
  set: Record<string, unknown>;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

/** Changes a draft (the open one where none is named) but not what it holds; who changed its content last stays known. */
async function changeDraft(
  viewer: Viewer,
  key: VersionKey,
  { version, reason }: { version?: number; reason?: string | null },
  change: (draft: VersionRow, versions: readonly VersionRow[]) => DraftChange,
): Promise<Variant> {
  return inTransaction(async (trx) => {
    const { variant, versions, row: draft, content, stations } = await openVariant(trx, viewer, key, { version });
    const { set, before, after } = change(draft, versions);
    const snapshot = snapshotOf(draft, content, stations, false);
    const kept = { before: { ...snapshot, ...before }, after: { ...snapshot, ...after } };
    await writeVersion(trx, authorOf(viewer, reason), draft, set, kept);
    return variant;
  });
}
