import { page } from "~/kernel/access/page.server";
import { exportPage } from "~/kernel/tables/export.server";
import { may } from "../policy";
import { streamDeviceModels } from "../queries.server";
import { deviceModelTable } from "../table";

export const loader = page(may.read, (call) => exportPage(call, deviceModelTable, streamDeviceModels, "设备型号"));
