import type { AppLoadContext } from "@remix-run/node";
import { z } from "zod";
import type { Permission } from "./page.server";
import { StalePassword } from "~/kit/data/access/fresh-password.server";
import { apiSession, type RequestFacts, requestFacts } from "~/kit/data/access/request.server";
import { touchSession } from "~/kit/data/access/session.server";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import { isDatabaseUnavailable } from "~/kit/data/db/failures";
import { isBrokenOff } from "~/kit/ground/broken-off";
import { chineseMessage } from "~/kit/page/forms/messages";
import { log } from "~/kit/ground/log.server";
import { checkedReply } from "./check-reply.server";
import { accepted, envelopeResponse, expired, fault, noToken, refused } from "./envelope";
import { refusalOf } from "./faults.server";
import { Problem, problem } from "~/kit/ground/problem";
import { readBody } from "./body.server";

export interface ApiCall {
  request: Request;
  clientAddress: string;
  requestId: string;
  facts: RequestFacts;
}

export interface Endpoint {
  permission: Permission;
  method: "GET" | "POST";
  request: z.ZodType;
  reply: z.ZodType;
  run(call: ApiCall & { viewer: Viewer | undefined }, input: unknown): unknown;
}

export interface ApiTable {
  prefix: string;
  endpoints: Record<string, Endpoint>;
}

interface Options {
  method?: "GET" | "POST";
}

/** A call for people who hold the permission ("signed-in": any live session). The reply is checked against its schema. */
export function endpoint<I extends z.ZodType, O extends z.ZodType>(
  permission: Exclude<Permission, "public">,
  request: I,
  reply: O,
  handler: (viewer: Viewer, input: z.output<I>, call: ApiCall) => Promise<z.input<O> | Response> | z.input<O>,
  options: Options = {},
): Endpoint {
  const run: Endpoint["run"] = ({ viewer, ...call }, input) => handler(viewer as Viewer, input as z.output<I>, call);
  return { permission, method: options.method ?? "POST", request, reply, run };
}

export function publicEndpoint<I extends z.ZodType, O extends z.ZodType>(
  request: I,
  reply: O,
  handler: (call: ApiCall, input: z.output<I>) => Promise<z.input<O> | Response>,
  options: Options = {},
): Endpoint {
  const run: Endpoint["run"] = (call, input) => handler(call, input as z.output<I>);
  return { permission: "public", method: options.method ?? "POST", request, reply, run };
}

export function api(prefix: string, endpoints: Record<string, Endpoint>): ApiTable {
  return { prefix, endpoints };
}

export function callsByPath(tables: readonly ApiTable[]): Map<string, Endpoint> {
  const calls = new Map<string, Endpoint>();
  for (const { prefix, endpoints } of tables) {
    for (const [name, call] of Object.entries(endpoints)) {
      const path = name ? `${prefix}/${name}` : prefix;
      if (calls.has(path)) throw new Error(`two calls at ${path}`);
      calls.set(path, call);
    }
  }
  return calls;
}

/** Answers one API request in the envelope. */
export async function dispatch(
  calls: ReadonlyMap<string, Endpoint>,
  request: Request,
  context: AppLoadContext,
): Promise<Response> {
  const call = calls.get(new URL(request.url).pathname);
  if (!call) return envelopeResponse(refused(new Problem("missing", "没有这个接口")), 404);
  if (request.method !== call.method)
    return envelopeResponse(refused(new Problem("missing", `此接口只接受 ${call.method}`)), 405);
  return answerCall(call, request, context);
}

/** Who calls, may they, is the input good, then the room's own verb. */
export async function answerCall(call: Endpoint, request: Request, context: AppLoadContext): Promise<Response> {
  const facts = requestFacts(request, context);
  const { requestId, clientAddress } = facts;
  let viewer: Viewer | undefined;
  try {
    if (call.permission !== "public") {
      const session = await apiSession(request, facts);
      if (session.state !== "live") return envelopeResponse(session.state === "expired" ? expired() : noToken());
      viewer = session.viewer;
      if (viewer.userStatus === "must-change-password" && !call.request.meta()?.passwordChange)
        throw problem.forbidden("请先修改密码");
      if (viewer.userStatus === "must-set-up-second-factor")
        throw problem.forbidden("您的角色要求两步验证，请先登录网页开启");
      if (call.permission !== "signed-in" && !allows(viewer, call.permission)) throw problem.forbidden();
      const mustWait = facts.admit();
      if (mustWait) throw problem.used(mustWait);
      if (!session.touched) void touchSession(viewer.sessionId).catch(() => undefined);
    }
    const input = checked(call.request, await readBody(request));
    const answer = await call.run({ viewer, request, requestId, clientAddress, facts }, input);
    if (answer instanceof Response) return answer;
    return envelopeResponse(accepted(checkedReply(new URL(request.url).pathname, call.reply, answer)));
  } catch (error) {
    if (error instanceof StalePassword) return envelopeResponse(refused(problem.forbidden(error.message)));
    const refusal = refusalOf(error, request, facts);
    if (refusal) return envelopeResponse(refused(refusal));
    if (isBrokenOff(error)) return envelopeResponse(refused(problem.field("", "请求没有发送完整")));
    const away = isDatabaseUnavailable(error);
    log[away ? "warn" : "error"]({ err: error, requestId }, "call failed");
    return envelopeResponse(fault(requestId, away ? "数据库暂时无法连接，请稍后再试" : undefined), away ? 503 : 200);
  }
}

function checked(schema: z.ZodType, input: unknown): unknown {
  const result = schema.safeParse(input, { error: chineseMessage });
  if (result.success) return result.data;
  throw problem.fields(
    result.error.issues.slice(0, 100).map((issue) => {
      const row = issue.path.find((part) => typeof part === "number");
      return { path: issue.path.join("."), message: issue.message, ...(typeof row === "number" && { row: row + 1 }) };
    }),
  );
}
