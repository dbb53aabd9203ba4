import { type RawBuilder, sql } from "kysely";
import { db, perDatabase, plannedOnce } from "~/kit/data/db/pool.server";
import { asTree, permittedResources, type ResourceNode } from "./menu.server";

/** The roles in force that a person holds, and which transaction had changed roles, resources or apps last when they were read. */
export interface HeldRoles {
  roleIds: string[];
  changedBy: string;
}

/** That transaction, as a column of a statement. */
export const lastChange = sql`(select changed_by::text from last_change where subject = 'access')`;

/** The permission codes that the roles give together. */
export const permissionsOfRoles = (held: HeldRoles): Promise<ReadonlySet<string>> =>
  openedBy(
    held,
    ["permissions"],
    sql<string[]>`array(select distinct res.permission_code
      from role r join role_resource rr using (role_id) join resource res using (resource_id)
      where ${inForce(held)} and res.enabled and res.deleted_at is null and res.permission_code is not null)`,
    (codes) => new Set(codes),
  );

/** The menu that the roles open together, or the one app's part of it; a super user's is whole. The same tree each time, until something of it changes. */
export const menuOfRoles = (held: HeldRoles, isSuper: boolean, appCode: string | null): Promise<ResourceNode[]> =>
  openedBy(
    held,
    ["menu", isSuper, appCode],
    permittedResources({ roles: inForce(held), whole: sql`${isSuper}` }, appCode, ["menu", "page", "link"]),
    asTree,
  );

const inForce = ({ roleIds }: HeldRoles) => sql`r.role_id = any(${roleIds}) and r.enabled and r.deleted_at is null`;

const kept = perDatabase(() => new Map<string, { changedBy: string; opened: object }>());
const mostKept = 300;

/** Shared by all who hold the same roles. */
async function openedBy<Read, Opened extends object>(
  { roleIds, changedBy }: HeldRoles,
  what: unknown[],
  column: RawBuilder<Read>,
  make: (read: Read) => Opened,
): Promise<Opened> {
  const name = JSON.stringify([what, roleIds]);
  const known = kept().get(name);
  if (known?.changedBy === changedBy) return known.opened as Opened;
  const on = db();
  const { rows } = await sql<{ read: Read; changedBy: string }>`${plannedOnce}
    select ${column} as read, ${lastChange} as changed_by`.execute(on);
  const opened = make(rows[0]!.read);
  // A transaction sees changes of its own that may never come into force.
  if (on.isTransaction) return opened;
  kept().delete(name);
  kept().set(name, { changedBy: rows[0]!.changedBy, opened });
  if (kept().size > mostKept) kept().delete(kept().keys().next().value!);
  return opened;
}
