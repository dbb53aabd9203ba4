import type { z } from "zod";

/** What a whole form says of a record: an input left empty clears its field (null) wherever the schema lets the field be empty. */
export function clearEmptyFields<S extends z.ZodObject>(schema: S, value: z.output<S>): z.output<S> {
  const whole: Record<string, unknown> = { ...value };
  for (const [name, rule] of Object.entries(schema.shape)) {
    // A rule that reads nothing as not said keeps what there is.
    const empty = whole[name] === undefined ? (rule as z.ZodType).safeParse(null) : undefined;
    if (empty?.success && empty.data !== undefined) whole[name] = null;
  }
  return whole as z.output<S>;
}
