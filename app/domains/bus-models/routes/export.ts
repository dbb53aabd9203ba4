import { page } from "~/kit/page/http/page.server";
import { exportPage } from "~/kit/page/tables/export.server";
import { may } from "../policy";
import { streamBusModels } from "../queries.server";
import { busModelTable } from "../table";

export const loader = page(may.read, (call) => exportPage(call, busModelTable, streamBusModels, "车辆型号"));
