import type { PageCall, ViewerCall } from "~/kit/page/http/page.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { readAsOf } from "~/kit/page/http/as-of";
import { findVersionDetail, loadEditedVersion, loadVersionInForce } from "./detail.server";
import { type DirectionDetail, type VersionDetail } from "./schema";

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

/** What of a line a page's address asks to see: a version by key, else what is in force on the day, else the draft. */
export async function shownVersion(
  viewer: Viewer,
  url: URL,
  params: PageCall["params"],
): Promise<{
  detail: VersionDetail;
  one: DirectionDetail;
  other: DirectionDetail | undefined;
  asOf: string | undefined;
}> {
  const asOf = readAsOf(url);
  const { versionUuid, ...variant } = variantAsked(url, params);
  const key = { ...variant, asOf };
  let detail = versionUuid ? await findVersionDetail(viewer, key, versionUuid) : await loadVersionInForce(viewer, key);
  if (!versionUuid && !asOf && detail.standing === "none") detail = await loadEditedVersion(viewer, key);
  return { detail, asOf, ...chosenDirection(detail, url) };
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
