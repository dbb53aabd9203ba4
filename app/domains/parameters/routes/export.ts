import { page } from "~/kit/page/http/page.server";
import { exportPage } from "~/kit/page/tables/export.server";
import { may } from "../policy";
import { streamParameters } from "../queries.server";
import { parameterTable } from "../table";

export const loader = page(may.read, (call) => exportPage(call, parameterTable, streamParameters, "参数"));
