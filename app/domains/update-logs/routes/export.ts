import { page } from "~/kit/page/http/page.server";
import { exportPage } from "~/kit/page/tables/export.server";
import { may } from "../policy";
import { streamUpdateLogs } from "../queries.server";
import { updateLogTable } from "../table";

export const loader = page(may.read, (call) => exportPage(call, updateLogTable, streamUpdateLogs, "更新日志"));
