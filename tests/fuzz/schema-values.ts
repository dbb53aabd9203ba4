import fc from "fast-check";
import { z } from "zod";
import type { Known } from "./known";
import { oddNumber, oddText, oddValue, raw } from "./odd-values";
import type { Random } from "./random";

/** The part of JSON Schema that the program's document uses. */
export interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  prefixItems?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minItems?: number;
  maxItems?: number;
  $ref?: string;
}

export interface Source {
  random: Random;
  known: Known;
  /** The document's own schemas, for references. */
  named: Record<string, Schema>;
}

/** Of a record's key. */
export const keyPattern = "^[0-9a-f]{32}$";

const checks = new WeakMap<Schema, z.ZodType>();

/** Whether a value is what the schema wants. */
export function fits(schema: Schema, value: unknown, named: Record<string, Schema>): boolean {
  let check = checks.get(schema);
  if (!check) checks.set(schema, (check = schemaCheck(schema, named)));
  return check.safeParse(value).success;
}

/** A check made of a JSON Schema that may refer to the document's own schemas. */
export function schemaCheck(schema: Schema, named: Record<string, Schema>): z.ZodType {
  const whole = JSON.stringify({ ...schema, $defs: JSON.stringify(schema).includes("$ref") ? named : undefined });
  return z.fromJSONSchema(JSON.parse(whole.replaceAll("#/components/schemas/", "#/$defs/")) as never);
}

/** A value that the schema takes, of living records where a field's name tells of one. */
function validValue(schema: Schema, name: string, source: Source, depth = 0): unknown {
  const { random, known, named } = source;
  if (schema.$ref)
    return depth > 4 ? null : validValue(named[schema.$ref.split("/").at(-1)!] ?? {}, name, source, depth + 1);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) {
    const real = choices.filter(({ type }) => type !== "null");
    return real.length < choices.length && random.isTrue(0.3)
      ? null
      : validValue(random.pick(real), name, source, depth + 1);
  }
  if ("const" in schema) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type;
  if (type === "object") return validObject(schema, source, depth);
  if (type === "array") {
    if (schema.prefixItems) return schema.prefixItems.map((one) => validValue(one, name, source, depth + 1));
    const least = Math.max(schema.minItems ?? 0, random.isTrue(0.8) ? 1 : 0);
    const length = Math.min(schema.maxItems ?? 4, random.whole(least, least + 2));
    const singular = name === "ids" ? "" : name.replace(/s$/, "");
    return Array.from({ length }, () => validValue(schema.items ?? {}, singular, source, depth + 1));
  }
  if (type === "boolean") return random.isTrue(0.5);
  const isFresh = random.isTrue(0.25);
  const told = isFresh ? undefined : known.value(name, random, (value) => fits(schema, value, named));
  if (told !== undefined) return told;
  if (type === "number" || type === "integer") return validNumber(schema, type, random);
  return type === "null" ? null : validText(schema, name, source);
}

export function validObject(schema: Schema, source: Source, depth = 0): Record<string, unknown> {
  const { properties = {}, required = [] } = schema;
  const wanted = Object.entries(properties).filter(([name]) => required.includes(name) || source.random.isTrue(0.4));
  return Object.fromEntries(wanted.map(([name, one]) => [name, validValue(one, name, source, depth + 1)]));
}

function validNumber({ minimum = 0, exclusiveMinimum, maximum }: Schema, type: string, random: Random): number {
  const least = Math.max(minimum, exclusiveMinimum === undefined ? minimum : exclusiveMinimum + 1);
  const most = Math.min(maximum ?? least + 5, least + (random.isTrue(0.8) ? 5 : 1e6));
  return type === "integer"
    ? random.whole(least, most)
    : Math.round((least + random.next() * (most - least)) * 1e6) / 1e6;
}

function validText(
  { pattern, format, minLength = 0, maxLength = 40 }: Schema,
  name: string,
  { random, known }: Source,
): string {
  if (pattern === keyPattern) return (known.value(name, random, () => true) as string) ?? known.anyKey(random);
  if (format === "date") return `20${random.whole(20, 30)}-0${random.whole(1, 9)}-${random.whole(10, 28)}`;
  if (pattern) return fc.sample(fc.stringMatching(new RegExp(pattern)), { seed: random.whole(1, 1e9), numRuns: 1 })[0]!;
  const like = known.value(name, random, (value) => typeof value === "string" && value.length <= maxLength);
  if (typeof like === "string" && /\d/.test(like)) return like.replace(/\d/g, () => String(random.whole(0, 9)));
  const text = `测${random.whole(0, 1e9).toString(36)}`;
  return text.padEnd(minLength, "长").slice(0, Math.max(maxLength, 1));
}

/** What stands at a field instead of a valid value: at its bounds and one past them, of another kind, or odd in itself. */
export function oddFor(schema: Schema | undefined, random: Random): unknown {
  if (!schema || random.isTrue(0.35)) return oddValue(random);
  const one = schema.anyOf ? random.pick(schema.anyOf) : schema;
  if (one.type === "string") return oddText(random, one.maxLength);
  if (one.type === "number" || one.type === "integer") {
    const bounds = [one.minimum, one.maximum].filter((bound) => bound !== undefined);
    const near = bounds.flatMap((bound) => [bound, bound - 1, bound + 1, bound + 1e-9, String(bound)]);
    return random.isTrue(0.6) && near.length > 0 ? random.pick([...near, raw("-0"), null, ""]) : oddNumber(random);
  }
  if (one.type === "array") {
    const [least = 0, most = 500] = [one.minItems, one.maxItems];
    const item = random.isTrue(0.5) ? oddFor(one.items, random) : oddText(random);
    return Array.from(
      { length: Math.max(0, random.pick([least - 1, least, 2, Math.min(most + 1, 6000)])) },
      () => item,
    );
  }
  return oddValue(random);
}
