import type { PageCall, ViewerCall } from "~/kit/page/http/page.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { readAsOf } from "~/kit/page/http/as-of";
import { type LineView, readLineView } from "~/domains/parameters/queries.server";
import { db } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { loadEditedVersion, versionDetail } from "./detail.server";
import { type DirectionDetail, type VersionDetail } from "./schema";
import { editedVersion, inForce, type Variant, type VersionRow } from "./version-rows";
import { livingVersions, variantsOf } from "./versions.server";

/** The variant of a line that a page's address names (`?classify=`), else its primary one, and the version of it (`?version=`). */
export function variantAsked(
  url: URL,
  params: PageCall["params"],
): { lineUuid: string; classifySid: string | undefined; versionUuid: string | undefined } {
  return {
    lineUuid: params.lineUuid!,
    classifySid: url.searchParams.get("classify") || undefined,
    versionUuid: url.searchParams.get("version") || undefined,
  };
}

export function queryKept(url: URL): { classify: string | null; version: string | null } {
  return { classify: url.searchParams.get("classify"), version: url.searchParams.get("version") };
}

interface ShownVersion {
  detail: VersionDetail;
  one: DirectionDetail;
  other: DirectionDetail | undefined;
  asOf: string | undefined;
  view: LineView;
  /** The line's variants, and the versions of the one that is shown, as of the day. */
  variants: Variant[];
  versions: VersionRow[];
}

/** What of a line a page's address asks to see: a version by key, else what is in force on the day, else the draft. */
export async function shownVersion(viewer: Viewer, url: URL, params: PageCall["params"]): Promise<ShownVersion> {
  const asOf = readAsOf(url);
  const { versionUuid, classifySid, lineUuid } = variantAsked(url, params);
  const [variants, view] = await Promise.all([variantsOf(viewer, lineUuid), readLineView()]);
  const variant = variants.find((one) => (classifySid ? one.classifySid === classifySid : one.sortType === 1));
  if (!variant) throw problem.missing(classifySid ? "线路分类" : "线路");
  const versions = await livingVersions(variant, versionUuid, db(), asOf);
  const chosen = versionUuid
    ? versions.find((one) => one.versionUuid === versionUuid)
    : (inForce(versions) ?? (asOf ? undefined : editedVersion(versions).current));
  const detail = await versionDetail(variant, chosen, view);
  return { detail, asOf, view, variants, versions, ...chosenDirection(detail, url) };
}

export async function editedDirection({ viewer, url, params }: Pick<ViewerCall, "viewer" | "url" | "params">) {
  const { directions, ...version } = await loadEditedVersion(viewer, variantAsked(url, params));
  return { directions, version, one: chosenDirection({ directions }, url).one };
}

/** The direction that an address names, else the operator's first, and the opposite one. */
export function chosenDirection(
  { directions }: Pick<VersionDetail, "directions">,
  url: URL,
): { one: DirectionDetail; other: DirectionDetail | undefined } {
  const asked = Number(url.searchParams.get("direction"));
  const one = directions.find(({ direction }) => direction === asked) ?? directions[0]!;
  return { one, other: directions.find((each) => each !== one) };
}
