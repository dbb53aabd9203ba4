import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { apiCalls } from "~/api.server";
import { groupBy } from "~/kit/ground/group-by";
import { account, enter } from "../kit/accounts";
import type { Visitor } from "../kit/visit";
import { addressesOf, fullestRecords, type Keys, keysOf, pagePaths, withOthers } from "./addresses";
import { fits, gap, linesOf, valuesOf, withGaps } from "../kit/said";
import { expectAsKept } from "../kit/said-kept";

/** Secrets made for whoever asks; files that were kept at the same moment, of which each run shows others; jobs that ran beside. */
const neverTheSame = /^\/(second-factor|attachment\/attachment-management$|api\/baseJobExecLog)/;
let person: Visitor;
let keys: Keys;

beforeAll(async () => {
  person = await enter(await account({ isSuper: true, called: "reader" }));
  keys = await withOthers(keysOf(await fullestRecords()));
});

const groups = groupBy(
  pagePaths().filter((path) => !neverTheSame.test(path)),
  (path) => /^\/([^/]+)\//.exec(path)?.[1] ?? "others",
);

describe("on the demo city every page says what it said before, and nothing else", () => {
  it.each([...groups])("%s", async (group, paths) => {
    const said = new Map<string, string[]>();
    for (const path of paths) {
      const [at] = addressesOf(path, keys);
      const answer = await person.send(at!, { headers: { accept: "text/html", "sec-fetch-site": "same-origin" } });
      const text = await answer.text();
      const isPage = answer.headers.get("content-type")?.startsWith("text/html") && answer.status < 300;
      said.set(`${answer.status} ${path}`, isPage ? linesOf(text) : []);
    }
    expectAsKept(group, said);
  });
});

it("on the demo city every call that reads answers what it answered before, and nothing else", async () => {
  const said = new Map<string, string[]>();
  for (const [path, { method, permission, request }] of apiCalls) {
    if (!permission.endsWith(".read") || neverTheSame.test(path)) continue;
    const { properties = {} } = z.toJSONSchema(request, { io: "input", unrepresentable: "any" });
    const own = Object.keys(properties).flatMap((name) =>
      keys.has(name) ? [[name, [...keys.get(name)!][0]!] as const] : [],
    );
    const bodies = [{}, ...(own.length > 0 ? [Object.fromEntries(own)] : [])];
    for (const body of bodies) {
      const headers = { authorization: person.token!, "content-type": "application/json" };
      const query = method === "GET" ? `?${new URLSearchParams(body)}` : "";
      const answer = await person.send(path + query, {
        method,
        headers,
        ...(method !== "GET" && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      const isJson = answer.headers.get("content-type")?.startsWith("application/json");
      const at = `${answer.status} ${path} with ${Object.keys(body).join(", ") || "nothing"}`;
      said.set(at, isJson ? valuesOf(JSON.parse(text)) : [`${answer.headers.get("content-type")}`]);
    }
  }
  expect(said.size).toBeGreaterThan(100);
  expectAsKept("calls", said);
});

describe("what is kept", () => {
  it("fits what differs at its gaps only", () => {
    expect(fits(["a", "b"], ["a", "b"])).toBe(true);
    expect(fits(["a", "b"], ["a", "b", "b"])).toBe(false);
    expect(fits(["a", gap, "b"], ["a", "b"])).toBe(true);
    expect(fits(["a", gap, "b"], ["a", "x", "b", "b"])).toBe(true);
    expect(fits(["a", gap, "b"], ["a", "x", "b", "c"])).toBe(false);
    expect(fits([gap, "b", gap], ["a"])).toBe(false);
    expect(fits(["a", gap, "b", "c", gap, "c"], ["a", "b", "c"])).toBe(false);
    expect(fits(["a", gap, "b", "c", gap, "c"], ["a", "b", "b", "c", "c"])).toBe(true);
  });

  it("is renewed with its gaps, and learns further ones", () => {
    expect(withGaps(["a", gap, "b", "c"], ["a", "1", "2", "b", "new", "c"])).toEqual(["a", gap, "b", "new", "c"]);
    expect(withGaps(["a", "b", "c"], ["a", "x", "c"], true)).toEqual(["a", gap, "c"]);
    expect(withGaps(["a", "b"], ["a", "b"], true)).toEqual(["a", "b"]);
  });
});
