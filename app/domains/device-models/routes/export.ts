import { page } from "~/kit/page/http/page.server";
import { exportPage } from "~/kit/page/tables/export.server";
import { may } from "../policy";
import { streamDeviceModels } from "../queries.server";
import { deviceModelTable } from "../table";

export const loader = page(may.read, (call) => exportPage(call, deviceModelTable, streamDeviceModels, "设备型号"));
