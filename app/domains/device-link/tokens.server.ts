import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { digest } from "~/kit/data/access/encrypt.server";
import { requireFreshPassword } from "~/kit/data/access/fresh-password.server";
import { inScope } from "~/kit/data/access/scope.server";
import { noteSecurityEvent } from "~/kit/data/access/security-events.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { type Database, db, inTransaction, newKey } from "~/kit/data/db/pool.server";
import { holds } from "~/kit/data/search/found.server";
import { problem } from "~/kit/ground/problem";
import type { EndableFilters } from "~/kit/page/tables/endable";
import { type ListPage, type ListState, pageRows } from "~/kit/page/tables/select-page.server";
import type { LinkTokenRow } from "./token-schema";

/** Devices of buses and depots belong to those organisations; a device at a station or bound to nothing to none. */
const org = sql`coalesce((select org_id from bus where bus_uuid = d.bind_uuid), (select org_id from depot where parking_uuid = d.bind_uuid))`;
const isSeen = (viewer: Pick<Viewer, "orgScope">) => sql`(${org} is null or ${inScope(viewer, org)})`;

interface TokenDevice {
  devUuid: string;
  devSelfCode: string;
}

/** Devices of these numbers within the viewer's organisations that can have a secret. */
async function findLiving(
  viewer: Pick<Viewer, "orgScope">,
  by: "dev_uuid" | "dev_self_code",
  values: readonly string[],
): Promise<TokenDevice[]> {
  const { rows } = await sql<TokenDevice>`
    select d.dev_uuid, d.dev_self_code from device d where ${sql.ref(`d.${by}`)} = any(${values}) and d.deleted_at is null and d.dev_state <> 4 and ${isSeen(viewer)}`.execute(
    db(),
  );
  return rows;
}

/** A new secret for a terminal in place of the one it has, answered once; only its hash is kept. */
export async function makeLinkToken(viewer: Viewer, devUuid: string): Promise<{ devSelfCode: string; token: string }> {
  requireFreshPassword(viewer);
  const [device] = await findLiving(viewer, "dev_uuid", [devUuid]);
  if (!device) throw problem.missing("设备", { words: "设备不存在、已删除或已报废，不能生成令牌" });
  const [made] = await makeAll(viewer, [device]);
  noteSecurityEvent(viewer, "token-made", `设备 ${device.devSelfCode} 的通信令牌`);
  return made!;
}

/** The same for many devices by their numbers; all or none: every number that is wrong is named with its line. */
export async function makeLinkTokens(viewer: Viewer, lines: readonly { line: number; devSelfCode: string }[]) {
  requireFreshPassword(viewer);
  const found = await findLiving(
    viewer,
    "dev_self_code",
    lines.map(({ devSelfCode }) => devSelfCode),
  );
  const known = new Set(found.map(({ devSelfCode }) => devSelfCode));
  const wrong = lines.filter(({ devSelfCode }) => !known.has(devSelfCode));
  if (wrong.length > 0) {
    const named = wrong.slice(0, 20).map(({ line, devSelfCode }) => `第 ${line} 行 ${devSelfCode}`);
    throw problem.field(
      "lines",
      `没有这些设备，或已报废，或不在您的机构范围内：${named.join("，")}${wrong.length > 20 ? ` 等 ${wrong.length} 行` : ""}`,
    );
  }
  const made = await makeAll(viewer, found);
  noteSecurityEvent(viewer, "token-made", `${made.length} 台设备的通信令牌`);
  return made;
}

/** New secrets for the terminals of a simulation. */
export async function linkTokensFor(numbers: readonly string[]) {
  const everywhere = { orgScope: "all" } as const;
  return makeAll({ userId: "命令行" }, await findLiving(everywhere, "dev_self_code", numbers));
}

async function makeAll(viewer: Pick<Viewer, "userId">, devices: readonly TokenDevice[]) {
  const made = devices.map(({ devUuid, devSelfCode }) => ({
    devUuid,
    devSelfCode,
    token: randomBytes(32).toString("base64url"),
  }));
  await inTransaction(async (trx) => {
    const keys = made.map(({ devUuid }) => devUuid);
    await sql`select from device where dev_uuid = any(${keys}) order by dev_uuid for no key update`.execute(trx);
    await sql`update device_link_token set ended_at = now(), ended_by = ${viewer.userId} where dev_uuid = any(${keys}) and ended_at is null`.execute(
      trx,
    );
    await sql`insert into device_link_token (token_id, dev_uuid, token_hash, created_by)
      select token_id, dev_uuid, hash, ${viewer.userId} from unnest(${made.map(() => newKey())}::text[], ${keys}::text[], ${made.map(({ token }) => digest(token))}::bytea[]) as g (token_id, dev_uuid, hash)`.execute(
      trx,
    );
  });
  return made.map(({ devSelfCode, token }) => ({ devSelfCode, token }));
}

/** Ends a device's secret, and with it what the device is registered as with the gateway. */
export async function endLinkToken(viewer: Viewer, devUuid: string): Promise<void> {
  const ended = await inTransaction(async (trx) => {
    const { rows } = await sql<TokenDevice>`
      update device_link_token t set ended_at = now(), ended_by = ${viewer.userId} from device d
      where t.dev_uuid = ${devUuid} and t.ended_at is null and d.dev_uuid = t.dev_uuid and ${isSeen(viewer)} returning d.dev_uuid, d.dev_self_code`.execute(
      trx,
    );
    return rows[0] && { device: rows[0], released: await release(trx, viewer, devUuid) };
  });
  if (!ended) throw problem.missing("令牌");
  noteSecurityEvent(viewer, "token-ended", `设备 ${ended.device.devSelfCode} 的通信令牌`);
  if (ended.released) noteReleased(viewer, ended.released);
}

/** Lets whoever registers next be the terminal of this number (JT/T 808); the code it had opens nothing any more. */
export async function releaseTerminal(viewer: Viewer, devUuid: string): Promise<void> {
  const released = await release(db(), viewer, devUuid);
  if (!released) throw problem.missing("终端", { words: "这台设备没有注册，不用解除" });
  noteReleased(viewer, released);
}

/** When a device registered with the gateway, where it has. */
export async function registeredAt(viewer: Viewer, devUuid: string): Promise<Date | undefined> {
  const { rows } = await sql<{ registeredAt: Date }>`
    select t.registered_at from device_terminal t join device d using (dev_uuid)
    where t.dev_uuid = ${devUuid} and t.code_hash is not null and ${isSeen(viewer)}`.execute(db());
  return rows[0]?.registeredAt;
}

async function release(on: Database, viewer: Viewer, devUuid: string): Promise<TokenDevice | undefined> {
  const { rows } = await sql<TokenDevice>`
    update device_terminal t set code_hash = null, code_salt = null, registered_as = null from device d
    where t.dev_uuid = ${devUuid} and t.code_hash is not null and d.dev_uuid = t.dev_uuid and ${isSeen(viewer)} returning d.dev_uuid, d.dev_self_code`.execute(
    on,
  );
  return rows[0];
}

const noteReleased = (viewer: Viewer, { devSelfCode }: TokenDevice) =>
  noteSecurityEvent(viewer, "terminal-released", `设备 ${devSelfCode} 的终端注册`);

/** The secret that a device has now, and when it was last used. */
export async function linkTokenOf(viewer: Viewer, devUuid: string): Promise<LinkTokenRow | undefined> {
  const { rows } = await sql<{ tokenId: string }>`
    select t.token_id from device_link_token t join device d using (dev_uuid) where t.dev_uuid = ${devUuid} and t.ended_at is null and ${isSeen(viewer)}`.execute(
    db(),
  );
  return (await loadRows(rows.map(({ tokenId }) => tokenId)))[0];
}

export function listLinkTokens(viewer: Viewer, state: ListState<EndableFilters>): Promise<ListPage<LinkTokenRow>> {
  const { keyword, state: asked } = state.filters;
  const where = [
    sql`d.deleted_at is null and ${isSeen(viewer)}`,
    ...(keyword ? [holds(keyword, sql`d.dev_self_code`)] : []),
    ...(asked ? [asked === "live" ? sql`t.ended_at is null` : sql`t.ended_at is not null`] : []),
  ];
  return pageRows<LinkTokenRow>(state, {
    key: sql`t.token_id`,
    keyName: "tokenId",
    from: sql`device_link_token t join device d using (dev_uuid)`,
    where: sql.join(where, sql` and `),
    order: { devSelfCode: sql`d.dev_self_code`, createdAt: sql`t.created_at`, lastUsedAt: sql`t.last_used_at` },
    load: loadRows,
  });
}

async function loadRows(keys: readonly string[]): Promise<LinkTokenRow[]> {
  const { rows } = await sql<LinkTokenRow>`
    select t.token_id, t.dev_uuid, d.dev_self_code, t.created_at, coalesce(c.user_name, t.created_by) as created_by, t.last_used_at, t.ended_at, coalesce(e.user_name, t.ended_by) as ended_by
    from device_link_token t join device d using (dev_uuid) left join app_user c on c.user_id = t.created_by left join app_user e on e.user_id = t.ended_by
    where t.token_id = any(${keys})`.execute(db());
  return rows;
}
