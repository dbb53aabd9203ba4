import type { z } from "zod";

const names = new Set<string>();

/** Declares fields of a form whose values are neither kept nor sent back. */
export function secrets<Fields extends z.ZodRawShape>(fields: Fields): Fields {
  for (const name of Object.keys(fields)) names.add(name);
  return fields;
}

export const isSecret = (name: string): boolean => names.has(name);
