import { page } from "~/kernel/access/page.server";
import { exportPage } from "~/kernel/tables/export.server";
import { may } from "../policy";
import { streamFences } from "../queries.server";
import { fenceTable } from "../table";

export const loader = page(may.read, (call) => exportPage(call, fenceTable, streamFences, "电子围栏"));
