import type { ServerBuild } from "@remix-run/node";
import type { RequestHandler } from "express";

/**
 * Answers each request by a handler that knows only the routes whose address begins as the request's does. Remix ranks
 * and compiles every route it knows several times a request, so that a page would cost more with each room that is added.
 */
export function splitByRouteGroup(
  build: ServerBuild,
  handlerOf: (build: ServerBuild) => RequestHandler,
): RequestHandler {
  const all = handlerOf(build);
  const groups = new Map([...firstSegments(build)].map((first) => [first, handlerOf(only(build, first))]));
  return (request, response, next) => (groups.get(firstSegment(request.path)) ?? all)(request, response, next);
}

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
