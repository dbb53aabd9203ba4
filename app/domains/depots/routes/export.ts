import { page } from "~/kernel/access/page.server";
import { exportPage } from "~/kernel/tables/export.server";
import { may } from "../policy";
import { streamDepots } from "../queries.server";
import { depotTable } from "../table";

export const loader = page(may.read, (call) => exportPage(call, depotTable, streamDepots, "场站"));
