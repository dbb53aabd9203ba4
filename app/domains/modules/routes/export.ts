import { page } from "~/kernel/access/page.server";
import { exportPage } from "~/kernel/tables/export.server";
import { may } from "../policy";
import { streamModules } from "../queries.server";
import { moduleTable } from "../table";

export const loader = page(may.read, (call) => exportPage(call, moduleTable, streamModules, "模块"));
