import type { Viewer } from "~/kernel/access/viewer";
import { findVersionDetail, getLineClassifyStationAndMap, getOriginLineClassifyStationAndMap } from "./queries.server";
import { asOf as asOfRule, type DirectionDetail, type VersionDetail } from "./schema";

/** What of a line a page's address asks to see: a version by key, else what is in force on the day, else the draft. */
export async function shownVersion(viewer: Viewer, lineUuid: string, url: URL): Promise<{ detail: VersionDetail; one: DirectionDetail; other: DirectionDetail | undefined; asOf: string | undefined }> {
  const asOf = asOfRule.safeParse(url.searchParams.get("asOf") || undefined).data;
  const version = url.searchParams.get("version");
  const key = { lineUuid, asOf };
  let detail = version ? await findVersionDetail(viewer, key, version) : await getOriginLineClassifyStationAndMap(viewer, key);
  if (!version && !asOf && detail.standing === "none") detail = await getLineClassifyStationAndMap(viewer, key);
  return { detail, asOf, ...chosenDirection(detail, url) };
}

/** The direction that an address names, else the operator's first, and the opposite one. */
export function chosenDirection(detail: VersionDetail, url: URL): { one: DirectionDetail; other: DirectionDetail | undefined } {
  const asked = Number(url.searchParams.get("direction"));
  const one = detail.directions.find(({ direction }) => direction === asked) ?? detail.directions[0]!;
  return { one, other: detail.directions.find((each) => each !== one) };
}

/** The version that an address names by its key. */
export function versionAsked(url: URL): string | undefined {
  return url.searchParams.get("version") || undefined;
}
