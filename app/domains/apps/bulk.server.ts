import type { Bulk } from "~/kit/room/bulk.server";
import { may } from "./policy";
import { appSource, appUses, deleteApps } from "./queries.server";
import { appRoom } from "./room";
import { AppBulk, type AppFilters, type AppRow, ownAppCode } from "./schema";
import { appTable } from "./table";

const refusal = ({ appCode, enabled }: AppRow) =>
  appCode === ownAppCode && !enabled ? "这是本系统自己的应用，不能停用" : undefined;

/** What may be done to many of them at once. */
export const appBulk: Bulk<AppRow, typeof AppFilters, typeof AppBulk> = {
  room: appRoom,
  may,
  table: appTable,
  source: appSource,
  edit: AppBulk,
  refusal,
  uses: appUses,
  remove: deleteApps,
};
