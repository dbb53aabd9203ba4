/** A record as a form would send it: nested names, repeated names for lists, ticks as `on`, nothing for what is empty. */
export function pairsOf(record: Record<string, unknown>): [string, string][] {
  return Object.entries(record).flatMap(([name, value]) => pairsUnder(name, value));
}

function pairsUnder(name: string, value: unknown): [string, string][] {
  if (value === null || value === undefined || value === "" || value === false) return [];
  if (value === true) return [[name, "on"]];
  if (value instanceof Date) return [[name, value.toISOString()]];
  if (Array.isArray(value)) {
    return value.flatMap((one, index) => pairsUnder(isPlain(one) ? `${name}[${index}]` : name, one));
  }
  if (isPlain(value)) return Object.entries(value).flatMap(([key, one]) => pairsUnder(`${name}.${key}`, one));
  return [[name, String(value)]];
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !(value instanceof Date) && !Array.isArray(value);

/** The field a form name belongs to: `stops[2].name` belongs to `stops`. */
const fieldOf = (name: string) => /^[^.[]+/.exec(name)?.[0] ?? name;

export const conflictNames = { mine: "__mine", theirs: "__theirs", take: "__take." } as const;

/** Puts the chosen side of every field together, where the form came from a conflict page; else the form as it is. */
export function resolveConflicts(form: FormData): FormData {
  const mine = form.get(conflictNames.mine);
  const theirs = form.get(conflictNames.theirs);
  if (typeof mine !== "string" || typeof theirs !== "string") return form;
  const merged = new FormData();
  const take = (name: string) => form.get(conflictNames.take + fieldOf(name)) ?? "mine";
  for (const [side, text] of [
    ["mine", mine],
    ["theirs", theirs],
  ] as const) {
    for (const [name, value] of new URLSearchParams(text)) if (take(name) === side) merged.append(name, value);
  }
  for (const [name, value] of form) if (!name.startsWith("__")) merged.append(name, value);
  return merged;
}
