import { page } from "~/kit/page/http/page.server";
import { exportPage } from "~/kit/page/tables/export.server";
import { may } from "../policy";
import { streamDepots } from "../queries.server";
import { depotTable } from "../table";

export const loader = page(may.read, (call) => exportPage(call, depotTable, streamDepots, "场站"));
