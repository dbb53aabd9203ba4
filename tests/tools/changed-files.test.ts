import { describe, expect, it } from "vitest";
import { namesIn } from "./changed-files.js";

const source = `import { sql } from "kysely";
import type {
  One,
  Two,
} from "./both";

export { three } from "./three";
/** What it does. */
export async function four(given: One): Promise<Two> {
  const { five } = await import("~/five");
  return five(given, sql);
}
export const six = (given: One) => given;
`;

describe("what a source imports and exports", () => {
  it.each([
    ["what a function does", "five(given, sql)", "five(given)"],
    ["what an exported value is", "=> given", "=> undefined"],
    ["a comment", "What it does", "What else it does"],
    ["how an import is laid out", "{\n  One,\n  Two,\n}", "{ One, Two, }"],
  ])("stays the same with another %s", (_what, old, text) => {
    expect(source).toContain(old);
    expect(namesIn(source.replace(old, text))).toBe(namesIn(source));
  });

  it.each([
    ["a name of an import", "  Two,\n", ""],
    ["where a name comes from", '"./both"', '"./other"'],
    ["a type that becomes a value", "import type {", "import {"],
    ["a module that is fetched later", '"~/five"', '"~/six"'],
    ["a module that is passed on", "three }", "three, more }"],
    ["an exported function", "function four", "function fourth"],
    ["an exported value", "const six", "const sixth"],
    ["what is no longer exported", "export const six", "const six"],
  ])("is another with %s", (_what, old, text) => {
    expect(source).toContain(old);
    expect(namesIn(source.replace(old, text))).not.toBe(namesIn(source));
  });
});
