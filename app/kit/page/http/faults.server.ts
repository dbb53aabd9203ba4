import type { RequestFacts } from "~/kit/data/access/request.server";
import { nameRequest, noteSecurityEvent } from "~/kit/data/access/security-events.server";
import { sqlState } from "~/kit/data/db/failures";
import { outageOf, outageWords } from "~/kit/data/db/outages";
import { log } from "~/kit/ground/log.server";
import { Problem, problem, SlowProblem } from "~/kit/ground/problem";
import { RefusalAnswer } from "~/kit/page/refusal/refusal-answer";

/** Whether a thrown value is an answer (a redirect, a page with a status) and not a failure. */
export function isResponse(thrown: unknown): boolean {
  return (
    thrown instanceof Response ||
    (typeof thrown === "object" && thrown !== null && (thrown as { type?: unknown }).type === "DataWithResponseInit")
  );
}

/** What only the database notices: a value that it cannot store, or two people at the same records for too long. */
const refusals: Record<string, Problem> = {
  "22021": problem.field("", "含有不可见的控制字符，请删除后再试"),
  "22P05": problem.field("", "含有不可见的控制字符，请删除后再试"),
  "22003": problem.field("", "有数字过大，超出了能保存的范围，请改正后再试"),
  "22008": problem.field("", "有日期超出了能保存的范围，请改正后再试"),
  "23503": problem.used("所选的记录已不存在，或还有别的记录引用着它，请刷新后再试"),
  "40P01": problem.used("另一个人正在修改同样的记录，请稍候再试"),
  "57014": new SlowProblem(),
  "55P03": problem.used("另一个人或导入正在修改同样的记录，请稍候再试"),
};

/** What the sender of a request can do something about, undefined for our own fault; a missing permission is a security event. */
export function refusalOf(error: unknown, request: Request | undefined, { viewer }: Pick<RequestFacts, "viewer">) {
  const refusal = error instanceof Problem ? error : refusedByDatabase(error);
  if (refusal?.reason === "forbidden" && viewer && request)
    noteSecurityEvent(viewer, "permission-refused", nameRequest(request));
  return refusal;
}

/** What the database refuses and its sender can mend. */
export function refusedByDatabase(error: unknown): Problem | undefined {
  const state = sqlState(error) ?? "";
  const refusal = refusals[state];
  if (refusal) log.warn({ err: error, state }, "refused by the database");
  return refusal;
}

/** Logs our own failure under the request's id and answers what a page shows of it: 503 in its own words when something that the program stands on is away, else 500. */
export function pageFault(error: unknown, requestId: string) {
  const outage = outageOf(error);
  log[outage ? "warn" : "error"](
    { err: error, requestId, outage },
    outage ? "request met an outage" : "request failed",
  );
  const message = outage && outage !== "away" ? outageWords[outage] : undefined;
  return new RefusalAnswer({ ref: requestId, message }, { status: outage ? 503 : 500 });
}
