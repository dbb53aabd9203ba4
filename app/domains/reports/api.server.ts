import { bearerToken } from "~/kit/data/access/cookies.server";
import { api, publicEndpoint } from "~/kit/page/http/api.server";
import { envelopeResponse, noToken } from "~/kit/page/http/envelope";
import { isTokenLive, takeReports } from "./queries.server";
import { ReportAnswer, ReportBatch } from "./schema";

/** What on-board devices, or the system that speaks with them, hand in; the Authorization header carries a device token, not a session. */
export const reportApi = api("/api/device-report/v1.0", {
  report: publicEndpoint(ReportBatch, ReportAnswer, async ({ request }, { reports }) => {
    const token = bearerToken(request);
    if (!token || !(await isTokenLive(token)))
      return envelopeResponse({ ...noToken(), message: "上报令牌无效或已停用" });
    return takeReports(reports);
  }),
});
