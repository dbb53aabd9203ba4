import { page } from "~/kernel/access/page.server";
import { exportPage } from "~/kernel/tables/export.server";
import { may } from "../policy";
import { streamWaitingAreas } from "../queries.server";
import { waitingAreaTable } from "../table";

export const loader = page(may.read, (call) => exportPage(call, waitingAreaTable, streamWaitingAreas, "待车区"));
