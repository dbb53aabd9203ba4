import type { Choice } from "./field";

export interface OfferedChoices {
  choices: Choice[];
  keyword: string;
  /** How many the search found, as far as they are offered. */
  found: number;
  /** Nothing else is there to be found. */
  all: boolean;
}

/** By field name; of a field that stands in every row of a list, `lines[].lineUuid`. */
export type Picks = Record<string, OfferedChoices>;

export function foundInWords({ keyword, found }: Pick<OfferedChoices, "keyword" | "found">): string {
  if (found === 0) return `没有找到“${keyword}”，请换一个词查找。`;
  return found < mostOffered
    ? `“${keyword}”找到 ${found} 条。`
    : `“${keyword}”找到很多，这里是前 ${found} 条，可以再多写几个字。`;
}

/** A page stays small however many records there are. */
export const mostOffered = 60;

export const boxOf = (field: string) => `find:${field}`;
export const lookedForOf = (field: string) => `found:${field}`;

/** The search that a form's post asks for instead of saving: by a box's button, or by words in it that were not looked for yet, as after Enter. */
export function searchIn(form: FormData): string | null {
  const pressed = form.get("find");
  if (typeof pressed === "string" && pressed) return pressed;
  for (const [name, typed] of form) {
    const field = name.startsWith("find:") && name.slice(5);
    if (field && typeof typed === "string" && typed.trim() && typed.trim() !== form.get(lookedForOf(field)))
      return field;
  }
  return null;
}

export const keywordIn = (form: Pick<FormData | URLSearchParams, "get">, field: string) =>
  String(form.get(boxOf(field)) ?? "")
    .trim()
    .slice(0, 64);

/** What a posted form has chosen in a field, in every row of a list too. */
export function chosenIn(form: FormData, field: string): string[] {
  const chosen = [...form].filter(
    ([name, value]) => typeof value === "string" && value !== "" && name.replace(/\[\d+\]/g, "[]") === field,
  );
  return [...new Set(chosen.map(([, value]) => value as string))];
}

export function chosenOf(values: object | null | undefined, field: string): string[] {
  const found = field
    .split(/\.|(?=\[\])/)
    .reduce<unknown[]>(
      (all, part) =>
        all.flatMap((one) => (part === "[]" ? (one as unknown[]) : [(one as Record<string, unknown>)?.[part]])),
      [values],
    );
  return [...new Set(found.flat().filter((value): value is string => typeof value === "string" && value !== ""))];
}

/** In the place of a name: a record that is gone, or that others may see. */
export const notTheirs = "（已删除，或属于其他机构）";
