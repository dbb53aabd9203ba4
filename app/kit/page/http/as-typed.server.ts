import type { z } from "zod";

type Json = Record<string, unknown>;

/** Turns the pattern of a schema that first cuts spaces off or makes letters alike into that of what may be sent; where letters change, no pattern of it can be given, and `x-pattern-after-cleaning` keeps the one that is checked. */
export function describeAsTyped(schema: z.core.$ZodTypes, json: Json): void {
  const { pattern } = json;
  if (typeof pattern !== "string") return;
  const cleaned = cleaning(schema);
  if (cleaned === undefined) return;
  if (cleaned === "spaces") json.pattern = pattern.replace(/^\^([^]*)\$$/, "^\\s*(?:$1)\\s*$");
  else {
    delete json.pattern;
    json["x-pattern-after-cleaning"] = pattern;
  }
}

const probe = " ａ-1 b ";

/** What happens to a text before it is compared with the pattern. */
function cleaning(schema: z.core.$ZodTypes): "spaces" | "letters" | undefined {
  const checks = "checks" in schema._zod.def ? (schema._zod.def.checks ?? []) : [];
  const overwrites = checks.map(({ _zod }) => _zod.def as { check: string; tx?: (text: string) => string });
  const steps = overwrites.flatMap(({ check, tx }) => (check === "overwrite" && tx ? [tx] : []));
  if (steps.length === 0) return undefined;
  return steps.reduce((text, step) => step(text), probe) === probe.trim() ? "spaces" : "letters";
}
