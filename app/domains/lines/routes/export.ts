import { page } from "~/kernel/access/page.server";
import { exportPage } from "~/kernel/tables/export.server";
import { may } from "../policy";
import { streamLines } from "../queries.server";
import { lineTable } from "../table";

export const loader = page(may.read, (call) => exportPage(call, lineTable, streamLines, "线路"));
