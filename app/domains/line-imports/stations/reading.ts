import type { z } from "zod";
import { type ChoicesForm, sentChoices, type StationChoices } from "./choices";
import { pickOf } from "./direction-rows";
import type { StationPreview } from "./preview";

export function readingOf(
  { choices, preview }: { choices: StationChoices; preview: StationPreview | null },
  sent: z.output<typeof ChoicesForm>,
  form: FormData,
): Partial<StationChoices> {
  const picks = { ...choices.picks };
  for (const { rows } of preview?.directions ?? []) {
    for (const row of rows) {
      const posted = form.get(`pick-${row.row}`);
      // What stands there by itself is nobody's choice.
      if (typeof posted !== "string" || posted === pickOf(row)) continue;
      if (posted === "") delete picks[row.row];
      else if (posted === "new" || row.candidates.some(({ staUuid }) => staUuid === posted)) picks[row.row] = posted;
    }
  }
  const read = sentChoices(sent);
  return { ...read, sheet: read.sheet ?? choices.sheet, picks };
}

export function isSameReading(choices: StationChoices, reading: Partial<StationChoices>): boolean {
  const inOrder = (value: unknown): unknown =>
    value && typeof value === "object" ? Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)) : value;
  return Object.entries(reading).every(
    ([name, value]) =>
      JSON.stringify(inOrder(value) ?? null) === JSON.stringify(inOrder(choices[name as keyof StationChoices]) ?? null),
  );
}
