import { z } from "zod";
import { api, endpoint } from "~/kit/page/http/api.server";
import { pageListOf, pageListReply, pageListRequest } from "~/kit/page/tables/page-call.server";
import { listRows } from "~/kit/room/source.server";
import { Bar, FunctionSum, LoginDay } from "./chart-tables";
import { JobRow, jobTable } from "./job-table";
import { LoginRow, loginTable } from "./login-table";
import { may } from "./policy";
import { jobSource, listRequests, loginSource } from "./queries.server";
import { RangeForm } from "./range";
import { rangeOf } from "./range.server";
import { RequestRow, requestTable } from "./request-table";
import { countLogins, countRequests, sumFunctions } from "./sums.server";

const BarRequest = RangeForm.safeExtend({
  by: z.enum(["hour", "day", "function", "organisation"], { error: "by 应为 hour、day、function 或 organisation" }),
});

export const logApi = [
  api("/api/baseLoginLog/v1.0", {
    pageList: endpoint(may.read, pageListRequest(loginTable), pageListReply(LoginRow), (viewer, state) =>
      pageListOf(state, listRows(loginSource, viewer, state)),
    ),
    chartData: endpoint(may.read, RangeForm, z.array(LoginDay), (viewer, asked) => countLogins(viewer, rangeOf(asked))),
  }),
  api("/api/baseReqLog/v1.0", {
    pageList: endpoint(may.read, pageListRequest(requestTable), pageListReply(RequestRow), (viewer, state) =>
      pageListOf(state, listRequests(viewer, state)),
    ),
    directiveInfo: endpoint(may.read, RangeForm, z.array(FunctionSum), (viewer, asked) =>
      sumFunctions(viewer, rangeOf(asked)),
    ),
    chartDataBar: endpoint(may.read, BarRequest, z.array(Bar), (viewer, { by, ...asked }) =>
      countRequests(viewer, rangeOf(asked), by),
    ),
  }),
  api("/api/baseJobExecLog/v1.0", {
    pageList: endpoint(may.read, pageListRequest(jobTable), pageListReply(JobRow), (viewer, state) =>
      pageListOf(state, listRows(jobSource, viewer, state)),
    ),
  }),
];
