import type { AppLoadContext } from "@remix-run/node";
import { z } from "zod";
import type { Permission } from "./page.server";
import { StalePassword } from "~/kit/data/access/fresh-password.server";
import { apiSession, type RequestFacts, requestFacts } from "~/kit/data/access/request.server";
import { figuresChanged } from "~/kit/data/figures/shared-figures.server";
import { touchSession } from "~/kit/data/access/session.server";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import { mayReadReplica } from "~/kit/data/db/replica.server";
import { outageOf, outageWords } from "~/kit/data/db/outages";
import { isBrokenOff } from "~/kit/ground/broken-off";
import { log } from "~/kit/ground/log.server";
import { checkedReply } from "./check-reply.server";
import { accepted, type Envelope, envelopeResponse, expired, fault, noToken, refused } from "./envelope";
import { refusalOf } from "./faults.server";
import { Problem, problem } from "~/kit/ground/problem";
import { asDeclared, blobTypes } from "./blob";
import { readBody } from "./body.server";
import { checkInput, withoutEmpty } from "./check-input";

export interface ApiCall {
  request: Request;
  clientAddress: string;
  requestId: string;
  facts: RequestFacts;
}

export interface Endpoint {
  permission: Permission;
  method: "GET" | "POST";
  /** Answers who must first change their password or set up a second factor, too. */
  beforeReady?: boolean;
  /** Changes nothing, though its permission is not one to read. */
  onlyReads?: boolean;
  request: z.ZodType;
  reply: z.ZodType;
  run(call: ApiCall & { viewer: Viewer | undefined }, input: unknown): unknown;
}

export interface ApiTable {
  prefix: string;
  endpoints: Record<string, Endpoint>;
}

type Options = Partial<Pick<Endpoint, "method" | "beforeReady" | "onlyReads">>;

/** A call for people who hold the permission ("signed-in": any live session). The reply is checked against its schema; a file is declared by `blob`. */
export function endpoint<I extends z.ZodType, O extends z.ZodType>(
  permission: Exclude<Permission, "public">,
  request: I,
  reply: O,
  handler: (viewer: Viewer, input: z.output<I>, call: ApiCall) => Promise<z.input<O>> | z.input<O>,
  options: Options = {},
): Endpoint {
  const run: Endpoint["run"] = ({ viewer, ...call }, input) => handler(viewer as Viewer, input as z.output<I>, call);
  return { permission, method: "POST", ...options, request, reply, run };
}

/** A call that asks for no session; one that has its own secret refuses it with an envelope of its own. */
export function publicEndpoint<I extends z.ZodType, O extends z.ZodType>(
  request: I,
  reply: O,
  handler: (call: ApiCall, input: z.output<I>) => Promise<z.input<O> | Response>,
  options: Options = {},
): Endpoint {
  const run: Endpoint["run"] = (call, input) => handler(call, input as z.output<I>);
  return { permission: "public", method: "POST", ...options, request, reply, run };
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
  const run = async () => {
    let viewer: Viewer | undefined;
    if (call.permission !== "public") {
      const session = await apiSession(request, facts);
      if (session.state !== "live") return envelopeResponse(session.state === "expired" ? expired() : noToken());
      viewer = session.viewer;
      const first = comesFirst[viewer.userStatus];
      if (first && !call.beforeReady) throw problem.forbidden(first);
      if (call.permission !== "signed-in" && !allows(viewer, call.permission)) throw problem.forbidden();
      const mustWait = facts.admit();
      if (mustWait) throw problem.used(mustWait);
      if (!session.touched) touchSession(viewer.sessionId).catch(() => undefined);
    }
    const { confirmed, body } = takeConfirmed(await readBody(request));
    const input = checkInput(call, onlyReads(call) ? withoutEmpty(call.request, body) : body);
    const by = viewer && confirmed ? { ...viewer, confirmed } : viewer;
    const answerIt = () => call.run({ viewer: by, request, requestId, clientAddress, facts }, input);
    const answer = await (onlyReads(call) ? mayReadReplica(facts, answerIt) : answerIt());
    if (viewer && !onlyReads(call)) figuresChanged();
    const types = blobTypes(call.reply);
    return types ? asDeclared(answer as Response, types) : answer;
  };
  const answered = await inEnvelope(run, { path: new URL(request.url).pathname, reply: call.reply }, facts, request);
  return answered instanceof Response ? answered : envelopeResponse(answered.envelope, answered.status);
}

const onlyReads = ({ permission, onlyReads = false }: Endpoint) => onlyReads || permission.endsWith(".read");

/** What comes of a call, or why it is refused, in the envelope; an answer that is one already stays as it is. */
export async function inEnvelope(
  run: () => unknown,
  { path, reply }: { path: string; reply: z.ZodType },
  facts: Pick<RequestFacts, "requestId" | "viewer">,
  request?: Request,
): Promise<{ envelope: Envelope; status?: number } | Response> {
  try {
    const answer = await run();
    if (answer instanceof Response) return answer;
    return { envelope: accepted(checkedReply(path, reply, answer)) };
  } catch (error) {
    if (error instanceof StalePassword) return { envelope: refused(problem.forbidden(error.message)) };
    const refusal = refusalOf(error, request, facts);
    if (refusal) return { envelope: refused(refusal) };
    if (isBrokenOff(error)) return { envelope: refused(problem.field("", "请求没有发送完整")) };
    const outage = outageOf(error);
    log[outage ? "warn" : "error"]({ err: error, requestId: facts.requestId, outage }, "call failed");
    return { envelope: fault(facts.requestId, outage && outageWords[outage]), status: outage ? 503 : 200 };
  }
}

const comesFirst = {
  "must-change-password": "请先修改密码",
  "must-set-up-second-factor": "您的角色要求两步验证，请先登录网页开启",
  normal: undefined,
};

/** The warnings that the caller has seen and goes on with, which every call takes beside its own fields. */
function takeConfirmed(sent: unknown): { confirmed?: string[]; body: unknown } {
  if (typeof sent !== "object" || sent === null || !("confirmed" in sent)) return { body: sent };
  const { confirmed, ...body } = sent;
  const words = z.array(z.string().max(64)).max(20).safeParse(confirmed);
  if (!words.success) throw problem.field("confirmed", "confirmed 应为已确认的提醒的列表");
  return { confirmed: words.data, body };
}
