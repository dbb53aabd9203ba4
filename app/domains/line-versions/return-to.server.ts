import type { Viewer } from "~/kit/data/access/viewer";
import { inTransaction } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { today } from "~/kit/ground/time/today.server";
import { authorOf, type Variant } from "./version-rows";
import { refuseTakenDay } from "./check.server";
import { restoreFrom } from "./restore.server";
import { lockVariant } from "./versions.server";

/** Puts a copy of a version that held before in force again from today; it was checked when it came into force. */
export function returnToVersion(
  viewer: Viewer,
  { classifySid, versionUuid }: { classifySid: string; versionUuid: string },
): Promise<Variant> {
  return inTransaction(async (trx) => {
    const { variant, versions } = await lockVariant(trx, viewer, { classifySid });
    const before = versions.find((one) => one.versionUuid === versionUuid);
    if (!before) throw problem.field("", `${variant.lineName}以前的版本已不存在，不能恢复`);
    refuseTakenDay(versions, today());
    await restoreFrom(trx, authorOf(viewer, viewer.reason), variant, [{ ...before, validTo: null }], today());
    return variant;
  });
}
