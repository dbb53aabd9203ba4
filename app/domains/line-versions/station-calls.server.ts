import { z } from "zod";
import { recordKey } from "~/kit/page/forms/rules";
import { api, endpoint } from "~/kit/page/http/api.server";
import { may } from "~/domains/lines/policy";
import { requireLine } from "~/domains/lines/queries.server";
import * as lines from "./queries.server";
import { asOf, DirectionFigures, LineKey, LineRow } from "~/domains/lines/schema";
import {
  direction,
  PreAdd,
  StationOfLine,
  StationsAdd,
  StationsOfVariant,
  VariantKey,
  VariantOnDay,
  VersionDetail,
  VersionSave,
} from "./schema";
import { StandbyRow } from "./standby/schema";

const LineWithStations = LineRow.extend({
  directions: z.array(DirectionFigures.extend({ stationList: z.array(StationOfLine) })),
});
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
  direction: direction.optional(),
  asOf,
});

/** The calls of a line that speak of its stations and paths. */
export const lineStationApi = api("/api/line/v1.0", {
  detailLine: endpoint(may.read, LineKey, LineWithStations, async (viewer, key) => {
    const [line, { directions }] = await Promise.all([
      requireLine(viewer, key.lineUuid, key.asOf),
      lines.loadVersionInForce(viewer, key),
    ]);
    return {
      ...line,
      directions: line.directions.map((one) => ({
        ...one,
        stationList: directions.find(({ direction }) => direction === one.direction)!.stationList,
      })),
    };
  }),
  staListByLineUuid: endpoint(may.read, StationListRequest, z.array(StationOfLine), lines.listStationsOfLine),
  getLineClassifyStationAndMap: endpoint(may.read, VariantKey, VersionDetail, lines.loadEditedVersion),
  getOriginLineClassifyStationAndMap: endpoint(may.read, VariantOnDay, VersionDetail, lines.loadVersionInForce),
  updateLineClassifyStationAndMap: endpoint(may.write, VersionSave, VersionDetail, lines.saveVersionDraft),
  classifyStaAdd: endpoint(may.write, StationsAdd, VersionDetail, lines.saveStations),
  lineStationBySid: endpoint(may.read, StationsOfVariant, z.array(StationOfLine), lines.listStationsOfVariant),
  lineStaByClassifySid: endpoint(may.read, StationsOfVariant, VariantStations, lines.loadVariantStations),
  classifyPreAdd: endpoint(may.write, PreAdd, VersionDetail, lines.planContent),
});
