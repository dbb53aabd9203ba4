import { z } from "zod";
import { api, endpoint } from "~/kit/page/http/api.server";
import { may } from "~/domains/lines/policy";
import { oneClickMatch } from "./queries.server";
import { MatchProposal, MatchRequest, VersionDetail } from "~/domains/line-versions/schema";

const Matched = z.object({ proposals: z.array(MatchProposal), saved: VersionDetail.nullable() });
export const matchApi = api("/api/line/v1.0", {
  oneClickMatch: endpoint(may.write, MatchRequest, Matched, oneClickMatch),
});
