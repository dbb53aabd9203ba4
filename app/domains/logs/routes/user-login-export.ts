import { page } from "~/kit/page/http/page.server";
import { exportPage } from "~/kit/page/tables/export.server";
import { streamRows } from "~/kit/room/source.server";
import { may } from "../policy";
import { loginSource } from "../queries.server";
import { loginTable } from "../login-table";

export const loader = page(may.read, (call) =>
  exportPage(call, loginTable, (viewer, state) => streamRows(loginSource, viewer, state), "用户登录日志"),
);
