import type { ViewerCall } from "~/kit/page/http/page.server";
import type { DirectionDetail } from "~/domains/line-versions/schema";
import { chosenDirection, editedHere, variantAsked } from "~/domains/line-versions/queries.server";

export const placeOf = (
  { classifySid, versionUuid }: { classifySid: string; versionUuid: string | null },
  { direction, stationList }: DirectionDetail,
) => ({ classifySid, versionUuid, direction, stationList });

export async function editing({ viewer, url, params }: ViewerCall) {
  const asked = variantAsked(url, params);
  const { detail, gone, drafts } = await editedHere(viewer, asked);
  const { directions, ...version } = detail;
  return { directions, version, asked, gone, drafts, one: chosenDirection(detail, url).one };
}

/** A save of directions into what was shown, or what has its place by now. */
export const saveInPlace = <D>(
  { version, asked }: Pick<Awaited<ReturnType<typeof editing>>, "version" | "asked">,
  began: number | undefined,
  ...directions: D[]
) => ({
  lineUuid: version.lineUuid,
  classifySid: version.classifySid,
  versionUuid: asked.versionUuid ?? version.versionUuid ?? undefined,
  inItsPlace: true,
  version: began,
  directions,
});
