import { page } from "~/kernel/access/page.server";
import { exportPage } from "~/kernel/tables/export.server";
import { may } from "../policy";
import { streamPersons } from "../queries.server";
import { personTable } from "../table";

export const loader = page(may.read, (call) => exportPage(call, personTable, streamPersons, "人员"));
