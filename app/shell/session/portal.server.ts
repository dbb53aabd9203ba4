import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { digest } from "~/kit/data/access/encrypt.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";

const ticketSeconds = 60;

export interface PortalApp {
  appId: string;
  appCode: string;
  appName: string;
  englishShortName: string;
  address: string | null;
  icon: string | null;
}

/** The apps that a viewer may enter: those with something permitted to them; a super user sees all. */
export async function portalApps(viewer: Viewer): Promise<PortalApp[]> {
  const found = await sql<PortalApp>`
    select a.app_id, a.app_code, a.app_name, a.english_short_name, a.address, a.icon from app a
    where a.enabled and a.deleted_at is null and (${viewer.isSuper} or exists (
      select 1 from user_role ur join role r using (role_id) join role_resource rr using (role_id) join resource res using (resource_id)
      where ur.user_id = ${viewer.userId} and r.enabled and r.deleted_at is null and res.app_id = a.app_id and res.enabled and res.deleted_at is null))
    order by a.sort, a.app_name`.execute(db());
  return found.rows;
}

/** An app's address with a ticket that its server can redeem once, within a minute. */
export async function ticketAddress(
  viewer: Viewer,
  appId: string,
): Promise<{ address: string; ticket: string; expiresIn: number }> {
  const app = (await portalApps(viewer)).find((known) => known.appId === appId);
  if (!app) throw problem.missing("应用");
  if (!app.address) throw problem.field("appId", "此应用没有配置地址，请联系管理员");
  const ticket = randomBytes(32).toString("base64url");
  await db().deleteFrom("freeLoginTicket").where("expiresAt", "<", new Date()).execute();
  await db()
    .insertInto("freeLoginTicket")
    .values({
      ticketHash: digest(ticket),
      appId,
      userId: viewer.userId,
      expiresAt: new Date(Date.now() + ticketSeconds * 1000),
    })
    .execute();
  return { address: withTicket(app.address, ticket), ticket, expiresIn: ticketSeconds };
}

/** In the query: what follows # a browser does not send to the server that is to redeem it. */
function withTicket(address: string, ticket: string): string {
  const [, place = "", part = ""] = /^([^#]*)(#.*)?$/s.exec(address)!;
  return `${place}${place.includes("?") ? "&" : "?"}ticket=${ticket}${part}`;
}

/** Who a ticket stands for; each ticket answers once. */
export async function redeemTicket(ticket: string) {
  const found = await sql<{ userId: string; userAccount: string; userName: string; appCode: string }>`
    with used as (
      update free_login_ticket set used_at = now() where ticket_hash = ${digest(ticket)} and used_at is null and expires_at > now() returning user_id, app_id
    )
    select u.user_id, u.user_account, u.user_name, a.app_code from used join app_user u using (user_id) join app a using (app_id)
    where u.deleted_at is null and u.user_status = 'normal'`.execute(db());
  const [person] = found.rows;
  if (!person) throw problem.field("ticket", "ticket 无效、已使用或已过期");
  return person;
}
