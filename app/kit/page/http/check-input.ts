import type { z } from "zod";
import { type FieldError, problem } from "~/kit/ground/problem";
import { askAllRules } from "~/kit/page/forms/ask-all-rules";
import { chineseMessage } from "~/kit/page/forms/messages";
import type { Endpoint } from "./api.server";
import { findUnknownFields } from "./find-unknown-fields";

const mostErrors = 100;

/** What a call sent, as its schema has it; refused at its fields, with those that the call does not know, one message each. */
export function checkInput({ request, reply }: Pick<Endpoint, "request" | "reply">, input: unknown): unknown {
  const unknown = findUnknownFields(request, reply, input);
  const result = askAllRules(request).safeParse(input, { error: chineseMessage });
  if (result.success && unknown.length === 0) return result.data;
  const issues = result.error?.issues ?? [];
  throw problem.fields(firstOfEach([...unknown, ...issues.map(asError)]).slice(0, mostErrors));
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
