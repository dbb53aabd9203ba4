import { page } from "~/kit/page/http/page.server";
import { exportPage } from "~/kit/page/tables/export.server";
import { may } from "../policy";
import { streamUsers } from "../queries.server";
import { userTable } from "../table";

export const loader = page(may.read, (call) => exportPage(call, userTable, streamUsers, "用户"));
