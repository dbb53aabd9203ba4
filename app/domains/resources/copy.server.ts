import type { Viewer } from "~/kit/data/access/viewer";
import { inTransaction, newKey } from "~/kit/data/db/pool.server";
import { createRecord } from "~/kit/data/db/records.server";
import { problem } from "~/kit/ground/problem";
import { nextSortNumber, isModuleOfApp, resolvePlace, requirePlace, subtreeOf } from "./place.server";
import { lockResource, theOne } from "./records.server";
import type { ResourceRow } from "./room";
import type { ResourceCopy } from "./schema";
import { resourceSource } from "./source.server";

const most = 1000;

/** Copies a resource with all below it to another place, under new names where theirs are taken there. No role holds a copy. */
export async function copyResource(viewer: Viewer, { resourceId, title, ...to }: ResourceCopy): Promise<ResourceRow> {
  return inTransaction(async (trx) => {
    const original = await lockResource(trx, viewer, resourceId);
    const rows = await subtreeOf(trx, resourceId);
    if (rows.length > most) throw problem.field("", `一次最多复制 ${most} 个资源，这里有 ${rows.length} 个`);
    const place = await requirePlace(trx, original, resolvePlace(to, original));
    const names = await trx
      .selectFrom("resource")
      .select("resourceName")
      .where("appId", "=", place.appId)
      .where("deletedAt", "is", null)
      .execute();
    const taken = new Set(names.map((row) => row.resourceName));
    const keys = new Map(rows.map((row) => [row.resourceId, newKey()]));
    for (const row of rows) {
      const top = row.resourceId === resourceId;
      await createRecord(trx, viewer, resourceSource.kept, {
        resourceId: keys.get(row.resourceId),
        appId: place.appId,
        pid: top ? place.pid : keys.get(row.pid!),
        moduleId: (await isModuleOfApp(trx, row.moduleId, place.appId)) ? row.moduleId : null,
        type: row.type,
        resourceName: freeName(row.resourceName, taken),
        title: top ? (title ?? `${row.title.slice(0, 61)} 副本`) : row.title,
        permissionCode: row.permissionCode,
        path: row.path,
        icon: row.icon,
        isHome: false,
        noCache: row.noCache,
        resourceSort: top ? await nextSortNumber(trx, place) : row.resourceSort,
        enabled: row.enabled,
      });
    }
    return theOne(trx, viewer, keys.get(resourceId)!);
  });
}

function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let copy = 1; taken.has(free); copy++) free = `${name.slice(0, 56)}Copy${copy > 1 ? copy : ""}`;
  taken.add(free);
  return free;
}
