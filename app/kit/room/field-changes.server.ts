import { z } from "zod";
import type { Viewer } from "~/kit/data/access/viewer";
import { historyOf } from "~/kit/data/db/history.server";
import { loadNames } from "./names.server";
import type { Room } from "./room";

export const FieldChange = z.object({
  field: z.string(),
  label: z.string(),
  /** create, update, delete, restore or import. */
  action: z.string(),
  oldValue: z.string(),
  newValue: z.string(),
  operator: z.string(),
  /** UTC, ISO 8601. */
  time: z.string(),
  reason: z.string().nullable(),
});
export type FieldChange = z.output<typeof FieldChange>;

/** What happened to a record field by field, newest first; a created or deleted one's empty fields are left out. */
export async function fieldChangesOf(
  viewer: Viewer,
  { words, refers }: Pick<Room<never>, "words" | "refers">,
  key: string,
): Promise<FieldChange[]> {
  const changes = await historyOf(key);
  const names = await loadNames(
    viewer,
    refers,
    changes.flatMap(({ before, after }) => [before, after]),
  );
  return changes.flatMap(({ action, before, after, userName, at, reason }) =>
    Object.entries(words.labels).flatMap(([field, label]) => {
      const [was, is] = [before?.[field] ?? null, after?.[field] ?? null];
      if (JSON.stringify(was) === JSON.stringify(is)) return [];
      const say = (side: Record<string, unknown> | null, value: unknown) =>
        side ? words.show(field, value, names) : "";
      return [
        {
          field,
          label,
          action,
          oldValue: say(before, was),
          newValue: say(after, is),
          operator: userName,
          time: at.toISOString(),
          reason,
        },
      ];
    }),
  );
}
