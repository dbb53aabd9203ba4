import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { defineRecords } from "~/kit/room/served.server";
import { listAllRows, findRow } from "~/kit/room/source.server";
import { type UserRow, userRoom } from "./room";

interface Filters {
  userAccount?: string;
  userName?: string;
  roleId?: string;
  userStatus?: string;
}

const has = (column: string, part: string) => sql`strpos(lower(${sql.ref(column)}), ${part.toLowerCase()}) > 0`;

export const userSource = defineRecords<UserRow, Filters>(userRoom, {
  table: "appUser",
  searched: ["userName", "userAccount"],
  // Above all the password's hash stays out of history, conflicts and whatever shows them.
  derived: [
    "passwordHash",
    "passwordOnce",
    "firstPasswordEndsAt",
    "theme",
    "scheme",
    "shortcuts",
    "avatarKey",
    "updatesSeenAt",
  ],
  unique: { user_account_living: "userAccount" },
  more: sql`app_user.user_status,
    case app_user.user_status when 'must-change-password' then app_user.first_password_ends_at end as first_password_ends_at,
    case when app_user.avatar_key is not null then '/avatar/' || app_user.user_id end as avatar,
    array(select r.role_name from user_role ur join role r using (role_id) where ur.user_id = app_user.user_id and r.deleted_at is null order by r.role_name) as role_names,
    (select max(s.last_seen_at) from session s where s.user_id = app_user.user_id) as last_seen_at`,
  foreign: (mask) => sql`${mask(sql`person.org_id`, sql`person.name`)} as person_name`,
  joins: sql`left join person on person.person_uuid = app_user.person_uuid`,
  filters: {
    userAccount: (part) => has("appUser.userAccount", part),
    userName: (part) => has("appUser.userName", part),
    roleId: (key) => sql`exists (select from user_role ur where ur.user_id = app_user.user_id and ur.role_id = ${key})`,
    userStatus: (status) => sql`app_user.user_status = ${status}`,
  },
  order: [{ userAccount: sql`lower(app_user.user_account)` }, "userName", "userStatus", "updatedAt"],
});

export const allUsers = (viewer: Viewer) => listAllRows(userSource, viewer, {});
export const findUser = (viewer: Viewer, userId: string) => findRow(userSource, viewer, userId);

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
