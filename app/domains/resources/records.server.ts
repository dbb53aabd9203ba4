import { sql, type Transaction } from "kysely";
import { ownAppCode } from "~/domains/apps/room";
import { type Viewer, allows } from "~/kit/data/access/viewer";
import { inTransaction } from "~/kit/data/db/pool.server";
import { createRecord, deleteRecords, restoreRecord, updateRecord, updateRecords } from "~/kit/data/db/records.server";
import type { DB } from "~/kit/data/db/tables";
import { attempt, problem } from "~/kit/ground/problem";
import { lockRows, loadRows } from "~/kit/room/source.server";
import { refuseUsed } from "~/kit/room/uses.server";
import { lockTree } from "~/kit/page/trees/place.server";
import { programResourceNames } from "~/permissions";
import { nextSortNumber, isModuleOfApp, resolvePlace, requirePlace, subtreeOf, typeLabel } from "./place.server";
import { mayStandBelow, shapeErrors } from "./rules";
import type { ResourceRow, ResourceType } from "./room";
import type { ResourceValues } from "./schema";
import { references, resourcePlaces, resourceSource } from "./source.server";
import { requireFreshPassword } from "~/kit/data/access/fresh-password.server";

const otherModule = "这个模块不属于该应用，请从列表中选择";

export async function createResource(viewer: Viewer, values: ResourceValues): Promise<ResourceRow> {
  return inTransaction(async (trx) => {
    refuseWrongShape({ permissionCode: null, path: null, ...values } as ResourceRow);
    const place = await requirePlace(trx, { type: values.type }, resolvePlace(values));
    if (!(await isModuleOfApp(trx, values.moduleId, place.appId))) throw problem.field("moduleId", otherModule);
    const resourceSort = values.resourceSort ?? (await nextSortNumber(trx, place));
    const { resourceId } = await createRecord<{ resourceId: string }>(trx, viewer, resourceSource.kept, {
      ...values,
      ...place,
      resourceSort,
    });
    return theOne(trx, viewer, resourceId);
  });
}

/** Changes the fields given; to another place it takes its whole subtree along, into another app too. */
export const updateResource = (
  viewer: Viewer,
  resourceId: string,
  changes: Partial<ResourceValues>,
  version?: number,
): Promise<ResourceRow> => inTransaction((trx) => changeResource(trx, viewer, resourceId, changes, version));

export async function changeResource(
  trx: Transaction<DB>,
  viewer: Viewer,
  resourceId: string,
  changes: Partial<ResourceValues>,
  version?: number,
): Promise<ResourceRow> {
  const current = await lockResource(trx, viewer, resourceId);
  const given = Object.fromEntries(
    Object.entries(changes).filter(([, value]) => value !== undefined),
  ) as Partial<ResourceRow>;
  const next = { ...current, ...given };
  refuseWrongShape(next);
  const place = await requirePlace(trx, next, resolvePlace(changes, current));
  if (next.type !== current.type) await refuseHomelessChildren(trx, resourceId, next.type);
  if (await isBuiltIn(trx, current)) refuseOtherNature(current, { ...next, ...place });
  await refuseOtherCode(trx, current, next.permissionCode);
  if (next.enabled !== current.enabled) await refuseSwitching(trx, viewer, current, next.enabled);
  const moved = place.appId !== current.appId;
  const fits = await isModuleOfApp(trx, next.moduleId, place.appId);
  if (!fits && !moved) throw problem.field("moduleId", otherModule);
  const below = moved ? (await subtreeOf(trx, resourceId)).slice(1).map((row) => row.resourceId) : [];
  await updateRecord(
    trx,
    viewer,
    resourceSource.kept,
    resourceId,
    { ...given, ...place, ...(!fits && { moduleId: null }) },
    version,
  );
  await updateRecords(trx, viewer, resourceSource.kept, below, { appId: place.appId, moduleId: null });
  return theOne(trx, viewer, resourceId);
}

/** Deletes resources, all or none; refused for what the program brings, what roles hold, and what others stand below. */
export async function deleteResources(viewer: Viewer, keys: string[]): Promise<void> {
  await inTransaction(async (trx) => {
    await lockTree(trx, resourcePlaces);
    for (const row of await lockRows<ResourceRow>(trx, resourceSource, viewer, keys)) {
      if (await isBuiltIn(trx, row)) throw problem.used(`“${row.title}”是程序自带的资源，可以停用，不能删除`);
    }
    await refuseUsed(trx, viewer, resourceSource.kept, references, keys);
    await deleteRecords(trx, viewer, resourceSource.kept, keys);
  });
}

/** Brings a deleted resource back where it stood; a name taken meanwhile must be given anew. */
export async function restoreResource(viewer: Viewer, resourceId: string, resourceName?: string): Promise<ResourceRow> {
  return inTransaction(async (trx) => {
    await lockTree(trx, resourcePlaces);
    const row = await restoreRecord<ResourceRow & Record<string, unknown>>(
      trx,
      viewer,
      resourceSource.kept,
      resourceId,
      resourceName ? { resourceName } : undefined,
    );
    await refusingToRestore(async () => {
      await requirePlace(trx, row, row);
      if (row.enabled) await refuseSwitching(trx, viewer, row, true);
    });
    if (!(await isModuleOfApp(trx, row.moduleId, row.appId)))
      await updateRecord(trx, viewer, resourceSource.kept, resourceId, { moduleId: null });
    return theOne(trx, viewer, resourceId);
  });
}

/** There is no field at which to mend what stops a restore, so it is told as a whole. */
async function refusingToRestore(check: () => Promise<void>): Promise<void> {
  const checked = await attempt(check);
  if (!checked.ok) throw problem.used(checked.problem.message);
}

/** The stored resource, locked with its tree; the tree first, as everyone takes them. */
export async function lockResource(trx: Transaction<DB>, viewer: Viewer, resourceId: string): Promise<ResourceRow> {
  await lockTree(trx, resourcePlaces);
  const [row] = await lockRows<ResourceRow>(trx, resourceSource, viewer, [resourceId]);
  return row!;
}

export async function theOne(trx: Transaction<DB>, viewer: Viewer, resourceId: string): Promise<ResourceRow> {
  return (await loadRows(resourceSource, viewer, [resourceId], trx))[0]!;
}

function refuseWrongShape(row: ResourceRow): void {
  const errors = shapeErrors(row);
  if (errors.length > 0) throw problem.fields(errors);
}

async function refuseHomelessChildren(trx: Transaction<DB>, resourceId: string, type: ResourceType): Promise<void> {
  const children = await trx
    .selectFrom("resource")
    .select("type")
    .distinct()
    .where("pid", "=", resourceId)
    .where("deletedAt", "is", null)
    .execute();
  const wrong = children.find((child) => !mayStandBelow(child.type as ResourceType, type));
  if (wrong) throw problem.field("type", `下面有${typeLabel(wrong.type as ResourceType)}，不能改为${typeLabel(type)}`);
}

/** What the program brings with it: the next start would make it again under its name. */
async function isBuiltIn(trx: Transaction<DB>, { resourceName, appId }: ResourceRow): Promise<boolean> {
  if (!programResourceNames.has(resourceName)) return false;
  const found = await sql`select 1 from app where app_id = ${appId} and app_code = ${ownAppCode}`.execute(trx);
  return found.rows.length > 0;
}

function refuseOtherNature(current: ResourceRow, next: ResourceRow): void {
  const fixed = [
    ["resourceName", "标识"],
    ["type", "类型"],
    ["permissionCode", "权限码"],
    ["appId", "所属应用"],
  ] as const;
  const errors = fixed
    .filter(([name]) => next[name] !== current[name])
    .map(([path, label]) => ({ path, message: `这是程序自带的资源，${label}不能修改` }));
  if (errors.length > 0) throw problem.fields(errors);
}

/*
 * Nobody gains rights through this room. A new resource, or a copy, is held by no role, so its code gives nothing until a
 * role takes it, where nobody can give what they do not hold. What roles do hold keeps its code, and comes back to life
 * only by the hand of someone who has the code already.
 */

/** Throws where a change would give its new code to those whose roles hold the resource. */
async function refuseOtherCode(trx: Transaction<DB>, current: ResourceRow, code: string | null): Promise<void> {
  if (code === current.permissionCode) return;
  const role = await findHolder(trx, current.resourceId);
  if (role)
    throw problem.field("permissionCode", `角色“${role}”已有此资源，换权限码会改变他们的权限：请新增资源，再重新授权`);
}

/** Before a resource that roles hold comes back to life or is switched off: who brings it back has its code, and their password is fresh. */
async function refuseSwitching(
  trx: Transaction<DB>,
  viewer: Viewer,
  { resourceId, permissionCode }: ResourceRow,
  on: boolean,
): Promise<void> {
  const role = permissionCode === null ? undefined : await findHolder(trx, resourceId);
  if (permissionCode === null || role === undefined) return;
  if (on && !allows(viewer, permissionCode))
    throw problem.field("enabled", `角色“${role}”会因此得到权限 ${permissionCode}，您没有这个权限，不能启用`);
  requireFreshPassword(viewer);
}

/** A role that holds the resource, deleted ones too: they may come back. */
async function findHolder(trx: Transaction<DB>, resourceId: string): Promise<string | undefined> {
  const found = await sql<{
    roleName: string;
  }>`select role_name from role_resource join role using (role_id) where resource_id = ${resourceId} order by role.deleted_at nulls first limit 1`.execute(
    trx,
  );
  return found.rows[0]?.roleName;
}
