import { data } from "@remix-run/node";
import { isDatabaseAway, sqlState } from "~/kernel/db/failures";
import { log } from "~/kernel/log.server";
import { Problem, problem } from "./problem";

/** Whether a thrown value is an answer (a redirect, a page with a status) and not a failure. */
export function isAnswer(thrown: unknown): boolean {
  return thrown instanceof Response || (typeof thrown === "object" && thrown !== null && (thrown as { type?: unknown }).type === "DataWithResponseInit");
}

/** The refusal that an error is, also where only the database noticed that a text holds a character it cannot store; undefined for a failure. */
export function refusalOf(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error;
  return sqlState(error) === "22021" ? problem.field("", "含有不可见的控制字符，请删除后再试") : undefined;
}

/** Logs our own failure under the request's id and answers what a page shows of it: 503 when the database is away, else 500. */
export function pageFault(error: unknown, requestId: string) {
  const away = isDatabaseAway(error);
  log[away ? "warn" : "error"]({ err: error, requestId }, away ? "database away" : "request failed");
  return data({ ref: requestId }, { status: away ? 503 : 500, headers: { "Cache-Control": "no-store" } });
}
