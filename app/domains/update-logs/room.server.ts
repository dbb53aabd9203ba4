import { sql } from "kysely";
import { api } from "~/kit/page/http/api.server";
import { freeCall, roomCalls } from "~/kit/room/calls.server";
import { defineRecords, serve } from "~/kit/room/served.server";
import { type UpdateLogRow, updateLogRoom, updateLogTable } from "./room";

interface Filters {
  keyword?: string;
  from?: string;
  to?: string;
}

export const updateLogs = serve<UpdateLogRow>({
  room: updateLogRoom,
  table: updateLogTable,
  source: defineRecords<UpdateLogRow, Filters>(updateLogRoom, {
    table: "updateLog",
    unique: { update_log_version_living: "logVersion" },
    filters: {
      keyword: (text) =>
        sql`strpos(lower(concat_ws(' ', update_log.log_version, update_log.title, update_log.body)), ${text.toLowerCase()}) > 0`,
      from: (day) => sql`update_log.log_date >= ${day}::date`,
      to: (day) => sql`update_log.log_date <= ${day}::date`,
    },
    order: ["logDate", "logVersion", "title", "updatedAt"],
  }),
  detail: (log) => log.logDate,
  calls: (served) => [
    api("/api/updateLog/v1.0", { ...roomCalls(served), validLogVersion: freeCall(served, "logVersion") }),
  ],
});
