import { auditedTypes, heldByMadeClips, registerReplacing } from "~/domains/audio-clips/queries.server";
import { audioClips } from "~/domains/audio-clips/room.server";
import { apps } from "~/domains/apps/room.server";
import { busModels } from "~/domains/bus-models/room.server";
import { changeAudit } from "~/domains/change-audit/lists.server";
import { packageNotices } from "~/domains/change-packages/queries.server";
import { changePackages } from "~/domains/change-packages/room.server";
import { buses } from "~/domains/buses/room.server";
import { depots } from "~/domains/depots/room.server";
import { deviceModels } from "~/domains/device-models/room.server";
import { devices } from "~/domains/devices/room.server";
import { dictionaries } from "~/domains/dictionaries/room.server";
import { fenceEvents } from "~/domains/vehicle-events/lists.server";
import { fences } from "~/domains/fences/room.server";
import { forecasts } from "~/domains/forecasts/room.server";
import { auditedTasks, heldByDetails } from "~/domains/issue-tasks/queries.server";
import { auditedFiles, heldByLineFiles, replaceInDrafts } from "~/domains/line-files/queries.server";
import { auditedLines } from "~/domains/line-versions/queries.server";
import { jobLog, loginLog, requestLog } from "~/domains/logs/lists.server";
import { auditedLocks } from "~/domains/login-locks/queries.server";
import { auditedMulti } from "~/domains/multi-files/queries.server";
import { modules } from "~/domains/modules/room.server";
import { nodeTypes } from "~/domains/node-types/room.server";
import { organisations } from "~/domains/organisations/room.server";
import { parameters } from "~/domains/parameters/room.server";
import { auditedWhiteList } from "~/domains/path-checks/queries.server";
import { persons } from "~/domains/persons/room.server";
import { posts } from "~/domains/posts/room.server";
import { resources } from "~/domains/resources/room.server";
import { roles } from "~/domains/roles/room.server";
import { securityEvents } from "~/domains/security-events/lists.server";
import { importLog } from "~/domains/sheet-imports/lists.server";
import { stations } from "~/domains/stations/room.server";
import { updateLogs } from "~/domains/update-logs/room.server";
import { users } from "~/domains/users/room.server";
import { replaceInRecipes } from "~/domains/voice-versions/queries.server";
import { voiceVersions } from "~/domains/voice-versions/room.server";
import { waitingAreas } from "~/domains/waiting-areas/room.server";
import { registerHoldingTables } from "~/kit/room/holding-tables";
import { registerNotices } from "~/kit/room/record-notices.server";
import { listDoors } from "~/kit/page/import-flow/doors";
import { registerLists } from "~/kit/room/read-only-lists";
import { registerRooms } from "~/kit/room/registry";
import type { ServedRoom } from "~/kit/room/served.server";

/** Every room, in the order of the menu: pages, calls, search, references and sweeps follow from this list. */
export const rooms: readonly ServedRoom[] = [
  changePackages,
  stations,
  buses,
  busModels,
  devices,
  deviceModels,
  depots,
  fences,
  waitingAreas,
  persons,
  posts,
  audioClips,
  organisations,
  dictionaries,
  parameters,
  modules,
  updateLogs,
  forecasts,
  voiceVersions,
  nodeTypes,
  apps,
  resources,
  roles,
  users,
];

/** Lines and what is issued belong to organisations and are no rooms of the list. */
registerRooms(
  rooms,
  [
    {
      label: "线路",
      table: "line",
      key: "lineUuid",
      named: ["lineName"],
      url: "/line/line-management",
      read: "line.read",
    },
    {
      label: "下发文件",
      table: "multiFile",
      key: "multiUuid",
      named: ["fileName", "fileNo"],
      url: "/voice/file-management/files",
      read: "issue-task.read",
    },
    {
      label: "下发任务",
      table: "issueTask",
      key: "taskUuid",
      named: ["taskName", "taskNum"],
      url: "/voice/issue-task",
      read: "issue-task.read",
    },
  ],
  [...auditedLines, auditedFiles, auditedTasks, auditedMulti, auditedWhiteList, auditedLocks, auditedTypes],
);

registerLists([fenceEvents, importLog, changeAudit, requestLog, jobLog, loginLog, securityEvents]);

registerReplacing(replaceInRecipes);
registerReplacing(replaceInDrafts);

registerNotices(["stations", "fences", "lines", "line-files", "issue-tasks"], packageNotices);

const importOf = { key: "importId", title: "fileName" };

registerHoldingTables([
  {
    table: "multi_file",
    label: "下发文件",
    key: "multiUuid",
    title: "fileName",
    read: "issue-task.read",
    href: ({ multiUuid }) => `/voice/file-management/files/${multiUuid}`,
  },
  {
    ...importOf,
    table: "audio_import_row",
    label: "语音批量任务",
    read: "audio.write",
    href: ({ importId }) => `/voice/voice-library/import/${importId}`,
  },
  ...(
    [
      ["sheet", "表格导入", "sheet.read"],
      ["line", "线路数据导入", "line-import.read"],
      ["map", "地图数据导入", "map.read"],
      ["audio", "语音批量任务", "audio.write"],
    ] as const
  ).map(([door, label, read]) => ({
    ...importOf,
    table: "import_batch",
    only: { column: "door", is: door },
    label,
    read,
    authorsOnly: door !== "map",
    columns: ["kind", "lineUuid"],
    href: ({ kind, importId, lineUuid }: Record<string, string | null>) =>
      door === "line" && kind === "reference"
        ? `/line/line-management/${lineUuid}/reference`
        : listDoors()
            .find(({ life }) => life.door === door)!
            .href({ importId: importId!, kind: kind! }),
  })),
  ...heldByLineFiles,
  heldByDetails,
  heldByMadeClips,
]);
