import type { ServerBuild } from "@remix-run/node";
import type { RequestHandler } from "express";
import { RefusalAnswer } from "~/kit/page/refusal/refusal-answer";

/** Answers each request by the handler of its address's first segment. */
export function splitByRouteGroup(
  build: ServerBuild,
  handlerOf: (build: ServerBuild) => RequestHandler,
): RequestHandler {
  const find = handlersByRouteGroup(build, handlerOf);
  return (request, response, next) => find(request.path)(request, response, next);
}

/**
 * Finds the handler of a path, which knows only the routes whose address begins as the path does. Remix ranks and
 * compiles every route it knows several times a request, so that a page would cost more with each room that is added.
 */
export function handlersByRouteGroup<Handler>(
  given: ServerBuild,
  handlerOf: (build: ServerBuild) => Handler,
): (path: string) => Handler {
  const build = { ...given, routes: refusePosts(given.routes) };
  const all = handlerOf(build);
  const groups = new Map([...firstSegments(build)].map((first) => [first, handlerOf(only(build, first))]));
  return (path) => groups.get(firstSegment(path)) ?? all;
}

/** A route without a screen that takes no posts refuses them in words, where Remix answers English JSON. */
function refusePosts(routes: ServerBuild["routes"]): ServerBuild["routes"] {
  const entries = Object.entries(routes).map(([id, route]) => {
    const takesPosts = !route?.module || route.module.default || route.module.action;
    return [id, takesPosts ? route : { ...route, module: { ...route.module, action: refusePost } }];
  });
  return Object.fromEntries(entries) as ServerBuild["routes"];
}

const refusePost = () => {
  throw new RefusalAnswer({ message: "这个地址只能查看，不能提交" }, { status: 405 });
};

function firstSegments({ routes }: ServerBuild): Set<string> {
  return new Set(
    Object.values(routes).flatMap((route) => (isTop(route) && isFixed(route.path) ? firstSegment(route.path!) : [])),
  );
}

/** The group's own routes and those whose first segment may be anything. */
function only(build: ServerBuild, first: string): ServerBuild {
  const kept = Object.entries(build.routes).filter(
    ([, route]) => !isTop(route) || !isFixed(route.path) || firstSegment(route.path!) === first,
  );
  return { ...build, routes: Object.fromEntries(kept) };
}

const isTop = (route: { parentId?: string }) => route.parentId === "root";
const isFixed = (path: string | undefined) => path !== undefined && /^\/?[\w-]+(\/|$)/.test(path);
/** Addresses are matched whatever their case. */
const firstSegment = (path: string) => /^\/?([^/]*)/.exec(path)![1]!.toLowerCase();
