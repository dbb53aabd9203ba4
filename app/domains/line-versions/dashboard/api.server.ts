import { z } from "zod";
import { api, endpoint } from "~/kit/page/http/api.server";
import { wholeFilters } from "~/kit/page/tables/page-call.server";
import { may } from "~/domains/lines/policy";
import { LineFilters, LineKey } from "~/domains/lines/schema";
import { allLineInfo, basicInfo, detailShow, lineDashList } from "./dash.server";
import { refreshLines } from "./refresh.server";
import { BasicInfoRequest, BasicLine, LineDash, LineInfo, RefreshedLine, RefreshRequest } from "./schema";

export const lineDashApi = api("/api/line/v1.0", {
  lineDashList: endpoint(may.read, wholeFilters(LineFilters), z.array(LineDash), lineDashList),
  allLineInfo: endpoint(may.read, wholeFilters(LineFilters), z.array(LineInfo), allLineInfo),
  detailShow: endpoint(may.read, LineKey, LineInfo, detailShow),
  basicInfo: endpoint(may.read, BasicInfoRequest, z.array(BasicLine), basicInfo),
  lineRefresh: endpoint(may.write, RefreshRequest, z.array(RefreshedLine), refreshLines),
});
