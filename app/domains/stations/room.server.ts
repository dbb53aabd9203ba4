import { readLineView } from "~/domains/parameters/queries.server";
import { directionName } from "~/domains/parameters/schema";
import { z } from "zod";
import { offeredItems } from "~/domains/dictionaries/queries.server";
import { today } from "~/kit/ground/time/today.server";
import { type Field, withCurrentChoice } from "~/kit/page/forms/field";
import { date, recordKey } from "~/kit/page/forms/rules";
import { api, endpoint } from "~/kit/page/http/api.server";
import { pageListOf, pageListReply, pageListRequest, wholeFilters } from "~/kit/page/tables/page-call.server";
import { freeCall, roomCalls } from "~/kit/room/calls.server";
import { serve } from "~/kit/room/served.server";
import { StationFilters } from "./filters";
import { offerOpposites } from "./offer-opposites.server";
import { createStation, deleteStations, restoreStation, updateStation } from "./opposites.server";
import { allStations, linesOfStation, listStations } from "./queries.server";
import { staKinds, staStates, type StationRow, stationRoom } from "./room";
import { stationSource } from "./source.server";
import { nearbyTable, stationTable } from "./table";
import { stationReferences } from "./uses.server";

const { may, Row } = stationRoom;
const StationKey = z.object({ staUuid: recordKey, asOf: date.optional() });
const LineOfStation = z.object({
  lineUuid: z.string(),
  lineName: z.string(),
  lineType: z.number(),
  lineTypeName: z.string(),
  direction: z.number(),
  directionName: z.string(),
  serial: z.number(),
  toReview: z.boolean().describe("站点移动后，这条线路的路径还没有重画或确认无误"),
});
const lineTypeNames: Record<number, string> = { 1: "上下行", 2: "环行" };

export const stations = serve<StationRow>({
  room: stationRoom,
  table: stationTable,
  source: stationSource,
  references: stationReferences,
  choices: async (_viewer, record) => {
    const offered = await offeredItems("staKind", "staState");
    const now = (value: number | undefined) => record && ({ initialValue: String(value) } as Field);
    return {
      staKind: withCurrentChoice(staKinds, offered.staKind, now(record?.staKind) ?? undefined),
      state: withCurrentChoice(staStates, offered.staState, now(record?.state) ?? undefined),
    };
  },
  offers: { oppositeSta: offerOpposites },
  pictured: stationSource,
  verbs: { create: createStation, update: updateStation, remove: deleteStations, restore: restoreStation },
  sheet: {
    templateCode: "station",
    columns: Object.keys(stationRoom.fields).filter((name) => name !== "oppositeSta"),
    writtenTogether: true,
    looks: {
      staSelfCode: { example: "10010001" },
      staName: { example: "火车站" },
      nameEn: { example: "Railway Station" },
      pronunciation: { example: "huo3 che1 zhan4" },
      lng: { example: 116.384213, remark: "WGS84，东经为正" },
      lat: { example: 39.868115, remark: "WGS84，北纬为正" },
      azimuth: { example: 90 },
      road: { example: "站前路" },
      roadSide: { example: "南侧" },
      district: { example: "110106" },
      staKind: { example: "常规" },
      state: { example: "运营" },
      facilities: { example: "候车亭、座椅" },
      openDate: { example: new Date("2026-05-01") },
    },
    rules: [
      "同名的站点可以有多个，只按站点编号区分。",
      "对向站不在这个模板里，请用“站点对向站”模板。",
      "改站点名称、英文名称或站名读音，会使报这个站名的线路文件过期，请导入后到文件管理查看。",
      "移动正在使用的站点不会改动经过它的线路路径，请导入后到线路工具检查。",
    ],
  },
  calls: (served) => [
    api("/api/sta/v1.0", {
      ...roomCalls(served),
      // Around a point with the distance from it, and with the lines of the day asked for.
      pageList: endpoint(may.read, pageListRequest(nearbyTable), pageListReply(Row), (viewer, state) =>
        pageListOf(state, listStations(viewer, state)),
      ),
      list: endpoint(may.read, wholeFilters(StationFilters), z.array(Row), allStations),
      validStationNum: freeCall(served, "staSelfCode"),
      getLineBySta: endpoint(may.read, StationKey, z.array(LineOfStation), async (viewer, { staUuid, asOf }) => {
        const [view, lines] = await Promise.all([readLineView(), linesOfStation(viewer, staUuid, asOf ?? today())]);
        return lines
          .filter((line) => line.standing === "effective")
          .map(({ standing: _standing, from: _from, classifySid: _variant, versionUuid: _version, ...line }) => ({
            ...line,
            lineTypeName: lineTypeNames[line.lineType] ?? "",
            directionName: directionName(line.lineType, line.direction, view),
          }));
      }),
    }),
  ],
  detail: (station) => [station.staSelfCode, station.road].filter(Boolean).join(" "),
});
