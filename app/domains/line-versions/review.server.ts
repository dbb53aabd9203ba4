import type { Viewer } from "~/kit/data/access/viewer";
import { inTransaction } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { readContent, writeContent } from "./content.server";
import { stationsOf } from "./detail.server";
import { withDistances } from "./with-distances";
import { authorOf, nextNumber, recordVersion, refuseStale, snapshotOf } from "./snapshot.server";
import { inForce, requireVariant, type Variant } from "./versions.server";
import { livingVersions } from "./gone.server";

interface Reviewed {
  direction?: number;
  version?: number;
  reason?: string | null;
}

/** Says that a version's paths are right for where its stations lie now, and measures its distances anew. */
export async function confirmPaths(
  viewer: Viewer,
  key: { classifySid?: string; lineUuid?: string; versionUuid?: string },
  { direction, version, reason }: Reviewed,
): Promise<Variant> {
  return inTransaction(async (trx) => {
    const variant = await requireVariant(viewer, key, trx, true);
    const versions = await livingVersions(variant, key.versionUuid, trx);
    const row = key.versionUuid ? versions.find((one) => one.versionUuid === key.versionUuid) : inForce(versions);
    if (!row) throw problem.missing("线路版本");
    const before = await readContent(trx, row.versionUuid);
    await refuseStale(trx, variant, row, version, before, before);
    const stations = await stationsOf(trx, before);
    const after = before.map((one) =>
      one.path && (direction ?? one.direction) === one.direction
        ? withDistances({ ...one, path: { ...one.path, places: undefined } }, stations)
        : one,
    );
    const number = await nextNumber(trx, variant.classifySid);
    await trx.updateTable("lineVersion").set({ version: number }).where("versionUuid", "=", row.versionUuid).execute();
    await writeContent(trx, [{ versionUuid: row.versionUuid, content: after }]);
    await recordVersion(trx, authorOf(viewer, reason), {
      key: row.versionUuid,
      action: "update",
      version: number,
      before: { ...snapshotOf(row, before, stations, false), review: "站点移动后待复核" },
      after: { ...snapshotOf(row, after, stations, false), review: "确认路径无误" },
    });
    return variant;
  });
}
