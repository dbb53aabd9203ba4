import { sql } from "kysely";
import { organisationTree } from "~/domains/organisations/queries.server";
import { maskedPersons } from "~/domains/persons/queries.server";
import { allRoles, getRoleAuth, roleTicks } from "~/domains/roles/queries.server";
import { inScope } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { offerOf } from "~/kit/room/offers.server";
import type { TickNode } from "~/kit/page/trees/tick-tree";
import type { RoleTick, UserNode } from "./schema";
import { allUsers } from "./source.server";

/** All roles as a tree, those of a user checked; a role beyond the viewer's reach can be neither given nor taken. */
export async function roleAuthTree(viewer: Viewer, userId: string): Promise<RoleTick[]> {
  const { tree, keys } = await roleTicks(viewer, userId);
  const checked = (nodes: TickNode[]): RoleTick[] =>
    nodes.map(({ id, label, disabled = false, children }) => ({
      id,
      label,
      checked: keys.includes(id),
      disabled,
      children: checked(children),
    }));
  return checked(tree);
}

export async function rolesOfUser(viewer: Viewer, userId: string) {
  const { roleIds } = await getRoleAuth(viewer, userId);
  return (await allRoles(viewer))
    .filter((role) => roleIds.includes(role.roleId))
    .map(({ roleId, roleName, enabled }) => ({ roleId, roleName, enabled }));
}

/** The viewer's organisations with their users; users without an organisation stand at the top. */
export async function userTree(viewer: Viewer): Promise<UserNode[]> {
  const [organisations, users] = await Promise.all([organisationTree(viewer), allUsers(viewer)]);
  const usersOf = (orgId: string | null): UserNode[] =>
    users
      .filter((user) => user.orgId === orgId)
      .map((user) => ({
        id: user.userId,
        pId: orgId,
        title: `${user.userName}（${user.userAccount}）`,
        type: "user",
        children: [],
      }));
  const node = ({ orgId, pId, orgName, children }: (typeof organisations)[number]): UserNode => ({
    id: orgId,
    pId,
    title: orgName,
    type: "organisation",
    children: [...children.map(node), ...usersOf(orgId)],
  });
  return [...organisations.map(node), ...usersOf(null)];
}

export async function personsOf(viewer: Viewer, { orgId }: { orgId: string }) {
  const found = await sql<{
    personUuid: string;
    jobNumber: string;
    name: string;
    orgId: string;
    isValid: boolean;
    userId: string | null;
  }>`
    select p.person_uuid, p.job_number, p.name, p.org_id, p.is_valid,
      (select u.user_id from app_user u where u.person_uuid = p.person_uuid and u.deleted_at is null and ${inScope(viewer, sql`u.org_id`)} limit 1) as user_id
    from person p where p.org_id = ${orgId} and p.deleted_at is null and ${inScope(viewer, sql`p.org_id`)} order by p.job_number limit 5000`.execute(
    db(),
  );
  return found.rows;
}

/** Persons to choose from, by part of name, number or initials; those no longer valid are there and cannot be chosen. */
export async function personChoices(viewer: Viewer, { keyword, orgId }: { keyword?: string; orgId?: string }) {
  const wanted = keyword?.toLowerCase() ?? "";
  const found = await sql<{ value: string; label: string; isValid: boolean; disabled: boolean }>`
    select p.person_uuid as value, p.job_number || ' ' || p.name as label, p.is_valid, not p.is_valid as disabled from person p
    where p.deleted_at is null and ${inScope(viewer, sql`p.org_id`)} and (${orgId ?? null}::text is null or p.org_id = ${orgId ?? null})
      and (${wanted} = '' or strpos(lower(p.name), ${wanted}) > 0 or strpos(lower(p.job_number), ${wanted}) > 0 or strpos(p.spell, ${wanted}) > 0)
    order by p.job_number limit 5000`.execute(db());
  return found.rows;
}

/** The persons whom no user stands for, for a form to offer; those no longer valid cannot be chosen. */
export const offerPersons = offerOf(
  maskedPersons,
  ({ personUuid, jobNumber, name, isValid }) => ({
    value: personUuid,
    label: `${jobNumber} ${name}`,
    disabled: !isValid,
  }),
  sql`not exists (select from app_user u where u.person_uuid = person.person_uuid and u.deleted_at is null)`,
);
