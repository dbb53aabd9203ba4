import { z } from "zod";
import { type FieldError, problem } from "~/kit/ground/problem";
import { chineseMessage } from "~/kit/page/forms/messages";
import type { Endpoint } from "./api.server";

const mostErrors = 100;

/** What a call sent, as its schema has it; refused at its fields, with those that the call does not know, one message each. */
export function checkInput({ request, reply }: Pick<Endpoint, "request" | "reply">, input: unknown): unknown {
  const unknown = unknownFields(request, reply, input);
  const result = request.safeParse(input, { error: chineseMessage });
  if (result.success && unknown.length === 0) return result.data;
  const issues = result.error?.issues ?? [];
  throw problem.fields(firstOfEach([...unknown, ...issues.map(asError)]).slice(0, mostErrors));
}

/** The fields of a body that neither its request nor, so that an answer can be sent back whole, its reply has. */
function unknownFields(request: z.ZodType, reply: z.ZodType, input: unknown): FieldError[] {
  const known = namesOf(request);
  if (!known || typeof input !== "object" || input === null || Array.isArray(input)) return [];
  const answered = reply instanceof z.ZodObject ? Object.keys(reply.shape) : [];
  return Object.keys(input)
    .filter((name) => !known.has(name) && !answered.includes(name))
    .map((name) => ({ path: name, message: `没有“${name.slice(0, 64)}”这个字段，请检查名称` }));
}

const names = new WeakMap<z.core.$ZodType, { known: ReadonlySet<string> | undefined }>();

function namesOf(schema: z.core.$ZodType): ReadonlySet<string> | undefined {
  const before = names.get(schema);
  if (before) return before.known;
  const known = readNames(schema);
  names.set(schema, { known });
  return known;
}

function readNames(schema: z.core.$ZodType): ReadonlySet<string> | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "object":
      return def.catchall ? undefined : new Set(Object.keys(def.shape));
    case "intersection":
      return joined([def.left, def.right]);
    case "union":
      return joined(def.options);
    case "pipe":
      return namesOf((def.in as z.core.$ZodTypes)._zod.def.type === "transform" ? def.out : def.in);
    case "optional":
    case "nullable":
    case "default":
    case "prefault":
    case "nonoptional":
    case "readonly":
      return namesOf(def.innerType);
    case "lazy":
      return namesOf(def.getter());
    default:
      return undefined;
  }
}

function joined(schemas: readonly z.core.$ZodType[]): ReadonlySet<string> | undefined {
  const all = schemas.map(namesOf);
  return all.includes(undefined) ? undefined : new Set(all.flatMap((some) => [...some!]));
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
