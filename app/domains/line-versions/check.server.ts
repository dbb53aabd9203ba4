import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { readParameters } from "~/kit/data/db/parameters.server";
import { problem } from "~/kit/ground/problem";
import { changeDraft } from "./change-draft.server";
import { periodsOf, type Variant, type VersionKey, type VersionRow } from "./version-rows";
import { restoreRefusal } from "./times/periods";

export async function checkWanted(): Promise<boolean> {
  return (await readParameters(["line.version.check"]))["line.version.check"] === "1";
}

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

/** Where a second pair of eyes is wanted, a draft is in force only after it was handed in, and by neither who handed it in nor who changed it last; null: the viewer may. */
export async function checkRefusal(viewer: Viewer, draft: VersionRow): Promise<string | null> {
  if (!(await checkWanted())) return null;
  if (draft.updatedBy === viewer.userId || draft.submittedBy === viewer.userId)
    return "草稿由您最后修改或提交，需要由另一人审核并生效";
  return draft.submittedAt ? null : "线路版本须经审核：请先由修改的人提交审核，再由另一人使它生效";
}

export async function refuseUnchecked(viewer: Viewer, draft: VersionRow): Promise<void> {
  const refusal = await checkRefusal(viewer, draft);
  if (refusal) throw problem.field("", refusal);
}

/** A variant has one draft for each day. */
export function refuseTakenDay(
  versions: readonly VersionRow[],
  plannedFor: string | null,
  except?: string,
  path = "plannedFor",
): void {
  const taken = versions.find(
    (one) => one.standing === "draft" && one.plannedFor === plannedFor && one.versionUuid !== except,
  );
  if (!taken) return;
  const draft = `${plannedFor ? `计划 ${plannedFor} 生效` : "未定日期"}的草稿已有一份（${taken.updatedByName ?? "系统"}修改）`;
  throw problem.field(path, `${draft}，请编辑那份草稿、改它的日期，或选择另一天`);
}

export function refuseRestore(
  versions: readonly VersionRow[],
  draft: VersionRow,
  validFrom: string,
  restoreOn: string,
): void {
  const refusal = restoreRefusal(periodsOf(versions), validFrom, restoreOn);
  if (refusal) throw problem.field("restoreOn", refusal);
  refuseTakenDay(versions, restoreOn, draft.versionUuid, "restoreOn");
}
