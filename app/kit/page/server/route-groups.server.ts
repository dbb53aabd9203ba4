import type { ServerBuild } from "@remix-run/node";
import type { RequestHandler } from "express";
import type { ComponentType } from "react";
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
  const build = { ...given, routes: boundFaults(refusePosts(given.routes)) };
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

/**
 * What a page under a layout could not do is shown in the layout, where the layout says how. It stands on each page, as of a
 * layout whose own boundary shows a refused change the loader is not run; and never on a route without a screen, which would become one.
 */
function boundFaults(routes: ServerBuild["routes"]): ServerBuild["routes"] {
  const entries = Object.entries(routes).map(([id, route]) => {
    const above = route?.parentId && (routes[route.parentId]?.module as { PageError?: ComponentType } | undefined);
    if (!above || !above.PageError || !route.module.default) return [id, route];
    return [id, { ...route, module: { ErrorBoundary: above.PageError, ...route.module } }];
  });
  return Object.fromEntries(entries) as ServerBuild["routes"];
}

function firstSegments({ routes }: ServerBuild): Set<string> {
  return new Set(
    Object.values(routes).flatMap((route) => (isPage(route) && isFixed(route.path) ? firstSegment(route.path!) : [])),
  );
}

/** The group's own routes and those whose first segment may be anything, with the layouts above them. */
function only(build: ServerBuild, first: string): ServerBuild {
  const pages = Object.values(build.routes).filter((route): route is NonNullable<typeof route> => isPage(route));
  const kept = pages.filter(({ path }) => !isFixed(path) || firstSegment(path!) === first);
  const shown = new Set(kept.flatMap(({ id, parentId }) => [id, parentId]));
  const routes = Object.entries(build.routes).filter(([id]) => id === "root" || shown.has(id));
  return { ...build, routes: Object.fromEntries(routes) };
}

/** Neither the root nor a layout, which has no address of its own. */
const isPage = (route: { parentId?: string; path?: string } | undefined) =>
  route?.parentId !== undefined && route.path !== undefined;
const isFixed = (path: string | undefined) => path !== undefined && /^\/?[\w-]+(\/|$)/.test(path);
/** Addresses are matched whatever their case. */
const firstSegment = (path: string) => /^\/?([^/]*)/.exec(path)![1]!.toLowerCase();
