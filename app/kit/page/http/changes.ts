import { z } from "zod";

type Plain<T> = T extends z.ZodDefault<infer Inner> ? Inner : T extends z.ZodPrefault<infer Inner> ? Inner : T;
type Changes<S extends z.ZodRawShape> = {
  [Name in keyof S]: z.ZodOptional<Plain<S[Name]> extends z.ZodType ? Plain<S[Name]> : z.ZodType>;
};

/** What is left out stays as it is; `partial()` would not do: zod fills in defaults, so an update would reset them. */
export function changesOf<S extends z.ZodRawShape>(record: z.ZodObject<S>): z.ZodObject<Changes<S>> {
  const shape = Object.entries(record.shape).map(([name, rule]) => {
    const plain =
      rule instanceof z.ZodDefault || rule instanceof z.ZodPrefault
        ? (rule.unwrap() as z.ZodType)
        : (rule as z.ZodType);
    return [name, plain.optional()];
  });
  return z.object(Object.fromEntries(shape)) as unknown as z.ZodObject<Changes<S>>;
}
