import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { figuresChanged } from "~/kit/data/figures/shared-figures.server";
import { outageOf } from "~/kit/data/db/outages";
import { brokenOffStatus, isBrokenOff } from "~/kit/ground/broken-off";
import { isResponse, pageFault, refusalOf } from "./faults.server";
import { BusyProblem, type Problem, problem, SlowProblem } from "~/kit/ground/problem";
import { log } from "~/kit/ground/log.server";
import { RefusalAnswer } from "~/kit/page/refusal/refusal-answer";
import { cleanAddress, enter } from "./entry.server";
import { answerOnce } from "./answer-once.server";
import { storePost } from "~/kit/data/access/stored-post.server";
import { type RequestFacts, requestFacts } from "~/kit/data/access/request.server";
import { type ParametersAlong, takingParametersAlong } from "~/kit/data/db/parameters.server";
import { isSameOrigin } from "~/kit/data/access/same-origin";
import { mayReadReplica } from "~/kit/data/db/replica.server";
import { sharingReads } from "~/kit/data/db/shared-reads.server";
import type { SessionState } from "~/kit/data/access/session.server";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import { isPasswordStale, StalePassword } from "~/kit/data/access/fresh-password.server";
import { forkRequest } from "~/kit/page/forms/read-form";

/** A permission code, or: anyone; anyone signed in. */
export type Permission = "public" | "signed-in" | (string & {});

export interface PageCall {
  request: Request;
  url: URL;
  params: Record<string, string | undefined>;
  facts: RequestFacts;
}

export type ViewerCall = PageCall & { viewer: Viewer };

type Args = LoaderFunctionArgs | ActionFunctionArgs;
type GuardedHandler<R> = ((args: Args) => Promise<Awaited<R>>) & {
  permission: Permission;
  /** Of a route that serves several addresses: the permission at each. */
  permissionAt?(pathname: string): Permission;
};

/** The only way into a page: lets in who holds the permission and hands the viewer on; everyone else is answered by the entry rules. */
export function page<R>(
  permission: Permission,
  handler: (call: ViewerCall) => R,
  { changesFigures = true } = {},
): GuardedHandler<R> {
  return guarded(permission, async (call) => {
    const viewer = await requireViewer(call);
    if (permission !== "signed-in" && !allows(viewer, permission)) throw problem.forbidden();
    admit(call);
    return serve({ ...call, viewer }, handler, changesFigures);
  });
}

const serve = <R>(call: ViewerCall, handler: (call: ViewerCall) => R, changesFigures = true): Promise<Awaited<R>> =>
  runFresh(call, (fresh) =>
    answerOnce({ ...call, request: fresh }, async (request) => {
      try {
        const show = () => handler({ ...call, request });
        return await (isRead(request) ? mayReadReplica(call.facts, show) : show());
      } finally {
        if (changesFigures && !isRead(request)) figuresChanged();
      }
    }),
  );

/** The same where one file serves several addresses, each with a permission of its own; throws problem.missing at an address that has none. */
export function pageAt<R>(
  permissionAt: (pathname: string) => Permission,
  handler: (call: ViewerCall) => R,
): GuardedHandler<R> {
  const guard = guarded("by address", async (call) => {
    const viewer = await requireViewer(call);
    if (!allows(viewer, permissionAt(call.url.pathname))) throw problem.forbidden();
    admit(call);
    return serve({ ...call, viewer }, handler);
  });
  return Object.assign(guard, { permissionAt });
}

export function publicPage<R>(handler: (call: PageCall) => R): GuardedHandler<R> {
  return guarded("public", async (call) => handler(call));
}

/** The frame around all pages, for anyone. All loaders of a page begin before any of them goes on, so the session is not read yet. */
export function framePage<R>(handler: (call: PageCall) => R): GuardedHandler<R> {
  const guard = publicPage(handler);
  const framed = (args: Args) => {
    requestFacts(args.request, args.context).framed = true;
    return guard(args);
  };
  return Object.assign(framed, { permission: guard.permission });
}

function guarded<R>(permission: Permission, run: (call: PageCall) => Promise<R>): GuardedHandler<R> {
  const guard = async (args: Args): Promise<Awaited<R>> => {
    const { request, context } = args;
    const facts = requestFacts(request, context);
    try {
      const call = { request, url: new URL(request.url), params: args.params, facts };
      if (!isRead(request) && !isSameOrigin(request)) {
        throw new RefusalAnswer({ message: "请求来自其他网站，已拒绝" }, { status: 403 });
      }
      await enter(call);
      const work = () => run(call) as Promise<Awaited<R>>;
      return await (isRead(request)
        ? takingParametersAlong(
            () => parametersOf(facts),
            () => sharingReads(facts.reads, work),
          )
        : work());
    } catch (error) {
      if (isResponse(error)) throw error;
      if (isBrokenOff(error)) throw unread();
      const refusal = refusalOf(error, request, facts);
      if (refusal) throw problemPage(refusal, new URL(request.url));
      throw pageFault(error, facts.requestId);
    }
  };
  return Object.assign(guard, { permission });
}

const isRead = ({ method }: Request) => method === "GET" || method === "HEAD";

/** What a page's frame has read of the parameters. */
async function parametersOf(facts: RequestFacts): Promise<ParametersAlong | undefined> {
  if (!facts.framed) return undefined;
  const session = await facts.session();
  const framed = session.state === "live" ? session.framed : undefined;
  return framed && { names: framed.parameterNames, values: framed.parameters };
}

/** Where a person gets nowhere else before. */
const comesFirst = {
  "must-change-password": "/modify-password",
  "must-set-up-second-factor": "/second-factor",
  normal: undefined,
};

async function requireViewer({ request, url, facts }: PageCall): Promise<Viewer> {
  const session = await sessionOrSignOut(facts);
  if (session.state === "live") {
    const first = comesFirst[session.viewer.userStatus];
    if (first && ![first, "/sign-out"].includes(url.pathname)) throw redirect(first);
    return session.viewer;
  }
  const to = new URLSearchParams();
  // A redirect to an address that no request may have would lead nowhere.
  const wanted = [cleanAddress(url), url.pathname].find((one) => encodeURIComponent(one).length < 8000);
  if (wanted && wanted !== "/") to.set("to", wanted);
  if (request.method === "POST" && session.state === "expired") {
    const kept = await storePost(request, session.userId);
    if (kept) to.set("kept", kept);
  }
  throw redirect(to.size > 0 ? `/login?${to}` : "/login", 303);
}

/** Throws where nobody waits for an answer any more, or an upload must wait. What was sent whole to change something is still done. */
function admit({ request, facts }: PageCall): void {
  if (request.signal.aborted && isRead(request)) throw unread();
  const message = facts.admit();
  if (message) throw new RefusalAnswer({ message }, { status: 429 });
}

const unread = () => new Response(null, { status: brokenOffStatus });

/** The session; where the person or their roles cannot be read though the database answers, a page that only lets them sign out. */
export async function sessionOrSignOut(facts: RequestFacts): Promise<SessionState> {
  try {
    return await facts.session();
  } catch (error) {
    if (outageOf(error)) throw error;
    log.error({ err: error, requestId: facts.requestId }, "user or roles unreadable");
    throw new RefusalAnswer(
      { ref: facts.requestId, signOut: true, message: `系统错误，请重新登录（错误信息：${facts.requestId}）` },
      { status: 500 },
    );
  }
}

function noPermission(url: URL): Response {
  return redirect(`/401?from=${encodeURIComponent(url.pathname)}`, 303);
}

function problemPage(problem: Problem, url: URL) {
  if (problem.reason === "forbidden") return noPermission(url);
  const isLate = problem instanceof SlowProblem;
  const status = isLate ? 503 : problem instanceof BusyProblem ? 429 : statusOf[problem.reason];
  return new RefusalAnswer({ message: problem.message, way: problem.way }, { status });
}

const statusOf = { missing: 404, stale: 409, used: 409, field: 422 };

/** Runs a page's handler; where it asks for a fresh password, the person is led to the page that takes it, and what they posted is kept until they come back. */
async function runFresh<R>(
  { request, url, viewer }: { request: Request; url: URL; viewer: Viewer },
  run: (request: Request) => R,
): Promise<Awaited<R>> {
  const keeps = isPasswordStale(viewer) && isForm(request);
  const [first, copy] = keeps ? await forkRequest(request) : [request, undefined];
  try {
    return await run(first);
  } catch (error) {
    if (!(error instanceof StalePassword)) throw error;
    const to = new URLSearchParams({ to: error.backTo ?? cleanAddress(url) });
    const kept = copy && (await storePost(copy, viewer.userId));
    if (kept) to.set("kept", kept);
    throw redirect(`/confirm-password?${to}`, 303);
  }
}

const isForm = ({ method, headers }: Request) =>
  method === "POST" && /urlencoded/.test(headers.get("content-type") ?? "");
