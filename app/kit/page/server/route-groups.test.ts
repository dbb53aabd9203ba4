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
