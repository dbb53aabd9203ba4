import bcd from "@mdn/browser-compat-data" with { type: "json" };
import type { CompatStatement, Identifier, SimpleSupportStatement } from "@mdn/browser-compat-data";
import { floor } from "../../app/shell/browser-floor";

const { css } = bcd as unknown as { css: Record<"properties" | "selectors" | "at-rules" | "types", Identifier> };
const types = new Map(namesUnder(css.types));
const browsers = Object.keys(floor) as (keyof typeof floor)[];

/** The browsers of the floor that do not know a property, or a word or function that stands in its value. */
export function unknownToSome(property: string, value: string): string[] {
  const known = css.properties[property];
  // Names of fonts are asked for in turn.
  if (property === "font-family") return [];
  const here = [property, known?.__compat] as const;
  const words = value.replace(/"[^"]*"|'[^']*'|url\([^)]*\)/g, "").match(/[a-z][a-z0-9-]*\(?/g) ?? [];
  const parts = words.map((word) => [word, partOf(known, word)] as const);
  const units = /\d(dvh|svh|lvh|dvw|svw|lvw|cqw|cqi|cqh|lh|rlh)\b/.exec(value);
  return [here, ...parts].flatMap(complaintOf).concat(units ? [`unit ${units[1]}`] : []);
}

/** The browsers of the floor that do not know a pseudo class or element, named without its colons. */
export const unknownSelector = (name: string) => complaintOf([`:${name}`, css.selectors[name]?.__compat]);

/** The browsers of the floor that do not know an at-rule. */
export const unknownRule = (name: string) => complaintOf([`@${name}`, css["at-rules"][name]?.__compat]);

function partOf(property: Identifier | undefined, word: string): CompatStatement | undefined {
  const name = word.replace("(", "");
  return property?.[name]?.__compat ?? (word.endsWith("(") ? types.get(name) : undefined);
}

function complaintOf([what, compat]: readonly [string, CompatStatement | undefined]): string[] {
  if (!compat) return [];
  const missing = browsers.filter((browser) => {
    const all = [compat.support[browser] ?? []].flat() as SimpleSupportStatement[];
    return !all.some((one) => !one.prefix && !one.alternative_name && !one.flags && isIn(one, floor[browser]));
  });
  return missing.length > 0 ? [`${what} (${missing.join(", ")})`] : [];
}

function isIn({ version_added: from, version_removed: until }: SimpleSupportStatement, version: number): boolean {
  if (typeof from !== "string" || until) return false;
  // Of a main version all its minor ones count: who has Safari 14 has been offered 14.1.
  return from === "preview" ? false : Math.floor(Number.parseFloat(from.replace("≤", ""))) <= version;
}

function* namesUnder(place: Identifier): Generator<[string, CompatStatement]> {
  for (const [name, inner] of Object.entries(place)) {
    if (name === "__compat") continue;
    const { __compat } = inner as Identifier;
    if (__compat) yield [name, __compat];
    yield* namesUnder(inner as Identifier);
  }
}
