import { openStreetMap } from "~/domains/data-sources/schema";
import type { Viewer } from "~/kit/data/access/viewer";
import type { BusNetwork } from "~/transit/osm/bus-routes";
import * as applying from "./network/apply-network.server";
import { noTicks } from "./network/doubts";
import * as previewing from "./network/preview-network.server";

export { undoNetwork as undoBusRoutes } from "./network/undo-network.server";

/** A map's numbers are OpenStreetMap's, and last. */
const ofMap = { source: openStreetMap, ticked: noTicks };

/** What the bus lines of a map file would change. */
export const previewBusRoutes = (viewer: Viewer, file: BusNetwork) => previewing.previewBusRoutes(viewer, file, ofMap);

/** Takes the bus lines and stations of a map file over, all or nothing; new lines belong to the organisation given. */
export const applyBusRoutes = (viewer: Viewer, file: BusNetwork, { orgId }: { orgId: string }) =>
  applying.applyBusRoutes(viewer, file, { ...ofMap, orgId });
