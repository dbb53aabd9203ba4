import type { Viewer } from "~/kit/data/access/viewer";
import { inTransaction } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { writeContent } from "./write-content.server";
import { withDistances } from "./with-distances";
import { authorOf, inForce, type Variant, type VersionKey, type VersionRow } from "./version-rows";
import { snapshotOf } from "./snapshot.server";
import { openVariant } from "./versions.server";
import { writeVersion } from "./write-version.server";

interface ReviewRequest {
  direction?: number;
  version?: number;
  reason?: string | null;
}

/** Says that a version's paths are right for where its stations lie now, and measures its distances anew. */
export async function confirmPaths(
  viewer: Viewer,
  key: VersionKey,
  { direction, version, reason }: ReviewRequest,
): Promise<Variant> {
  return inTransaction(async (trx) => {
    const { variant, row, content: before, stations } = await openVariant(trx, viewer, key, { version }, toReview);
    const after = before.map((one) =>
      one.path && (direction ?? one.direction) === one.direction
        ? withDistances({ ...one, path: { ...one.path, places: undefined } }, stations)
        : one,
    );
    await writeContent(trx, [{ versionUuid: row.versionUuid, content: after }]);
    await writeVersion(
      trx,
      authorOf(viewer, reason),
      row,
      {},
      {
        before: { ...snapshotOf(row, before, stations, false), review: "站点移动后待复核" },
        after: { ...snapshotOf(row, after, stations, false), review: "确认路径无误" },
      },
    );
    return variant;
  });
}

function toReview(versions: readonly VersionRow[], versionUuid?: string): VersionRow {
  const row = versionUuid ? versions.find((one) => one.versionUuid === versionUuid) : inForce(versions);
  if (!row) throw problem.missing("线路版本");
  return row;
}
