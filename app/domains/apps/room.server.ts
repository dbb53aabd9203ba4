import { z } from "zod";
import { recordKey } from "~/kit/page/forms/rules";
import { api, endpoint } from "~/kit/page/http/api.server";
import { roomCalls } from "~/kit/room/calls.server";
import { serve } from "~/kit/room/served.server";
import { appReferences, appSource, deleteApps, isShortNameFree, updateApp } from "./queries.server";
import { type AppRow, appRoom, appTable, shortName } from "./room";

const ShortNameCheck = z.object({ englishShortName: shortName, appId: recordKey.optional() });

export const apps = serve<AppRow>({
  room: appRoom,
  table: appTable,
  source: appSource,
  references: appReferences,
  verbs: { update: updateApp, remove: deleteApps },
  calls: (served) => [
    api("/api/app/v1.0", {
      ...roomCalls(served),
      validateEnglishShortName: endpoint(appRoom.may.read, ShortNameCheck, z.boolean(), isShortNameFree),
    }),
  ],
  detail: (app) => app.appCode,
});
