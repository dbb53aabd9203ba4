import { page } from "~/kit/page/http/page.server";
import { exportPage } from "~/kit/page/tables/export.server";
import { may } from "../policy";
import { streamPersons } from "../queries.server";
import { personTable } from "../table";

export const loader = page(may.read, (call) => exportPage(call, personTable, streamPersons, "人员"));
