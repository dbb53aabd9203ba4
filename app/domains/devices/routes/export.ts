import { page } from "~/kernel/access/page.server";
import { exportPage } from "~/kernel/tables/export.server";
import { may } from "../policy";
import { streamDevices } from "../queries.server";
import { deviceTable } from "../table";

export const loader = page(may.read, (call) => exportPage(call, deviceTable, streamDevices, "设备"));
