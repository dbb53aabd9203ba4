import type { Transaction } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { type Database, db } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import { today } from "~/kit/ground/time/today.server";
import { versionDetail } from "./detail.server";
import type { VersionDetail } from "./schema";
import { type OtherDraft, otherDrafts } from "./screens/other-drafts";
import { heldOn } from "./times/periods";
import { type EditedVersion, editedVersion, type Variant, type VersionKey, type VersionRow } from "./version-rows";
import {
  type GoneVersion,
  goneVersion,
  livingVersions,
  missingVersion,
  requireVariant,
  versionsOf,
} from "./versions.server";

export async function editedHere(
  viewer: Viewer,
  { versionUuid, ...name }: VersionKey,
): Promise<{ detail: VersionDetail; gone: GoneVersion | null; drafts: OtherDraft[] }> {
  const variant = await requireVariant(viewer, name);
  const { current, gone, versions } = await editedInPlace(db(), variant, versionUuid);
  return { detail: await versionDetail(variant, current), gone, drafts: otherDrafts(versions, current) };
}

/** What a save goes into, locked: see `editedInPlace` for `inItsPlace`. */
export async function openEdited(
  trx: Transaction<DB>,
  viewer: Viewer,
  key: VersionKey,
  inItsPlace = false,
): Promise<EditedVersion & { variant: Variant }> {
  const variant = await requireVariant(viewer, key, trx, true);
  if (inItsPlace) return { variant, ...(await editedInPlace(trx, variant, key.versionUuid)) };
  return { variant, ...editedVersion(await livingVersions(variant, key.versionUuid, trx), key.versionUuid) };
}

/** What an edit works on: where the version that it began from is gone, what that one's day has in its place by now. */
async function editedInPlace(
  on: Database,
  variant: Variant,
  versionUuid: string | undefined,
): Promise<EditedVersion & { versions: VersionRow[]; gone: GoneVersion | null }> {
  const versions = await versionsOf(variant.classifySid, today(), on);
  if (!versionUuid || versions.some((one) => one.versionUuid === versionUuid))
    return { ...editedVersion(versions, versionUuid), versions, gone: null };
  const gone = await goneVersion(on, variant, versionUuid);
  if (!gone) throw await missingVersion(on, variant, versionUuid);
  const day = gone.plannedFor ?? gone.validFrom;
  const plannedFor = day !== null && day > today() ? day : null;
  const base = heldOn(versions, plannedFor ?? today());
  const draft = versions.find((one) => one.standing === "draft" && one.plannedFor === plannedFor);
  return { current: draft ?? base, base, plannedFor, versions, gone };
}
