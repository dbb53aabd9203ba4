import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import type { RecordTable } from "~/kit/data/db/records.server";
import { allOf, findOf, listOf, type Kept, streamOf } from "~/kit/room/source.server";
import type { ListState } from "~/kit/page/tables/select-page.server";
import type { UserFilters, UserRow } from "./schema";

export const userRecord: RecordTable = {
  table: "appUser",
  key: "userId",
  room: "users",
  noun: "用户",
  searched: ["userName", "userAccount"],
  // Above all the password's hash stays out of history, conflicts and whatever shows them.
  derived: ["passwordHash", "passwordOnce", "theme", "shortcuts", "avatarKey", "updatesSeenAt"],
  unique: { user_account_living: { path: "userAccount", message: "账号已被使用" } },
};

export const userSource: Kept<UserRow, UserFilters> = {
  kept: userRecord,
  select: sql`app_user.user_id, app_user.user_account, app_user.user_name, app_user.person_uuid, person.name as person_name, app_user.org_id, o.org_name,
    app_user.user_status, app_user.is_super, case when app_user.avatar_key is not null then '/avatar/' || app_user.user_id end as avatar, app_user.version, app_user.updated_at,
    array(select r.role_name from user_role ur join role r using (role_id) where ur.user_id = app_user.user_id and r.deleted_at is null order by r.role_name) as role_names,
    (select max(s.last_seen_at) from session s where s.user_id = app_user.user_id) as last_seen_at`,
  joins: sql`left join organisation o on o.org_id = app_user.org_id left join person on person.person_uuid = app_user.person_uuid`,
  where: ({ userAccount, userName, orgId, roleId, userStatus }) => [
    ...(userAccount ? [sql`strpos(lower(app_user.user_account), ${userAccount.toLowerCase()}) > 0`] : []),
    ...(userName ? [sql`strpos(lower(app_user.user_name), ${userName.toLowerCase()}) > 0`] : []),
    ...(orgId ? [sql`app_user.org_id = ${orgId}`] : []),
    ...(roleId
      ? [sql`exists (select from user_role ur where ur.user_id = app_user.user_id and ur.role_id = ${roleId})`]
      : []),
    ...(userStatus ? [sql`app_user.user_status = ${userStatus}`] : []),
  ],
  order: {
    userAccount: sql`lower(app_user.user_account)`,
    userName: sql`app_user.user_name`,
    userStatus: sql`app_user.user_status`,
    updatedAt: sql`app_user.updated_at`,
  },
  scope: sql`app_user.org_id`,
};

export const listUsers = (viewer: Viewer, state: ListState<UserFilters>) => listOf(userSource, viewer, state);
export const allUsers = (viewer: Viewer, filters: UserFilters) => allOf(userSource, viewer, filters);
export const findUser = (viewer: Viewer, userId: string) => findOf(userSource, viewer, userId);
export const streamUsers = (viewer: Viewer, state: ListState<UserFilters>) => streamOf(userSource, viewer, state);

/** Whether an account name is free, in upper or lower case, leaving out the user's own. */
export async function isAccountFree(
  _viewer: Viewer,
  { userAccount, userId = "" }: { userAccount: string; userId?: string },
): Promise<boolean> {
  const taken =
    await sql`select 1 from app_user where lower(user_account) = ${userAccount.toLowerCase()} and user_id <> ${userId} and deleted_at is null`.execute(
      db(),
    );
  return taken.rows.length === 0;
}
