import { z } from "zod";

const known = new WeakMap<z.core.$ZodType, z.core.$ZodType>();

/** The schema whose rules over several fields are asked also where other fields are wrong, so that all errors are told at once. */
export function askAllRules<S extends z.core.$ZodType>(schema: S): S {
  const made = known.get(schema) ?? withAllRules(schema);
  known.set(schema, made);
  return made as S;
}

function withAllRules(schema: z.core.$ZodType): z.core.$ZodType {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === "pipe") return z.clone(schema as never, { ...def, in: askAllRules(def.in) } as never);
  if (def.type !== "object" || !def.checks?.length) return schema;
  return z.clone(schema as never, { ...def, checks: def.checks.map(askAnyway) } as never);
}

const askAnyway = (rule: z.core.$ZodCheck<never>) =>
  z.core._check<object>(
    (payload) => {
      if (payload.issues.length === 0) return ask(rule, payload);
      const wrong = payload.issues.map(({ path }) => path?.[0]);
      const rest = Object.fromEntries(Object.entries(payload.value).filter(([name]) => !wrong.includes(name)));
      // A wrong field may seem to break the rule as it was typed or by its absence; what breaks it both ways is broken.
      const asTyped = askApart(rule, payload.value).map(textOf);
      payload.issues.push(...askApart(rule, rest).filter((issue) => asTyped.includes(textOf(issue))));
    },
    { when: ({ value }) => typeof value === "object" && value !== null && !Array.isArray(value) },
  );

function askApart(rule: z.core.$ZodCheck<never>, value: unknown): z.core.$ZodRawIssue[] {
  const payload = { value, issues: [] as z.core.$ZodRawIssue[] };
  try {
    ask(rule, payload);
  } catch {
    return [];
  }
  return payload.issues;
}

function ask(rule: z.core.$ZodCheck<never>, payload: { value: unknown; issues: z.core.$ZodRawIssue[] }): void {
  const checked = rule._zod.check(payload as never) as void | Promise<void>;
  if (checked instanceof Promise) checked.catch(() => undefined);
}

const textOf = ({ path, message, code }: z.core.$ZodRawIssue) => JSON.stringify([path, message, code]);
