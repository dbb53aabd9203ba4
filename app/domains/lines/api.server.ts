import { stationRoom } from "~/domains/stations/room";
import { lat, lng, orDigits, recordKey } from "~/kit/page/forms/rules";
import { z } from "zod";
import { newKey } from "~/kit/data/db/pool.server";
import { api, endpoint } from "~/kit/page/http/api.server";
import { pageListOf, pageListReply, pageListRequest, wholeFilters } from "~/kit/page/tables/page-call.server";
import { may } from "./policy";
import * as lines from "./queries.server";
import {
  DeviceNoCheck,
  LineAdd,
  LineDelete,
  LineFilters,
  LineKey,
  LineNameCheck,
  LineOption,
  LineRow,
  LineTreeNode,
  LineUpdate,
  Location,
} from "./schema";
import { lineTable } from "./table";

export const lineApi = api("/api/line/v1.0", {
  pageList: endpoint(may.read, pageListRequest(lineTable), pageListReply(LineRow), (viewer, state) =>
    pageListOf(state, lines.listLines(viewer, state)),
  ),
  list: endpoint(may.read, wholeFilters(LineFilters), z.array(LineRow), lines.allLines),
  add: endpoint(may.write, LineAdd, LineRow, lines.createLine),
  update: endpoint(may.write, LineUpdate, LineRow, (viewer, { lineUuid, version, ...changes }) =>
    lines.updateLine(viewer, lineUuid, changes, version),
  ),
  delete: endpoint(may.remove, LineDelete, z.null(), async (viewer, keys) => {
    await lines.deleteLines(viewer, keys);
    return null;
  }),
  validLineName: endpoint(may.read, LineNameCheck, z.boolean(), lines.isLineNameFree),
  validDeviceNo: endpoint(may.read, DeviceNoCheck, z.boolean(), lines.isDeviceNoFree),
  detail: endpoint(may.read, LineKey, LineRow, (viewer, key) => lines.requireLine(viewer, key.lineUuid, key.asOf)),
});

const Place = z.object({ lng: orDigits(lng), lat: orDigits(lat) });
const LineChoice = z.object({ orgId: recordKey.optional(), keyword: z.string().trim().max(64).optional() });

export const lineCommonApi = api("/api/common/v1.0", {
  generatePrimarykey: endpoint("signed-in", z.object({}), z.string(), () => newKey(), { method: "GET" }),
  lineList: endpoint(may.read, LineChoice, z.array(LineOption), lines.lineOptions),
  lineTree: endpoint(may.read, z.object({}), z.array(LineTreeNode), (viewer) => lines.lineTree(viewer)),
  getLocation: endpoint(stationRoom.may.read, Place, Location, lines.getLocation),
});
