import { page } from "~/kit/page/http/page.server";
import { exportPage } from "~/kit/page/tables/export.server";
import { may } from "../policy";
import { streamLines } from "../queries.server";
import { lineTable } from "../table";

export const loader = page(may.read, (call) => exportPage(call, lineTable, streamLines, "线路"));
