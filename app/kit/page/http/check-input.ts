import { z } from "zod";
import { type FieldError, problem } from "~/kit/ground/problem";
import { askAllRules } from "~/kit/page/forms/ask-all-rules";
import { chineseMessage } from "~/kit/page/forms/messages";
import type { Endpoint } from "./api.server";

const mostErrors = 100;

/** What a call sent, as its schema has it; refused at its fields, with those that the call does not know, one message each. */
export function checkInput({ request, reply }: Pick<Endpoint, "request" | "reply">, input: unknown): unknown {
  const unknown = findUnknownFields(request, reply, input);
  const result = askAllRules(request).safeParse(input, { error: chineseMessage });
  if (result.success && unknown.length === 0) return result.data;
  const issues = result.error?.issues ?? [];
  throw problem.fields(firstOfEach([...unknown, ...issues.map(asError)]).slice(0, mostErrors));
}

/** What was sent without the optional fields that are empty: to a call that only reads, an empty one is none. */
export function withoutEmpty(request: z.ZodType, input: unknown): unknown {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return input;
  const shapes = leavesOf(request).filter(isObject);
  const mayLack = (name: string) => {
    const known = shapes.flatMap(({ _zod }) => (Object.hasOwn(_zod.def.shape, name) ? [_zod.def.shape[name]!] : []));
    return known.length > 0 && known.every(({ _zod }) => _zod.optin !== undefined);
  };
  return Object.fromEntries(
    Object.entries(input).filter(([name, value]) => (value !== "" && value !== null) || !mayLack(name)),
  );
}

function asError({ path, message }: z.core.$ZodIssue): FieldError {
  const row = path.find((part) => typeof part === "number");
  return { path: path.join("."), message, ...(typeof row === "number" && { row: row + 1 }) };
}

function firstOfEach(errors: readonly FieldError[]): FieldError[] {
  const seen = new Set<string>();
  return errors.filter(({ path, message }) => {
    const mark = path || `：${message}`;
    return !seen.has(mark) && seen.add(mark);
  });
}

type Schema = z.core.$ZodType;
type AnsweredFields = ReadonlyMap<string, ReadonlySet<string>>;

const rows = "[]";

/** The fields of what was sent, at any depth, that neither its schema nor, so that an answer can be sent back whole, the reply has under the same name. */
function findUnknownFields(request: Schema, reply: Schema, input: unknown): FieldError[] {
  return unknownIn(leavesOf(request), input, { path: [], name: "", answered: answeredBy(reply) });
}

function unknownIn(
  leaves: readonly Schema[],
  value: unknown,
  at: { path: (string | number)[]; name: string; answered: AnsweredFields },
): FieldError[] {
  const below = (schemas: readonly Schema[], key: string | number, name: string, one: unknown) =>
    unknownIn(schemas.flatMap(leavesOf), one, { ...at, path: [...at.path, key], name });
  if (Array.isArray(value)) {
    const elements = leaves.flatMap((leaf) => (isArray(leaf) ? [leaf._zod.def.element] : []));
    if (!elements.flatMap(leavesOf).some((leaf) => isArray(leaf) || isObject(leaf))) return [];
    return value.flatMap((one, row) => below(elements, row, at.name, one));
  }
  const objects = leaves.filter(isObject);
  if (typeof value !== "object" || value === null || objects.length === 0) return [];
  const isOpen =
    leaves.some((leaf) => !isObject(leaf) && !isArray(leaf)) || objects.some((one) => one._zod.def.catchall);
  return Object.entries(value).flatMap(([name, one]) => {
    const known = objects.flatMap(({ _zod }) => (Object.hasOwn(_zod.def.shape, name) ? [_zod.def.shape[name]!] : []));
    if (known.length > 0) return below(known, name, name, one);
    const answered = at.name ? [at.name, rows] : [""];
    if (isOpen || answered.some((field) => at.answered.get(field)?.has(name))) return [];
    const row = at.path.find((part) => typeof part === "number");
    const message = `没有“${name.slice(0, 64)}”这个字段，请检查名称`;
    return { path: [...at.path, name].join("."), message, ...(row !== undefined && { row: row + 1 }) };
  });
}

const isObject = (schema: Schema): schema is z.core.$ZodObject => schema._zod.def.type === "object";
const isArray = (schema: Schema): schema is z.core.$ZodArray => schema._zod.def.type === "array";

const leaves = new WeakMap<Schema, readonly Schema[]>();

/** What a schema may be, its wrappers taken off. */
function leavesOf(schema: Schema): readonly Schema[] {
  const known = leaves.get(schema) ?? readLeaves(schema);
  leaves.set(schema, known);
  return known;
}

function readLeaves(schema: Schema): readonly Schema[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "intersection":
      return [def.left, def.right].flatMap(leavesOf);
    case "union":
      return def.options.flatMap(leavesOf);
    case "pipe":
      return leavesOf((def.in as z.core.$ZodTypes)._zod.def.type === "transform" ? def.out : def.in);
    case "optional":
    case "nullable":
    case "default":
    case "prefault":
    case "nonoptional":
    case "readonly":
    case "catch":
      return leavesOf(def.innerType);
    case "lazy":
      return leavesOf(def.getter());
    default:
      return [schema];
  }
}

const answers = new WeakMap<Schema, AnsweredFields>();

function answeredBy(reply: Schema): AnsweredFields {
  const known = answers.get(reply) ?? readAnswered(reply);
  answers.set(reply, known);
  return known;
}

/** The names that objects of a reply have, by the field in which they stand; the reply's own under no name, those of a list that is the reply under `rows`. */
function readAnswered(reply: Schema): AnsweredFields {
  const [found, seen] = [new Map<string, Set<string>>(), new Set<Schema>()];
  const read = (schema: Schema, name: string): void => {
    for (const leaf of leavesOf(schema)) {
      if (isArray(leaf)) read(leaf._zod.def.element, name || rows);
      if (!isObject(leaf) || seen.has(leaf)) continue;
      seen.add(leaf);
      const { shape } = leaf._zod.def;
      found.set(name, new Set([...(found.get(name) ?? []), ...Object.keys(shape)]));
      for (const [field, inner] of Object.entries(shape)) read(inner, field);
    }
  };
  read(reply, "");
  return found;
}
