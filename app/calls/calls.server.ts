import { attachmentApi } from "~/domains/attachments/api.server";
import { linkApi, terminalApi } from "~/domains/device-link/api.server";
import { variantApi, variantSelectorApi } from "~/domains/line-variants/api.server";
import { issueDetailApi, issueTaskApi } from "~/domains/issue-tasks/api.server";
import { lineFileApi } from "~/domains/line-files/api.server";
import { nodeApi, nodeListApis } from "~/domains/line-files/node-api.server";
import { fileImportApi } from "~/domains/line-imports/files/api.server";
import { feedApi } from "~/domains/line-imports/gtfs/api.server";
import { stationImportApi } from "~/domains/line-imports/stations/api.server";
import { lineApi, lineCommonApi } from "~/domains/lines/api.server";
import { lineStationApi } from "~/domains/line-versions/station-calls.server";
import { matchApi } from "~/domains/line-matching/api.server";
import { lineBatchApi } from "~/domains/lines/batch-api.server";
import { lineDashApi } from "~/domains/line-versions/dashboard/api.server";
import { scenarioApi } from "~/domains/line-versions/scenario/api.server";
import { standbyApi } from "~/domains/line-versions/standby/api.server";
import { versionApi } from "~/domains/line-versions/api.server";
import { lineParamApi } from "~/domains/line-versions/params/api.server";
import { logApi } from "~/domains/logs/api.server";
import { dispatchApi, monitorApi, positionApi } from "~/domains/monitor/api.server";
import { catalogApi, multiFileApi } from "~/domains/multi-files/api.server";
import { pathCheckApi } from "~/domains/path-checks/api.server";
import { reportApi } from "~/domains/reports/api.server";
import { roadApi } from "~/domains/roads/api.server";
import { mapImportApi } from "~/domains/roads/import-api.server";
import { importLists, sheetApi, sheetFileApi } from "~/domains/sheet-imports/api.server";
import { doors } from "~/doors.server";
import { api, callsByPath } from "~/kit/page/http/api.server";
import { doorCalls } from "~/kit/page/import-flow/door-calls.server";
import { rooms } from "~/rooms";
import { sessionApi } from "~/shell/session/session-api.server";

const apiTables = [
  ...sessionApi,
  lineApi,
  lineStationApi,
  matchApi,
  lineBatchApi,
  lineCommonApi,
  lineParamApi,
  versionApi,
  standbyApi,
  scenarioApi,
  lineDashApi,
  variantApi,
  variantSelectorApi,
  pathCheckApi,
  roadApi,
  mapImportApi,
  fileImportApi,
  feedApi,
  stationImportApi,
  reportApi,
  linkApi,
  terminalApi,
  monitorApi,
  dispatchApi,
  positionApi,
  attachmentApi,
  lineFileApi,
  nodeApi,
  ...nodeListApis,
  issueTaskApi,
  issueDetailApi,
  catalogApi,
  multiFileApi,
  api("/api/import/v1.0", { ...doorCalls(doors), ...importLists }),
  sheetApi,
  sheetFileApi,
  ...logApi,
  ...rooms.flatMap(({ calls }) => calls),
];

export const apiCalls = callsByPath(apiTables);
