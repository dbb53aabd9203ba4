import { z } from "zod";
import { date } from "~/kit/page/forms/rules";
import type { FilterField } from "~/kit/page/tables/define-table";

export const whole = z.string().trim().max(64, "最多 64 个字").optional();
export const days = { from: date.optional(), to: date.optional() };

export const dayFields: FilterField<"from" | "to">[] = [
  { name: "from", label: "从", kind: "date" },
  { name: "to", label: "到", kind: "date" },
];

/** The options of a filter by their labels. */
export const choicesOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

export const oneIn = <T extends string>(labels: Record<T, string>) =>
  z.enum(Object.keys(labels) as [T, ...T[]], { error: "请从列表中选择" }).optional();
