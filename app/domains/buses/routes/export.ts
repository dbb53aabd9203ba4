import { page } from "~/kit/page/http/page.server";
import { exportPage } from "~/kit/page/tables/export.server";
import { may } from "../policy";
import { streamBuses } from "../queries.server";
import { busTable } from "../table";

export const loader = page(may.read, (call) => exportPage(call, busTable, streamBuses, "车辆"));
