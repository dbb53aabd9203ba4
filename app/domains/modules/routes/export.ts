import { page } from "~/kit/page/http/page.server";
import { exportPage } from "~/kit/page/tables/export.server";
import { may } from "../policy";
import { streamModules } from "../queries.server";
import { moduleTable } from "../table";

export const loader = page(may.read, (call) => exportPage(call, moduleTable, streamModules, "模块"));
