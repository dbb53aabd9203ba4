import type { Transaction } from "kysely";
import type { DB } from "~/kit/data/db/tables";
import { attemptOne, wordsOf } from "./sheets/write-rows.server";

/** Removes records all at once, or by halves until those that cannot be removed are found; answers why those stay, by key. */
export async function removeTogether(
  trx: Transaction<DB>,
  keys: readonly string[],
  remove: (keys: string[]) => Promise<unknown>,
): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  const refusal = await attemptOne(trx, () => remove([...keys]));
  if (!refusal) return new Map();
  if (keys.length === 1) return new Map([[keys[0]!, wordsOf(refusal)]]);
  const middle = Math.ceil(keys.length / 2);
  const later = await removeTogether(trx, keys.slice(middle), remove);
  return new Map([...later, ...(await removeTogether(trx, keys.slice(0, middle), remove))]);
}
