import { z } from "zod";
import { api, endpoint } from "~/kit/page/http/api.server";
import { plainCalls } from "~/kit/room/calls.server";
import { may } from "./policy";
import { allApps, createApp, deleteApps, isShortNameFree, listApps, updateApp } from "./queries.server";
import { AppAdd, AppDelete, AppRow, AppUpdate, ShortNameCheck } from "./schema";
import { appTable } from "./table";

export const appApi = api("/api/app/v1.0", {
  ...plainCalls(
    { may, table: appTable, key: "appId", row: AppRow, add: AppAdd, update: AppUpdate, remove: AppDelete },
    { list: listApps, all: allApps, create: createApp, update: updateApp, remove: deleteApps },
  ),
  validateEnglishShortName: endpoint(may.read, ShortNameCheck, z.boolean(), isShortNameFree),
});
