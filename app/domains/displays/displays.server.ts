import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { digest } from "~/kit/data/access/encrypt.server";
import { requireFreshPassword } from "~/kit/data/access/fresh-password.server";
import { inScope, within } from "~/kit/data/access/scope.server";
import { noteSecurityEvent } from "~/kit/data/access/security-events.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, newKey } from "~/kit/data/db/pool.server";
import { holds } from "~/kit/data/search/found.server";
import { problem } from "~/kit/ground/problem";
import type { EndableFilters } from "~/kit/page/tables/endable";
import { type ListPage, type ListState, pageRows } from "~/kit/page/tables/select-page.server";
import { displayNoun } from "./policy";
import type { DisplayRow, DisplayValues } from "./schema";

/** Makes a display and answers its key of 256 random bits, of which only a hash is kept. */
export async function createDisplay(viewer: Viewer, { displayName, orgId }: DisplayValues): Promise<string> {
  requireFreshPassword(viewer);
  if (!within(viewer, orgId) || !(await isLiving(orgId))) throw problem.field("orgId", "请从列表中选择机构");
  const key = randomBytes(32).toString("base64url");
  const made = await sql`
    insert into display (display_id, display_name, shown_org, key_hash, created_by)
    values (${newKey()}, ${displayName}, ${orgId}, ${digest(key)}, ${viewer.userId})
    on conflict (shown_org, display_name) where ended_at is null do nothing`.execute(db());
  if (!made.numAffectedRows) throw problem.field("displayName", "这个机构已有同名的值班屏在用，请换一个名称");
  noteSecurityEvent(viewer, "token-made", `${displayNoun} ${displayName}`);
  return key;
}

/** Ends a display for good; throws problem.missing where it has ended already or shows others' buses. */
export async function endDisplay(viewer: Viewer, displayId: string): Promise<void> {
  const { rows } = await sql<{ displayName: string }>`
    update display set ended_at = now(), ended_by = ${viewer.userId}
    where display_id = ${displayId} and ended_at is null and ${inScope(viewer, sql`shown_org`)} returning display_name`.execute(
    db(),
  );
  if (!rows[0]) throw problem.missing(displayNoun);
  noteSecurityEvent(viewer, "token-ended", `${displayNoun} ${rows[0].displayName}`);
}

export async function findDisplay(viewer: Viewer, displayId: string): Promise<DisplayRow> {
  const { rows } = await listDisplays(viewer, { page: 1, size: 1, sort: [], filters: {} }, displayId);
  if (!rows[0] || rows[0].endedAt) throw problem.missing(displayNoun);
  return rows[0];
}

export function listDisplays(
  viewer: Viewer,
  state: ListState<EndableFilters>,
  displayId?: string,
): Promise<ListPage<DisplayRow>> {
  const { keyword, state: asked } = state.filters;
  const where = [
    inScope(viewer, sql`d.shown_org`),
    ...(displayId ? [sql`d.display_id = ${displayId}`] : []),
    ...(keyword ? [holds(keyword, sql`d.display_name`)] : []),
    ...(asked ? [asked === "live" ? sql`d.ended_at is null` : sql`d.ended_at is not null`] : []),
  ];
  return pageRows<DisplayRow>(state, {
    key: sql`d.display_id`,
    keyName: "displayId",
    from: sql`display d`,
    where: sql.join(where, sql` and `),
    order: { displayName: sql`d.display_name`, createdAt: sql`d.created_at`, lastSeenAt: sql`d.last_seen_at` },
    load: loadDisplays,
  });
}

async function loadDisplays(keys: readonly string[]): Promise<DisplayRow[]> {
  const { rows } = await sql<DisplayRow>`
    select d.display_id, d.display_name, d.created_at, d.last_seen_at, d.ended_at, o.org_name, coalesce(maker.user_name, d.created_by) as created_by, coalesce(ender.user_name, d.ended_by) as ended_by
    from display d join organisation o on o.org_id = d.shown_org
      left join app_user maker on maker.user_id = d.created_by left join app_user ender on ender.user_id = d.ended_by
    where d.display_id = any(${keys})`.execute(db());
  return rows;
}

async function isLiving(orgId: string): Promise<boolean> {
  const { rows } = await sql`select from organisation where org_id = ${orgId} and deleted_at is null`.execute(db());
  return rows.length > 0;
}
