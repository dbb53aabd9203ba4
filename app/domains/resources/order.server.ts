import type { Viewer } from "~/kit/data/access/viewer";
import { inTransaction } from "~/kit/data/db/pool.server";
import { updateRecord } from "~/kit/data/db/records.server";
import { lockResource } from "./records.server";
import type { ResourceRow } from "./room";
import { resourceSource } from "./source.server";

export async function stepResource(viewer: Viewer, resourceId: string, step: -1 | 1): Promise<ResourceRow> {
  return inTransaction(async (trx) => {
    const row = await lockResource(trx, viewer, resourceId);
    const siblings = await trx
      .selectFrom("resource")
      .select(["resourceId", "resourceSort"])
      .where("appId", "=", row.appId)
      .where("pid", row.pid === null ? "is" : "=", row.pid)
      .where("deletedAt", "is", null)
      .orderBy("resourceSort")
      .orderBy("resourceId")
      .execute();
    const from = siblings.findIndex((one) => one.resourceId === resourceId);
    const to = Math.max(0, Math.min(siblings.length - 1, from + step));
    siblings.splice(to, 0, ...siblings.splice(from, 1));
    const numbers = numbersFor(siblings.map((one) => one.resourceSort));
    for (const [place, { resourceId: key }] of siblings.entries())
      await updateRecord(trx, viewer, resourceSource.kept, key, { resourceSort: numbers[place] });
    return row;
  });
}

/** The same numbers in rising order where they all differ, so that only two records change; else new ones. */
function numbersFor(numbers: number[]): number[] {
  const sorted = [...numbers].sort((a, b) => a - b);
  const step = Math.max(1, Math.min(10, Math.floor(9999 / numbers.length)));
  return new Set(numbers).size === numbers.length
    ? sorted
    : sorted.map((_, place) => Math.min(9999, (place + 1) * step));
}
