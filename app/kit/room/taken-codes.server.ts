import { db } from "~/kit/data/db/pool.server";
import { isFree, type RecordTable } from "~/kit/data/db/records.server";
import type { FieldError } from "~/kit/ground/problem";
import type { Fields } from "./fields";

/** What a posted form names that another record has already, beside whatever else is wrong with it. */
export async function findTakenCodes(
  room: object,
  kept: RecordTable,
  form: FormData,
  ownKey: string | undefined,
): Promise<FieldError[]> {
  const { fields } = room as { fields?: Fields };
  const asked = Object.values(kept.unique).flatMap(({ path, message, within }) => {
    const read = fields?.[path]?.rule.safeParse(form.get(path) ?? undefined);
    return !within && read?.success && read.data ? [{ path, message, value: read.data as unknown }] : [];
  });
  const free = await Promise.all(asked.map(({ path, value }) => isFree(db(), kept, path, value, ownKey)));
  return asked.filter((_, nth) => !free[nth]).map(({ path, message }) => ({ path, message }));
}
