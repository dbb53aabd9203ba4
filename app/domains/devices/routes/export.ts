import { page } from "~/kit/page/http/page.server";
import { exportPage } from "~/kit/page/tables/export.server";
import { may } from "../policy";
import { streamDevices } from "../queries.server";
import { deviceTable } from "../table";

export const loader = page(may.read, (call) => exportPage(call, deviceTable, streamDevices, "设备"));
