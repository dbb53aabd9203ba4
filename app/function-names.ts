import { summaryOf } from "~/calls/summaries";
import type { Screen } from "~/kit/page/screens/screen";

/** As much of a server build's routes as says which address shows which screen. */
export type RouteTable = Record<string, { path?: string; module?: unknown } | undefined>;

/** What an address is called in the log of requests; `known` where it is an address of the program itself, to the last letter. */
export type NameFunction = (path: string) => { name: string; known: boolean };

/** Screens go by their title, calls by what they do, what belongs to a screen (a record's page, an export) by that screen; built once, so that a request costs one or two look-ups. */
export function functionNames(routes: RouteTable, calls: Iterable<string>): NameFunction {
  const callNames = new Map([...calls].map((path) => [path, `接口：${summaryOf(path)}`]));
  const names = new Map<string, string>();
  for (const { path, module } of Object.values(routes).filter((route) => route !== undefined)) {
    const { handle } = (module ?? {}) as { handle?: Screen };
    if (!path || /[:*]/.test(path)) continue;
    const title = typeof handle?.title === "string" ? handle.title : handle?.titleAt?.(path);
    if (title) names.set(path, title);
  }
  for (const [path, name] of Object.entries(frame)) names.set(path, name);
  return (path) => {
    const call = callNames.get(path);
    if (call) return { name: call, known: true };
    for (let at = path.toLowerCase(); at; at = at.slice(0, at.lastIndexOf("/"))) {
      const name = names.get(at);
      if (name) return { name, known: at.length === path.length };
    }
    return { name: "其他地址", known: path === "/" };
  };
}

/** What has an address and no title of its own. */
const frame: Record<string, string> = {
  "/": "进入系统",
  "/sign-out": "退出登录",
  "/open-app": "打开应用",
  "/map/tiles": "地图瓦片",
  "/api/openapi.json": "接口文档",
  "/healthz": "运行检查",
  "/readyz": "运行检查",
  "/metrics": "运行指标",
  "/display": "值班屏",
  "/search/palette": "搜索",
  "/help": "使用手册",
  ...Object.fromEntries(
    ["/tabs", "/shortcuts", "/sidebar", "/list-columns", "/saved-filters", "/avatar", "/page-speed"].map((path) => [
      path,
      "页面框架",
    ]),
  ),
};
