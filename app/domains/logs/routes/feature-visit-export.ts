import { page } from "~/kit/page/http/page.server";
import { exportPage } from "~/kit/page/tables/export.server";
import { may } from "../policy";
import { streamRequests } from "../queries.server";
import { requestTable } from "../request-table";

export const loader = page(may.read, (call) => exportPage(call, requestTable, streamRequests, "功能访问日志"));
