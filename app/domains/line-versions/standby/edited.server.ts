import type { ViewerCall } from "~/kit/page/http/page.server";
import { editedDirection } from "../shown-version.server";
import { variantUrl } from "~/domains/lines/urls";
import { requireStandby } from "./standby.server";

/** The standby station that an address names, the version that it would go into, and the way back to the list. */
export async function editedStandby(call: ViewerCall) {
  const { viewer, url, params } = call;
  const standby = await requireStandby(viewer, params.lineUuid!, params.standbyUuid!);
  const { directions, version, one: asked } = await editedDirection(call);
  const one = directions.find(({ direction }) => direction === standby.direction) ?? asked;
  return {
    standby,
    lineName: version.lineName,
    version,
    running: one.stationList.map(({ serial, staUuid, staName }) => ({ value: staUuid, label: `${serial} ${staName}` })),
    directionName: one.directionName,
    back: variantUrl(version, "standby", { version: url.searchParams.get("version"), direction: standby.direction }),
  };
}
