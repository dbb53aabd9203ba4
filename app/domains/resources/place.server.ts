import { sql, type Transaction } from "kysely";
import type { DB } from "~/kit/data/db/tables";
import { problem } from "~/kit/ground/problem";
import { placeInTree } from "~/kit/page/trees/place.server";
import { mayStandBelow } from "./rules";
import { type ResourceRow, type ResourceType, resourceTypes } from "./room";
import { resourcePlaces } from "./source.server";

export interface Place {
  appId: string;
  pid: string | null;
}

export function resolvePlace(
  { appId, pid }: { appId?: string; pid?: string | null },
  current?: Place,
): { appId?: string; pid: string | null } {
  if (pid) return { appId, pid };
  if (pid === null || (appId !== undefined && appId !== current?.appId))
    return { appId: appId ?? current?.appId, pid: null };
  return { appId: current?.appId ?? appId, pid: current?.pid ?? null };
}

/** Throws where a resource cannot stand: below itself, too deep, below what does not take its type, or in another app than its parent. Holds the tree. */
export async function requirePlace(
  trx: Transaction<DB>,
  { resourceId, type }: { resourceId?: string; type: ResourceType },
  wanted: { appId?: string; pid: string | null },
): Promise<Place> {
  await placeInTree(trx, resourcePlaces, resourceId, wanted.pid);
  const parent =
    wanted.pid === null
      ? null
      : ((await trx
          .selectFrom("resource")
          .select(["type", "appId"])
          .where("resourceId", "=", wanted.pid)
          .executeTakeFirstOrThrow()) as Pick<ResourceRow, "type" | "appId">);
  if (parent && wanted.appId && parent.appId !== wanted.appId)
    throw problem.field("pid", "上级资源属于另一个应用，请选择同一应用中的上级");
  if (!mayStandBelow(type, parent?.type ?? null))
    throw problem.field(
      "pid",
      `${typeLabel(type)}不能放在${parent ? `${typeLabel(parent.type)}下` : "顶层"}，请选择其他上级`,
    );
  const appId = parent?.appId ?? wanted.appId;
  if (!appId) throw problem.field("appId", "请选择应用");
  // Locked, so that the app cannot be deleted meanwhile.
  const app = await sql`select 1 from app where app_id = ${appId} and deleted_at is null for share`.execute(trx);
  if (app.rows.length === 0) throw problem.field("appId", "应用不存在或已删除");
  return { appId, pid: wanted.pid };
}

export const typeLabel = (type: ResourceType) => resourceTypes.find(({ value }) => value === type)!.label;

export async function isModuleOfApp(
  trx: Transaction<DB>,
  moduleId: string | null | undefined,
  appId: string,
): Promise<boolean> {
  if (!moduleId) return true;
  const found =
    await sql`select 1 from module m join app on app.app_code = m.product_code where m.module_id = ${moduleId} and m.deleted_at is null and app.app_id = ${appId} for share of m`.execute(
      trx,
    );
  return found.rows.length > 0;
}

export async function nextSortNumber(trx: Transaction<DB>, { appId, pid }: Place): Promise<number> {
  const found = await sql<{
    last: number;
  }>`select coalesce(max(resource_sort), 0) as last from resource where app_id = ${appId} and pid is not distinct from ${pid} and deleted_at is null`.execute(
    trx,
  );
  return Math.min(9999, found.rows[0]!.last + 10);
}

export async function subtreeOf(trx: Transaction<DB>, resourceId: string): Promise<ResourceRow[]> {
  const found = await sql<ResourceRow>`
    with recursive down as (
      select resource_id, 1 as level from resource where resource_id = ${resourceId}
      union all select r.resource_id, down.level + 1 from resource r join down on r.pid = down.resource_id where r.deleted_at is null and down.level < 50
    ) select r.* from resource r join down using (resource_id) order by down.level, r.resource_sort, r.resource_id`.execute(
    trx,
  );
  return found.rows;
}
