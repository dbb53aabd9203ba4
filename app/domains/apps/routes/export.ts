import { page } from "~/kit/page/http/page.server";
import { exportPage } from "~/kit/page/tables/export.server";
import { may } from "../policy";
import { streamApps } from "../queries.server";
import { appTable } from "../table";

export const loader = page(may.read, (call) => exportPage(call, appTable, streamApps, "应用"));
