import { page } from "~/kit/page/http/page.server";
import { exportPage } from "~/kit/page/tables/export.server";
import { may } from "../policy";
import { streamImports } from "../queries.server";
import { logTable } from "../table";

export const loader = page(may.read, (call) => exportPage(call, logTable, streamImports, "导入日志"));
