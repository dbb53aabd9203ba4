import { page } from "~/kernel/access/page.server";
import { exportPage } from "~/kernel/tables/export.server";
import { may } from "../policy";
import { streamBuses } from "../queries.server";
import { busTable } from "../table";

export const loader = page(may.read, (call) => exportPage(call, busTable, streamBuses, "车辆"));
