export interface RecordChange {
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  /** Differences that are said whole, not as one value before and one after. */
  said?: { label: string; words: string }[];
}

/** A field in words: `was` where the record was there before, `is` where it is there after; or both as one in `words`. */
export interface Difference {
  /** The field, where it is one. */
  name?: string;
  label: string;
  was?: string;
  is?: string;
  words?: string;
}

/** What a change did to the labelled fields, in their order. */
export function differencesOf(
  { before, after, said = [] }: RecordChange,
  labels: Record<string, string>,
  show: (name: string, value: unknown) => string,
): Difference[] {
  const names = Object.keys(labels).filter(
    (name) => JSON.stringify(before?.[name] ?? null) !== JSON.stringify(after?.[name] ?? null),
  );
  return [
    ...names.map((name) => ({
      name,
      label: labels[name]!,
      was: before ? show(name, before[name]) : undefined,
      is: after ? show(name, after[name]) : undefined,
    })),
    ...said,
  ];
}

export const differenceInWords = ({ label, was, is, words }: Difference): string =>
  `${label}：${words ?? [was, is].filter((side) => side !== undefined).join(" → ")}`;
