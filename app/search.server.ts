import { may as apps } from "~/domains/apps/policy";
import { appSource } from "~/domains/apps/queries.server";
import { appRoom } from "~/domains/apps/room";
import { may as busModels } from "~/domains/bus-models/policy";
import { busModelSource } from "~/domains/bus-models/queries.server";
import { busModelRoom } from "~/domains/bus-models/room";
import { may as dictionaries } from "~/domains/dictionaries/policy";
import { dictionarySource } from "~/domains/dictionaries/queries.server";
import { dictionaryRoom } from "~/domains/dictionaries/room";
import { may as deviceModels } from "~/domains/device-models/policy";
import { deviceModelSource } from "~/domains/device-models/queries.server";
import { deviceModelRoom } from "~/domains/device-models/room";
import { may as fences } from "~/domains/fences/policy";
import { fenceSource } from "~/domains/fences/queries.server";
import { fenceRoom } from "~/domains/fences/room";
import { lineSearch } from "~/domains/lines/queries.server";
import { may as lines } from "~/domains/lines/policy";
import { linesUrl } from "~/domains/lines/urls";
import { may as modules } from "~/domains/modules/policy";
import { moduleSource } from "~/domains/modules/queries.server";
import { moduleRoom } from "~/domains/modules/room";
import { may as organisations } from "~/domains/organisations/policy";
import { organisationSource } from "~/domains/organisations/queries.server";
import { organisationRoom } from "~/domains/organisations/room";
import { may as parameters } from "~/domains/parameters/policy";
import { parameterSource } from "~/domains/parameters/queries.server";
import { parameterRoom } from "~/domains/parameters/room";
import { rooms as served } from "~/rooms";
import { may as stations } from "~/domains/stations/policy";
import { stationSource } from "~/domains/stations/queries.server";
import { stationRoom } from "~/domains/stations/room";
import { may as updateLogs } from "~/domains/update-logs/policy";
import { updateLogSource } from "~/domains/update-logs/queries.server";
import { updateLogRoom } from "~/domains/update-logs/room";
import { may as waitingAreas } from "~/domains/waiting-areas/policy";
import { waitingAreaSource } from "~/domains/waiting-areas/queries.server";
import { waitingAreaRoom } from "~/domains/waiting-areas/room";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import { type Hit, searched, searchedRoom, type SearchedRoom } from "~/kit/room/searched.server";

/** The rooms that the header's search looks through, in the order of the menu. */
const rooms: SearchedRoom[] = [
  searched("线路", lines.read, { url: linesUrl, key: "lineUuid", nameOf: (line) => line.lineName }, lineSearch, {
    detail: (line) => [line.lineId, line.orgName].filter(Boolean).join(" "),
  }),
  searched("站点", stations.read, stationRoom, stationSource, {
    detail: (station) => [station.staSelfCode, station.road].filter(Boolean).join(" "),
  }),
  searched("车辆型号", busModels.read, busModelRoom, busModelSource, {
    detail: (model) => [model.modelName, model.manufacturer].filter(Boolean).join(" "),
  }),
  searched("设备型号", deviceModels.read, deviceModelRoom, deviceModelSource, {
    detail: (model) => [model.modelName, model.protocol].filter(Boolean).join(" "),
  }),
  searched("电子围栏", fences.read, fenceRoom, fenceSource, {
    detail: (fence) => [fence.fenceNum, fence.orgName].join(" "),
  }),
  searched("待车区", waitingAreas.read, waitingAreaRoom, waitingAreaSource, { detail: (area) => area.fenceName }),
  ...served.flatMap(searchedRoom),
  searched("机构", organisations.read, organisationRoom, organisationSource, {
    detail: (organisation) => organisation.orgCode,
  }),
  searched("字典", dictionaries.read, dictionaryRoom, dictionarySource, { detail: (dictionary) => dictionary.codeNum }),
  searched("参数", parameters.read, parameterRoom, parameterSource, { detail: (parameter) => parameter.paramName }),
  searched("模块", modules.read, moduleRoom, moduleSource, {
    detail: (module) => module.productName ?? module.productCode,
  }),
  searched("更新日志", updateLogs.read, updateLogRoom, updateLogSource, { detail: (log) => log.logDate }),
  searched("应用", apps.read, appRoom, appSource, { detail: (app) => app.appCode }),
];

export interface FoundGroup {
  title: string;
  hits: Hit[];
  /** The room's list with all that the term finds; absent when these are all. */
  all?: string;
}

const shown = 5;

/** What a term finds in each room that the viewer may read, the first five of each; those with exactly this code stand in a group of their own before the others. */
export async function searchAll(viewer: Viewer, term: string): Promise<FoundGroup[]> {
  const found = await Promise.all(
    readable(viewer).map(async (room) => ({ room, hits: await room.find(viewer, term, shown + 1) })),
  );
  const exact = found.flatMap(({ room, hits }) =>
    hits.filter((hit) => hit.exact).map((hit) => ({ ...hit, detail: `${room.title} ${hit.detail}` })),
  );
  const groups = found.map(({ room: { title, url }, hits }) => ({
    title,
    hits: hits.filter((hit) => !hit.exact).slice(0, shown),
    all: hits.length > shown ? `${url}?${new URLSearchParams({ keyword: term })}` : undefined,
  }));
  return [{ title: "编号一致", hits: exact }, ...groups].filter(({ hits }) => hits.length > 0);
}

/** The titles of the rooms that a viewer's search looks through. */
export const searchedTitles = (viewer: Viewer) => readable(viewer).map(({ title }) => title);

const readable = (viewer: Viewer) => rooms.filter(({ permission }) => allows(viewer, permission));
