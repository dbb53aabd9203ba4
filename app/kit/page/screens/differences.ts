export interface Changed {
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  /** Differences that are told whole, not as one value before and one after. */
  told?: { label: string; words: string }[];
}

/** A field in words: `was` where the record was there before, `is` where it is there after; or both told as one. */
export interface Difference {
  label: string;
  was?: string;
  is?: string;
  told?: string;
}

/** What a change did to the labelled fields, in their order. */
export function differencesOf(
  { before, after, told = [] }: Changed,
  labels: Record<string, string>,
  show: (name: string, value: unknown) => string,
): Difference[] {
  const names = Object.keys(labels).filter(
    (name) => JSON.stringify(before?.[name] ?? null) !== JSON.stringify(after?.[name] ?? null),
  );
  return [
    ...names.map((name) => ({
      label: labels[name]!,
      was: before ? show(name, before[name]) : undefined,
      is: after ? show(name, after[name]) : undefined,
    })),
    ...told.map(({ label, words }) => ({ label, told: words })),
  ];
}

export const differenceInWords = ({ label, was, is, told }: Difference): string =>
  `${label}：${told ?? [was, is].filter((side) => side !== undefined).join(" → ")}`;
