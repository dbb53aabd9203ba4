import { describe, expect, it } from "vitest";
import { apiCalls } from "~/calls/calls.server";
import { functionNames } from "~/function-names";
import { build } from "../kit/visit";

const nameOf = functionNames(build.routes, apiCalls.keys());
const chinese = /\p{Script=Han}/u;

describe("what the log of requests calls a function", () => {
  it("is said in Chinese for every call, and tells the calls of one room apart", () => {
    const named = [...apiCalls.keys()].map((path) => [path, nameOf(path)] as const);
    expect(named.filter(([, { name, known }]) => !known || !chinese.test(name) || /\/|undefined/.test(name))).toEqual(
      [],
    );
    const byRoom = new Map<string, string[]>();
    for (const [path, { name }] of named) {
      const key = `${path.slice(0, path.lastIndexOf("/"))} ${name}`;
      byRoom.set(key, [...(byRoom.get(key) ?? []), path]);
    }
    expect([...byRoom.values()].filter((paths) => paths.length > 1)).toEqual([]);
  });

  it("is said in Chinese for every page, and is not that of other addresses", () => {
    const paths = Object.values(build.routes).flatMap((route) =>
      route?.path ? [`/${route.path.replace(/^\//, "")}`] : [],
    );
    const nameless = paths
      .filter((path) => !path.includes("*"))
      .map((path) => [path, nameOf(path.replace(/:\w+\??/g, "0".repeat(32))).name])
      .filter(([, name]) => !chinese.test(name!) || name === "其他地址");
    expect(nameless).toEqual([]);
  });
});
