import { page } from "~/kernel/access/page.server";
import { exportPage } from "~/kernel/tables/export.server";
import { may } from "../policy";
import { streamBusModels } from "../queries.server";
import { busModelTable } from "../table";

export const loader = page(may.read, (call) => exportPage(call, busModelTable, streamBusModels, "车辆型号"));
