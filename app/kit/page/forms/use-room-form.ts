import { parse, useForm, type DefaultValue } from "@conform-to/react";
import { getZodConstraint } from "@conform-to/zod/v4";
import { useRouteLoaderData } from "@remix-run/react";
import { z } from "zod";
import type { Reply } from "./read-form";

/** Shows the refused post, else what was typed before the session expired, else `defaults`; `id` prefixes its ids. */
export function useRoomForm<S extends z.ZodObject>(
  schema: S,
  reply: Reply | null | undefined,
  defaults?: Partial<Record<keyof z.input<S>, unknown>> | null,
  id = "form",
) {
  const kept = (useRouteLoaderData("root") as { kept?: [string, string][] | null } | undefined)?.kept;
  return useForm<z.input<S>, z.output<S>>({
    id,
    lastResult: reply ?? (kept ? typedBefore(kept) : null),
    defaultValue: (defaults ?? undefined) as DefaultValue<z.input<S>>,
    constraint: constraintOf(schema),
    defaultNoValidate: false,
  });
}

function typedBefore(kept: [string, string][]): Reply {
  const form = new FormData();
  for (const [name, value] of kept) form.append(name, value);
  return { ...parse(form, { resolve: () => ({ error: {} }) }).reply(), status: "error", error: {} } as Reply;
}

const constraints = new WeakMap<z.ZodObject, ReturnType<typeof getZodConstraint>>();

function constraintOf(schema: z.ZodObject) {
  const known = constraints.get(schema) ?? withLengths(getZodConstraint(schema), schema);
  constraints.set(schema, known);
  return known;
}

/** This zod keeps lengths where conform's reading of a schema does not look; and of an optional choice of shapes conform thinks that it must be there. */
function withLengths(constraint: ReturnType<typeof getZodConstraint>, schema: z.ZodObject) {
  for (const [name, rule] of Object.entries(schema.shape)) {
    const { maxLength, minLength } = innermost(rule as z.ZodType) as Partial<z.ZodString>;
    if (constraint[name]?.required && (rule as z.ZodType).safeParse(undefined).success)
      constraint[name].required = false;
    if (constraint[name] && typeof maxLength === "number") constraint[name].maxLength = maxLength;
    if (constraint[name] && typeof minLength === "number" && minLength > 1) constraint[name].minLength = minLength;
  }
  return constraint;
}

function innermost(rule: z.ZodType): z.ZodType {
  if ("unwrap" in rule) return innermost((rule as z.ZodOptional<z.ZodType>).unwrap());
  if (!("in" in rule)) return rule;
  const { in: before, out: after } = rule as z.ZodPipe<z.ZodType, z.ZodType>;
  return innermost(before instanceof z.ZodTransform ? after : before);
}
