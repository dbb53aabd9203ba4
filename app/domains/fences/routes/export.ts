import { page } from "~/kit/page/http/page.server";
import { exportPage } from "~/kit/page/tables/export.server";
import { may } from "../policy";
import { streamFences } from "../queries.server";
import { fenceTable } from "../table";

export const loader = page(may.read, (call) => exportPage(call, fenceTable, streamFences, "电子围栏"));
