import type { ServerBuild } from "@remix-run/node";
import type { RequestHandler } from "express";
import { RefusalAnswer } from "~/kit/page/refusal/refusal-answer";

/**
 * Answers each request by a handler that knows only the routes whose address begins as the request's does. Remix ranks
 * and compiles every route it knows several times a request, so that a page would cost more with each room that is added.
 */
export function splitByRouteGroup(
  given: ServerBuild,
  handlerOf: (build: ServerBuild) => RequestHandler,
): RequestHandler {
  const build = { ...given, routes: refusePosts(given.routes) };
  const all = handlerOf(build);
  const groups = new Map([...firstSegments(build)].map((first) => [first, handlerOf(only(build, first))]));
  return (request, response, next) => (groups.get(firstSegment(request.path)) ?? all)(request, response, next);
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
