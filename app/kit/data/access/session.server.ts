import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { db, type Database, newKey, plannedOnce } from "~/kit/data/db/pool.server";
import { settings } from "~/kit/ground/settings.server";
import { digest } from "./encrypt.server";
import { type FrameOfSession, framedColumns } from "./framed.server";
import { type HeldRoles, lastChange, permissionsOfRoles } from "./held-roles.server";
import type { Caller } from "./login.server";
import { organisationsInScope } from "./scope.server";
import type { Viewer } from "./viewer";

export type SessionState =
  | { state: "live"; viewer: Viewer; profile: Profile; held: HeldRoles; touched: boolean; framed?: FrameOfSession }
  | { state: "expired"; userId: string }
  | { state: "none" };

export interface Profile {
  theme: string;
  scheme: string;
  avatarKey: string | null;
  shortcutTitles: boolean;
  roles: { roleId: string; roleName: string }[];
}

/** Opens a session for a person and answers its token: 256 random bits, base64url, stored only as a hash. */
export async function openSession(
  on: Database,
  { userId, userAgent, address, appCode, kind }: Omit<Caller, "requestId"> & { userId: string },
): Promise<{ token: string; sessionId: string }> {
  const token = randomBytes(32).toString("base64url");
  const sessionId = newKey();
  await on
    .insertInto("session")
    .values({
      sessionId,
      userId,
      address,
      appCode,
      kind,
      tokenHash: digest(token),
      userAgent: userAgent?.slice(0, 255) ?? null,
      // By the clock that says whether it is over.
      expiresAt: sql`now() + make_interval(hours => ${settings().SESSION_MAX_HOURS})`,
    })
    .execute();
  return { token, sessionId };
}

/** What a token stands for now, and where a page is named what its frame shows: roles and data scope are read anew each time and permissions once somebody has changed them, so a change takes effect at the next request. */
export async function readSession(
  token: string,
  from: { requestId: string; clientAddress?: string },
  framedAt?: string,
): Promise<SessionState> {
  if (token.length < 20 || token.length > 200) return { state: "none" };
  const idle = `${settings().SESSION_IDLE_HOURS} hours`;
  const found = await sql<SessionRow & Partial<FrameOfSession>>`${plannedOnce}
    select s.session_id, s.app_code, u.user_id, u.user_account, u.user_name, u.user_status, u.is_super, u.org_id, u.theme, u.scheme, u.avatar_key, u.shortcut_titles,
      (s.ended_at is not null or s.expires_at < now() or s.last_seen_at < now() - ${idle}::interval) as expired,
      s.last_seen_at > now() - interval '1 minute' as touched, s.confirmed_at,
      exists (select from second_factor f where f.user_id = u.user_id) as has_second_factor,
      (u.deleted_at is not null or u.user_status in ('disabled', 'locked')) as barred,
      coalesce((select json_agg(json_build_object('roleId', r.role_id, 'roleName', r.role_name, 'dataScope', r.data_scope, 'secondFactor', r.second_factor) order by r.role_id)
        from user_role ur join role r using (role_id)
        where ur.user_id = u.user_id and r.enabled and r.deleted_at is null), '[]') as roles,
      ${lastChange} as changed_by
      ${framedAt ? sql`, ${framedColumns(framedAt)}` : sql``}
    from session s join app_user u using (user_id)
    where s.token_hash = ${digest(token)}`.execute(db());
  const row = found.rows[0];
  if (!row || row.barred) return { state: "none" };
  if (row.expired) return { state: "expired", userId: row.userId };
  const scopes = new Set(row.roles.map((role) => role.dataScope));
  const held = { roleIds: row.roles.map(({ roleId }) => roleId), changedBy: row.changedBy };
  return {
    state: "live",
    held,
    touched: row.touched,
    framed: framedAt ? (row as FrameOfSession) : undefined,
    profile: {
      theme: row.theme,
      scheme: row.scheme,
      avatarKey: row.avatarKey,
      shortcutTitles: row.shortcutTitles,
      roles: row.roles.map(({ roleId, roleName }) => ({ roleId, roleName })),
    },
    viewer: {
      userId: row.userId,
      userName: row.userName,
      userAccount: row.userAccount,
      isSuper: row.isSuper,
      userStatus: whatComesFirst(row),
      orgId: row.orgId,
      orgScope: row.isSuper || scopes.has("all") ? "all" : await organisationsInScope(row.userId),
      permissions: await permissionsOfRoles(held),
      sessionId: row.sessionId,
      confirmedAt: row.confirmedAt.getTime(),
      appCode: row.appCode,
      requestId: from.requestId,
      address: from.clientAddress,
    },
  };
}

/** Ends one session; its tabs go. `by`: another person who ends it. */
export async function endSession(sessionId: string, reason: string, by?: string): Promise<void> {
  await db()
    .updateTable("session")
    .set({ endedAt: sql`now()`, endReason: reason, endedBy: by })
    .where("sessionId", "=", sessionId)
    .where("endedAt", "is", null)
    .execute();
  await db().deleteFrom("sessionTab").where("sessionId", "=", sessionId).execute();
}

export async function endSessionsOf(
  on: Database,
  userId: string,
  reason: string,
  { except, by }: { except?: string; by?: string } = {},
): Promise<void> {
  let ending = on
    .updateTable("session")
    .set({ endedAt: sql`now()`, endReason: reason, endedBy: by })
    .where("userId", "=", userId)
    .where("endedAt", "is", null);
  if (except) ending = ending.where("sessionId", "!=", except);
  await ending.execute();
}

/** Keeps a session from idling out; writes at most once a minute. */
export async function touchSession(sessionId: string): Promise<void> {
  await sql`update session set last_seen_at = now() where session_id = ${sessionId} and last_seen_at < now() - interval '1 minute'`.execute(
    db(),
  );
}

interface SessionRow {
  sessionId: string;
  appCode: string | null;
  userId: string;
  userAccount: string;
  userName: string;
  userStatus: string;
  isSuper: boolean;
  orgId: string | null;
  theme: string;
  scheme: string;
  avatarKey: string | null;
  shortcutTitles: boolean;
  expired: boolean;
  /** Seen within the last minute. */
  touched: boolean;
  barred: boolean;
  confirmedAt: Date;
  hasSecondFactor: boolean;
  roles: { roleId: string; roleName: string; dataScope: string; secondFactor: boolean }[];
  changedBy: string;
}

function whatComesFirst({ userStatus, hasSecondFactor, roles }: SessionRow): Viewer["userStatus"] {
  if (userStatus === "must-change-password") return userStatus;
  return !hasSecondFactor && roles.some((role) => role.secondFactor) ? "must-set-up-second-factor" : "normal";
}
