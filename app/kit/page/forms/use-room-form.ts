import { parse } from "@conform-to/react";
import { getZodConstraint } from "@conform-to/zod/v4";
import { useRouteLoaderData } from "@remix-run/react";
import { z } from "zod";
import type { Field } from "./field";
import type { Reply } from "./read-form";

export interface RoomForm {
  id: string;
  /** What is wrong with the form as a whole. */
  errors?: string[];
  /** By the names of fields; "" is the form as a whole. */
  allErrors: Record<string, string[]>;
  initialValue: Record<string, unknown>;
}

/** A field, which may hold others: of an object by name, of a list by place. */
export interface RoomField extends Field {
  getFieldset(): Record<string, RoomField>;
  getFieldList(): RoomField[];
}

type RoomFields<S extends z.ZodObject> = { [Name in keyof z.input<S>]-?: RoomField };

/** Shows the refused post, else what was typed before the session expired, else `defaults`; `id` prefixes its ids. */
export function useRoomForm<S extends z.ZodObject>(
  schema: S,
  reply: Reply | null | undefined,
  defaults?: Partial<Record<keyof z.input<S>, unknown>> | null,
  id = "form",
): [RoomForm, RoomFields<S>] {
  const kept = (useRouteLoaderData("root") as { kept?: [string, string][] | null } | undefined)?.kept;
  const shown = reply ?? (kept ? typedBefore(kept) : null);
  const initialValue = (shown?.initialValue ?? defaults ?? {}) as Record<string, unknown>;
  const allErrors: Record<string, string[]> = {};
  for (const [name, words] of Object.entries(shown?.error ?? {})) if (words) allErrors[name] = words;
  const constraint = constraintOf(schema);

  const fieldAt = (name: string, value: unknown): RoomField => ({
    ...constraint[name.replace(/\[\d+\]/g, "[]")],
    id: `${id}-${name}`,
    name,
    initialValue: typedAs(value),
    errors: allErrors[name],
    getFieldset: () => fieldsBelow(`${name}.`, (value ?? {}) as Record<string, unknown>),
    getFieldList: () => ((value ?? []) as unknown[]).map((one, place) => fieldAt(`${name}[${place}]`, one)),
  });
  /** Also of names that nothing is known of yet. */
  const fieldsBelow = (prefix: string, values: Record<string, unknown>) =>
    new Proxy({} as Record<string, RoomField>, {
      get: (made, name: string) => (made[name] ??= fieldAt(`${prefix}${name}`, values[name])),
    });

  const form = { id, errors: allErrors[""], allErrors, initialValue };
  return [form, fieldsBelow("", initialValue) as RoomFields<S>];
}

/** The name and value of a button that asks for a form again with one more row, or without one. */
export const addingRow = (list: string, row: Record<string, unknown> = {}) =>
  intent("insert", { name: list, defaultValue: typedAs(row) });
export const removingRow = (list: string, index: number) => intent("remove", { name: list, index });

const intent = (type: "insert" | "remove", payload: object) => ({
  name: "__intent__",
  value: JSON.stringify({ type, payload }),
  formNoValidate: true,
});

/** A value as a form sends it: a tick as `on` or nothing, a number as its digits. */
function typedAs(value: unknown): unknown {
  if (value === null || value === false) return undefined;
  if (value === true) return "on";
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return value.map((one) => typedAs(one) ?? "");
  if (typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, typedAs(one)]));
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
