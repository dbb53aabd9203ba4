import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { versionDetail } from "./detail.server";
import type { VersionDetail } from "./schema";
import { editedInPlace, requireVariant } from "./versions.server";
import { type GoneVersion } from "./gone.server";
import { type OtherDraft, otherDrafts } from "./screens/other-drafts";

export async function editedHere(
  viewer: Viewer,
  { versionUuid, ...name }: { classifySid?: string; lineUuid?: string; versionUuid?: string },
): Promise<{ detail: VersionDetail; gone: GoneVersion | null; drafts: OtherDraft[] }> {
  const variant = await requireVariant(viewer, name);
  const { current, gone, versions } = await editedInPlace(db(), variant, versionUuid);
  return { detail: await versionDetail(variant, current), gone, drafts: otherDrafts(versions, current) };
}
