import { page } from "~/kit/page/http/page.server";
import { exportPage } from "~/kit/page/tables/export.server";
import { may } from "../policy";
import { streamWaitingAreas } from "../queries.server";
import { waitingAreaTable } from "../table";

export const loader = page(may.read, (call) => exportPage(call, waitingAreaTable, streamWaitingAreas, "待车区"));
