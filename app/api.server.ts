import { appApi } from "~/domains/apps/api.server";
import { busModelApi, busModelSelectorApi } from "~/domains/bus-models/api.server";
import { deviceModelApi } from "~/domains/device-models/api.server";
import { dictionaryApi } from "~/domains/dictionaries/api.server";
import { fenceApi, plainFenceApi } from "~/domains/fences/api.server";
import { variantApi, variantSelectorApi } from "~/domains/line-variants/api.server";
import { lineDashApi } from "~/domains/lines/dashboard/api.server";
import { lineParamApi } from "~/domains/lines/params/api.server";
import { lineApi, lineCommonApi } from "~/domains/lines/api.server";
import { pathCheckApi } from "~/domains/path-checks/api.server";
import { moduleApi, productApi } from "~/domains/modules/api.server";
import { dispatchApi, monitorApi } from "~/domains/monitor/api.server";
import { organisationApi, organisationSelectorApi } from "~/domains/organisations/api.server";
import { parameterApi, systemParameterApi } from "~/domains/parameters/api.server";
import { reportApi } from "~/domains/reports/api.server";
import { roadApi } from "~/domains/roads/api.server";
import { stationApi } from "~/domains/stations/api.server";
import { waitingAreaApi } from "~/domains/waiting-areas/api.server";
import { rooms } from "~/rooms";
import { callsByPath } from "~/kit/page/http/api.server";
import { sessionApi } from "~/shell/session/session-api.server";

/** Every room's calls. */
export const apiTables = [
  ...sessionApi,
  organisationApi,
  organisationSelectorApi,
  dictionaryApi,
  systemParameterApi,
  parameterApi,
  stationApi,
  busModelApi,
  busModelSelectorApi,
  deviceModelApi,
  plainFenceApi,
  fenceApi,
  waitingAreaApi,
  lineApi,
  lineCommonApi,
  lineParamApi,
  lineDashApi,
  variantApi,
  variantSelectorApi,
  pathCheckApi,
  roadApi,
  reportApi,
  monitorApi,
  dispatchApi,
  appApi,
  moduleApi,
  productApi,
  ...rooms.flatMap(({ calls }) => calls),
];

export const apiCalls = callsByPath(apiTables);
