import type { Transaction } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { inTransaction } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import { readContent } from "./content.server";
import { stationsOf } from "./detail.server";
import { authorOf, nextNumber, recordVersion, refuseStale, snapshotOf } from "./snapshot.server";
import { draftAmong, requireVariant, type Variant, type VersionRow } from "./versions.server";
import { livingVersions } from "./gone.server";

export interface DraftKey {
  classifySid?: string;
  lineUuid?: string;
  versionUuid?: string;
}

interface DraftChange {
  set: Record<string, unknown>;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

/** Changes a draft (the open one where none is named) but not what it holds; who changed its content last stays known. */
export async function changeDraft(
  viewer: Viewer,
  key: DraftKey,
  { version, reason }: { version?: number; reason?: string | null },
  change: (draft: VersionRow, versions: VersionRow[], trx: Transaction<DB>) => Promise<DraftChange>,
): Promise<Variant> {
  return inTransaction(async (trx) => {
    const variant = await requireVariant(viewer, key, trx, true);
    const versions = await livingVersions(variant, key.versionUuid, trx);
    const draft = draftAmong(versions, key.versionUuid);
    const content = await readContent(trx, draft.versionUuid);
    await refuseStale(trx, variant, draft, version, content, content);
    const { set, before, after } = await change(draft, versions, trx);
    const number = await nextNumber(trx, variant.classifySid);
    await trx
      .updateTable("lineVersion")
      .set({ ...set, version: number })
      .where("versionUuid", "=", draft.versionUuid)
      .execute();
    const snapshot = snapshotOf(draft, content, await stationsOf(trx, content), false);
    await recordVersion(trx, authorOf(viewer, reason), {
      key: draft.versionUuid,
      action: "update",
      version: number,
      before: { ...snapshot, ...before },
      after: { ...snapshot, ...after },
    });
    return variant;
  });
}
