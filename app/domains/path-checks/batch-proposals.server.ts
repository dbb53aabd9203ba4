import { acceptMatch } from "~/domains/line-matching/queries.server";
import { requireVariant } from "~/domains/line-versions/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";

interface BatchDirection {
  batchId: string;
  classifySid: string;
  direction: 1 | 2;
}

/** Saves a proposal of a batch into the draft of its variant, if it still is what the batch found; else says so. */
export async function acceptProposal(viewer: Viewer, found: BatchDirection): Promise<void> {
  const { batchId, classifySid, direction } = found;
  await requireVariant(viewer, { classifySid });
  const row = await db()
    .selectFrom("matchBatchLine")
    .select(["proposal", "state"])
    .where("batchId", "=", batchId)
    .where("classifySid", "=", classifySid)
    .where("direction", "=", direction)
    .executeTakeFirst();
  const kept = row?.proposal as { proposal: string; versionUuid: string } | null | undefined;
  if (!kept || row!.state !== "done") throw problem.field("", "这个结果已处理，或没有可采用的路径");
  await acceptMatch(viewer, { classifySid, versionUuid: kept.versionUuid, direction, proposal: kept.proposal });
  await settle(found, "accepted");
}

export async function rejectProposal(viewer: Viewer, found: BatchDirection): Promise<void> {
  await requireVariant(viewer, { classifySid: found.classifySid });
  await settle(found, "rejected");
}

async function settle(
  { batchId, classifySid, direction }: BatchDirection,
  state: "accepted" | "rejected",
): Promise<void> {
  await db()
    .updateTable("matchBatchLine")
    .set({ state })
    .where("batchId", "=", batchId)
    .where("classifySid", "=", classifySid)
    .where("direction", "=", direction)
    .where("state", "=", "done")
    .execute();
}
