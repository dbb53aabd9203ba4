import type { Viewer } from "~/kit/data/access/viewer";
import { inTransaction } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { today } from "~/kit/ground/time/today.server";
import { authorOf } from "./snapshot.server";
import { requireVariant, type Variant, versionsOf } from "./versions.server";
import { refuseTakenDay } from "./plan.server";
import { restoreFrom } from "./restore.server";

/** Puts a copy of a version that held before in force again from today; it was checked when it came into force. */
export function returnToVersion(
  viewer: Viewer,
  { classifySid, versionUuid }: { classifySid: string; versionUuid: string },
): Promise<Variant> {
  return inTransaction(async (trx) => {
    const variant = await requireVariant(viewer, { classifySid }, trx, true);
    const versions = await versionsOf(classifySid, today(), trx);
    const before = versions.find((one) => one.versionUuid === versionUuid);
    if (!before) throw problem.field("", `${variant.lineName}以前的版本已不存在，不能恢复`);
    refuseTakenDay(versions, today());
    await restoreFrom(trx, authorOf(viewer, viewer.reason), variant, [{ ...before, validTo: null }], today());
    return variant;
  });
}
