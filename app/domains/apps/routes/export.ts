import { page } from "~/kernel/access/page.server";
import { exportPage } from "~/kernel/tables/export.server";
import { may } from "../policy";
import { streamApps } from "../queries.server";
import { appTable } from "../table";

export const loader = page(may.read, (call) => exportPage(call, appTable, streamApps, "应用"));
