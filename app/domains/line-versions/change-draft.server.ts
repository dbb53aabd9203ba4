import type { Viewer } from "~/kit/data/access/viewer";
import { inTransaction } from "~/kit/data/db/pool.server";
import { authorOf, type Variant, type VersionKey, type VersionRow } from "./version-rows";
import { snapshotOf } from "./snapshot.server";
import { openVariant } from "./versions.server";
import { writeVersion } from "./write-version.server";

interface DraftChange {
  set: Record<string, unknown>;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

/** Changes a draft (the open one where none is named) but not what it holds; who changed its content last stays known. */
export async function changeDraft(
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
