import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { db } from "~/kit/data/db/pool.server";
import { digest } from "./encrypt.server";

const [livesMinutes, mostTries] = [5, 5];

/** Remembers for five minutes that a person gave the right password, and answers the token by which their code finds it. */
export async function openHalfLogin(person: { userId: string; passwordHash: string }): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await db().deleteFrom("halfLogin").where("expiresAt", "<", new Date()).execute();
  await db()
    .insertInto("halfLogin")
    .values({
      tokenHash: digest(token),
      userId: person.userId,
      passwordDigest: digest(person.passwordHash),
      expiresAt: new Date(Date.now() + livesMinutes * 60_000),
    })
    .execute();
  return token;
}

export async function isHalfLoginOpen(token: string): Promise<boolean> {
  const found = await db()
    .selectFrom("halfLogin")
    .select("userId")
    .where("tokenHash", "=", digest(token))
    .where("expiresAt", ">", new Date())
    .where("tries", "<", mostTries)
    .executeTakeFirst();
  return found !== undefined;
}

export interface HalfLogin {
  userId: string;
  userAccount: string;
  userName: string;
  last: boolean;
}

/** Takes one of its five tries; undefined where it is over, or its password is no longer the person's or they may not log in. */
export async function takeHalfLoginTry(token: string): Promise<HalfLogin | undefined> {
  const found = await sql<HalfLogin & { passwordHash: string; passwordDigest: Buffer }>`
    update half_login h set tries = tries + 1 from app_user u
    where h.token_hash = ${digest(token)} and h.expires_at > now() and h.tries < ${mostTries} and u.user_id = h.user_id
      and u.deleted_at is null and u.user_status not in ('disabled', 'locked')
    returning u.user_id, u.user_account, u.user_name, u.password_hash, h.password_digest, h.tries >= ${mostTries} as last`.execute(
    db(),
  );
  const [half] = found.rows;
  return half && half.passwordDigest.equals(digest(half.passwordHash)) ? half : undefined;
}

/** For a try that was not judged. */
export async function giveBackHalfLoginTry(token: string): Promise<void> {
  await sql`update half_login set tries = tries - 1 where token_hash = ${digest(token)}`.execute(db());
}

export async function endHalfLogin(token: string): Promise<void> {
  await db().deleteFrom("halfLogin").where("tokenHash", "=", digest(token)).execute();
}
