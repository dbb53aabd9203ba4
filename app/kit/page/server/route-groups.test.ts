import type { ServerBuild } from "@remix-run/node";
import type { Request, Response } from "express";
import { expect, it } from "vitest";
import { splitByRouteGroup } from "./route-groups.server";

const paths = {
  station: "/station/station-management",
  detail: "station/station-management/:staUuid",
  line: "/line/line-management",
  any: "/*",
  start: "/",
};
const routes = Object.fromEntries(Object.entries(paths).map(([id, path]) => [id, { id, path, parentId: "root" }]));
const build = { routes: { root: { id: "root", path: "" }, ...routes } } as unknown as ServerBuild;

const Fault = () => null;
const Screen = () => null;
/** A layout without an address around a page with a screen, one with a boundary of its own and an answer without a screen. */
const nested = {
  layout: { id: "layout", parentId: "root", module: { default: Screen, PageError: Fault } },
  page: { id: "page", parentId: "layout", path: "/bus/:busUuid", module: { default: Screen } },
  own: { id: "own", parentId: "layout", path: "/bus/:busUuid/own", module: { default: Screen, ErrorBoundary: Screen } },
  photo: { id: "photo", parentId: "layout", path: "/bus/:busUuid/photo", module: { loader: Screen } },
};

/** The routes known to the handler that answers a path. */
function known(path: string): string[] {
  let found: string[] = [];
  const handle = splitByRouteGroup(build, (some) => () => void (found = Object.keys(some.routes)));
  handle({ path } as Request, {} as Response, () => undefined);
  return found;
}

it("gives a page only the routes that begin as its address does, and those that may be anything", () => {
  expect(known("/station/station-management/1")).toEqual(["root", "station", "detail", "any", "start"]);
  expect(known("/Line")).toEqual(["root", "line", "any", "start"]);
});

it("gives an address of no group all routes", () => {
  for (const path of ["/", "/nowhere", "/st%61tion/station-management", "/station.data"])
    expect(known(path)).toHaveLength(6);
});

it("knows a layout where one of its pages is, and shows in it what a page with a screen could not do", () => {
  const some = { routes: { ...build.routes, ...nested } } as unknown as ServerBuild;
  const routesAt = (path: string) => {
    let found: ServerBuild["routes"] = {};
    splitByRouteGroup(
      some,
      ({ routes }) =>
        () =>
          void (found = routes),
    )({ path } as Request, {} as Response, () => {});
    return found;
  };
  expect(Object.keys(routesAt("/station/1"))).toEqual(["root", "station", "detail", "any", "start"]);
  const buses = routesAt("/Bus/1");
  expect(Object.keys(buses)).toEqual(["root", "any", "start", ...Object.keys(nested)]);
  const boundary = (id: string) => (buses[id]!.module as { ErrorBoundary?: unknown }).ErrorBoundary;
  expect(Object.keys(nested).map(boundary)).toEqual([undefined, Fault, Screen, undefined]);
});
