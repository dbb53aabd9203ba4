import { stationRoom } from "~/domains/stations/room";
import { lat, lng, orDigits, recordKey } from "~/kit/page/forms/rules";
import { z } from "zod";
import { newKey } from "~/kit/data/db/pool.server";
import { api, endpoint } from "~/kit/page/http/api.server";
import { pageListOf, pageListReply, pageListRequest, wholeFilters } from "~/kit/page/tables/page-call.server";
import { may } from "./policy";
import * as lines from "./queries.server";
import {
  asOf,
  DeviceNoCheck,
  DirectionFigures,
  LineAdd,
  LineDelete,
  LineFilters,
  LineKey,
  LineNameCheck,
  LineOption,
  LineRow,
  LineTreeNode,
  LineUpdate,
  MatchProposal,
  MatchRequest,
  StationOfLine,
  StationsAdd,
  StationsOfVariant,
  VariantKey,
  VersionDetail,
  VersionSave,
} from "./schema";
import { StandbyRow } from "./standby/schema";
import { lineTable } from "./table";
import { PreAdd } from "./versions/schema";

const LineWithStations = LineRow.extend({
  directions: z.array(DirectionFigures.extend({ stationList: z.array(StationOfLine) })),
});
const Matched = z.object({ proposals: z.array(MatchProposal), saved: VersionDetail.nullable() });
const VariantStations = z.object({
  lineUuid: z.string(),
  lineName: z.string(),
  classifySid: z.string(),
  classifyName: z.string(),
  versionUuid: z.string().nullable(),
  standing: z.string(),
  directions: z.array(
    z.object({
      direction: z.number(),
      directionName: z.string(),
      stationList: z.array(StationOfLine),
      standbyList: z.array(StandbyRow),
    }),
  ),
});
const StationListRequest = z.object({
  lineUuid: recordKey,
  direction: z.union([z.literal(1), z.literal(2)], { error: "方向应为 1（上行）或 2（下行）" }).optional(),
  asOf,
});

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
  detailLine: endpoint(may.read, LineKey, LineWithStations, async (viewer, key) => {
    const [line, { directions }] = await Promise.all([
      lines.requireLine(viewer, key.lineUuid, key.asOf),
      lines.getOriginLineClassifyStationAndMap(viewer, key),
    ]);
    return {
      ...line,
      directions: line.directions.map((one) => ({
        ...one,
        stationList: directions.find(({ direction }) => direction === one.direction)!.stationList,
      })),
    };
  }),
  staListByLineUuid: endpoint(may.read, StationListRequest, z.array(StationOfLine), lines.staListByLineUuid),
  getLineClassifyStationAndMap: endpoint(may.read, VariantKey, VersionDetail, lines.getLineClassifyStationAndMap),
  getOriginLineClassifyStationAndMap: endpoint(
    may.read,
    VariantKey,
    VersionDetail,
    lines.getOriginLineClassifyStationAndMap,
  ),
  updateLineClassifyStationAndMap: endpoint(
    may.write,
    VersionSave,
    VersionDetail,
    lines.updateLineClassifyStationAndMap,
  ),
  classifyStaAdd: endpoint(may.write, StationsAdd, VersionDetail, lines.saveStations),
  lineStationBySid: endpoint(may.read, StationsOfVariant, z.array(StationOfLine), lines.lineStationBySid),
  lineStaByClassifySid: endpoint(may.read, StationsOfVariant, VariantStations, lines.lineStaByClassifySid),
  classifyPreAdd: endpoint(may.write, PreAdd, VersionDetail, lines.classifyPreAdd),
  oneClickMatch: endpoint(may.write, MatchRequest, Matched, lines.oneClickMatch),
});

const Place = z.object({ lng: orDigits(lng), lat: orDigits(lat) });
const Location = z.object({
  lng: z.number(),
  lat: z.number(),
  description: z.string(),
  road: z.string().nullable(),
  district: z.string().nullable(),
  stations: z.array(
    z.object({ staUuid: z.string(), staName: z.string(), staSelfCode: z.string(), distance: z.number() }),
  ),
});
const LineChoice = z.object({ orgId: recordKey.optional(), keyword: z.string().trim().max(64).optional() });

export const lineCommonApi = api("/api/common/v1.0", {
  generatePrimarykey: endpoint("signed-in", z.object({}), z.string(), () => newKey(), { method: "GET" }),
  lineList: endpoint(may.read, LineChoice, z.array(LineOption), lines.lineOptions),
  lineTree: endpoint(may.read, z.object({}), z.array(LineTreeNode), (viewer) => lines.lineTree(viewer)),
  getLocation: endpoint(stationRoom.may.read, Place, Location, lines.getLocation),
});
