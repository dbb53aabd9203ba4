import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { digest } from "~/kit/data/access/encrypt.server";
import { requireFreshPassword } from "~/kit/data/access/fresh-password.server";
import { type EventActor, noteSecurityEvent } from "~/kit/data/access/security-events.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, newKey } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { holds } from "~/kit/data/search/found.server";
import type { EndableFilters } from "~/kit/page/tables/endable";
import { type ListPage, type ListState, pageRows } from "~/kit/page/tables/select-page.server";
import type { TokenRow } from "./schema";

/** Whether a token may hand in reports now; its last use is noted once a minute. */
export async function isTokenLive(token: string): Promise<boolean> {
  const found = await db()
    .selectFrom("deviceToken")
    .select(["tokenId", "lastUsedAt"])
    .where("tokenHash", "=", digest(token))
    .where("endedAt", "is", null)
    .executeTakeFirst();
  if (!found) return false;
  if (!found.lastUsedAt || found.lastUsedAt.getTime() < Date.now() - 60_000)
    await db()
      .updateTable("deviceToken")
      .set({ lastUsedAt: new Date() })
      .where("tokenId", "=", found.tokenId)
      .execute();
  return true;
}

type Actor = Pick<Viewer, "userId" | "confirmedAt"> & EventActor;

/** Makes a token of 256 random bits and answers it; only its hash is kept, so this is the one time it can be shown. */
export async function createToken(viewer: Actor, tokenName: string): Promise<string> {
  requireFreshPassword(viewer);
  const taken = await db()
    .selectFrom("deviceToken")
    .select("tokenId")
    .where("tokenName", "=", tokenName)
    .where("endedAt", "is", null)
    .executeTakeFirst();
  if (taken) throw problem.field("tokenName", "已有同名的令牌在用，请换一个名称");
  const token = randomBytes(32).toString("base64url");
  await db()
    .insertInto("deviceToken")
    .values({ tokenId: newKey(), tokenName, tokenHash: digest(token), createdBy: viewer.userId })
    .execute();
  noteSecurityEvent(viewer, "token-made", tokenName);
  return token;
}

/** Ends a token for good; throws problem.missing where it has ended already. */
export async function endToken(viewer: Actor, tokenId: string): Promise<void> {
  const ended = await db()
    .updateTable("deviceToken")
    .set({ endedAt: new Date(), endedBy: viewer.userId })
    .where("tokenId", "=", tokenId)
    .where("endedAt", "is", null)
    .executeTakeFirst();
  if (ended.numUpdatedRows === 0n) throw problem.missing("令牌");
  noteSecurityEvent(viewer, "token-ended", tokenId);
}

export async function endTokenNamed(viewer: Pick<Viewer, "userId">, tokenName: string): Promise<void> {
  await db()
    .updateTable("deviceToken")
    .set({ endedAt: new Date(), endedBy: viewer.userId })
    .where("tokenName", "=", tokenName)
    .where("endedAt", "is", null)
    .execute();
}

export async function findToken(_viewer: Viewer, tokenId: string): Promise<TokenRow | undefined> {
  const [row] = await loadTokens([tokenId]);
  return row?.endedAt ? undefined : row;
}

export function listTokens(_viewer: Viewer, state: ListState<EndableFilters>): Promise<ListPage<TokenRow>> {
  const { keyword, state: asked } = state.filters;
  const where = [
    sql`true`,
    ...(keyword ? [holds(keyword, sql`t.token_name`)] : []),
    ...(asked ? [asked === "live" ? sql`t.ended_at is null` : sql`t.ended_at is not null`] : []),
  ];
  return pageRows<TokenRow>(state, {
    key: sql`t.token_id`,
    keyName: "tokenId",
    from: sql`device_token t`,
    where: sql.join(where, sql` and `),
    order: { tokenName: sql`t.token_name`, createdAt: sql`t.created_at`, lastUsedAt: sql`t.last_used_at` },
    load: loadTokens,
  });
}

async function loadTokens(keys: readonly string[]): Promise<TokenRow[]> {
  const found = await sql<TokenRow>`
    select t.token_id, t.token_name, t.created_at, coalesce(c.user_name, t.created_by) as created_by, t.last_used_at, t.ended_at, coalesce(e.user_name, t.ended_by) as ended_by
    from device_token t left join app_user c on c.user_id = t.created_by left join app_user e on e.user_id = t.ended_by where t.token_id = any(${keys})`.execute(
    db(),
  );
  return found.rows;
}
