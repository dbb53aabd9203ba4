import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { readParameters } from "~/kit/data/db/parameters.server";
import { db } from "~/kit/data/db/pool.server";
import { settings } from "~/kit/ground/settings.server";
import type { Scheme, ThemeName } from "../theme";
import { workDate } from "~/kit/ground/time/operator-time";

/** What a client keeps of the person signed in; workDate is today less the extend time of parameter D011. */
export async function userInfo(viewer: Viewer) {
  const [person, parameters] = await Promise.all([
    sql<{ theme: string; avatarKey: string | null; roles: { roleId: string; roleName: string }[] }>`
      select u.theme, u.avatar_key,
        coalesce((select json_agg(json_build_object('roleId', r.role_id, 'roleName', r.role_name) order by r.role_id)
          from user_role ur join role r using (role_id) where ur.user_id = u.user_id and r.enabled and r.deleted_at is null), '[]') as roles
      from app_user u where u.user_id = ${viewer.userId}`.execute(db()),
    readParameters(["D011"]),
  ]);
  const row = person.rows[0]!;
  return {
    userId: viewer.userId,
    userAccount: viewer.userAccount,
    userName: viewer.userName,
    userStatus: viewer.userStatus,
    roles: row.roles,
    isSuper: viewer.isSuper,
    avatar: row.avatarKey ? `/avatar/${viewer.userId}` : null,
    theme: row.theme,
    workDate: workDate(new Date(), extendMinutes(parameters.D011), settings().OPERATOR_TIME_ZONE),
  };
}

/** D011 within its bounds; a value that fits none, which only the database can be given past the pages, is told on the parameters' page. */
function extendMinutes(stored: string | undefined): number {
  const minutes = /^\d{1,4}$/.test(stored ?? "") ? Number(stored) : 0;
  return minutes <= 1440 ? minutes : 0;
}

/** Keeps a person's colour, and whether their pages are dark; a look, not a record, so it has no history. */
export async function chooseLook(viewer: Viewer, look: { theme: ThemeName; scheme: Scheme }): Promise<void> {
  await db()
    .updateTable("appUser")
    .set({ ...look, updatedAt: sql`now()` })
    .where("userId", "=", viewer.userId)
    .execute();
}
