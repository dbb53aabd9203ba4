import { api } from "~/kit/page/http/api.server";
import { batchCalls, restoreCall } from "~/kit/room/batch-calls.server";
import { restoreLine } from "./queries.server";
import { LineAdd, LineRow, LineUpdate } from "./schema";
import { linesByFields } from "./sheet.server";

const { room } = linesByFields;

export const lineBatchApi = api("/api/line/v1.0", {
  restore: restoreCall<LineRow>(
    {
      room,
      restore: async (viewer, key, lineName) => (await restoreLine(viewer, key, lineName ? { lineName } : {})).line,
    },
    LineRow,
    (line) => line,
  ),
  ...batchCalls(linesByFields, { reply: LineRow, add: LineAdd, update: LineUpdate }),
});
