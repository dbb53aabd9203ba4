import { sql } from "kysely";
import { refuseUnreachable } from "~/domains/roles/queries.server";
import { noteOnUser } from "~/domains/users/queries.server";
import { accountLimit, countedFor, counting, pairLimit } from "~/kit/data/access/login-failures.server";
import { recordSecurityEvent } from "~/kit/data/access/security-events.server";
import { inScope } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { historyOf, recordChange } from "~/kit/data/db/history.server";
import { db, type Database, inTransaction } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { settings } from "~/kit/ground/settings.server";

export { auditedLocks } from "./audited.server";

export interface LockName {
  account: string | null;
  address: string | null;
}

export interface LoginLock extends LockName {
  times: number;
  lastAt: Date;
  until: Date;
  /** Whose account it is; null for a made-up one. */
  userId: string | null;
  userName: string | null;
  isSuper: boolean | null;
}

/** The locks in force on accounts within the viewer's organisations, the latest first, at most 200; those of addresses and made-up accounts for who sees all. */
export async function listLocks(viewer: Viewer, on: Database = db(), only?: LockName): Promise<LoginLock[]> {
  const locks = (account: boolean, address: boolean, most: number) => sql`
    select ${account ? sql`account` : sql`null::text`} as account, ${address ? sql`address` : sql`null::text`} as address,
      count(*)::int as times, max(at) as last_at, (array_agg(at order by at desc))[${most}::int] + ${countedFor} as until
    from login_failure where ${counting}
    group by ${account && address ? sql`account, address` : account ? sql`account` : sql`address`}
    having count(*) >= ${most}::int`;
  const named = only
    ? sql`l.account is not distinct from ${only.account} and l.address is not distinct from ${only.address}`
    : sql`true`;
  const found = await sql<LoginLock>`
    select l.*, u.user_id, u.user_name, u.is_super
    from (${locks(true, true, pairLimit)} union all ${locks(false, true, settings().ADDRESS_FAILURE_LIMIT)} union all ${locks(true, false, accountLimit)}) l
    left join app_user u on lower(u.user_account) = l.account and u.deleted_at is null
    where ${inScope(viewer, sql`u.org_id`)} and ${named}
    order by l.last_at desc, l.account, l.address limit 200`.execute(on);
  return found.rows;
}

/** Takes a lock away, so that logging in may be tried again at once; said in the history of its user and in that of the locks. */
export async function liftLock(viewer: Viewer, name: LockName): Promise<void> {
  await inTransaction(async (trx) => {
    const [lock] = await listLocks(viewer, trx, name);
    if (!lock) throw problem.missing("登录锁定", { words: "这个锁定已经解除或已到期" });
    if (lock.userId) await refuseUnreachable(trx, viewer, [lock.userId]);
    let forgotten = trx.deleteFrom("loginFailure");
    if (name.account !== null) forgotten = forgotten.where("account", "=", name.account);
    if (name.address !== null) forgotten = forgotten.where("address", "=", name.address);
    await forgotten.execute();
    const words = `${lockInWords(name)}，共失败 ${lock.times} 次`;
    const change = { room: "login-locks", key: listKey, action: "update", version: 1 } as const;
    await recordChange(trx, viewer, { ...change, after: { lifted: words } });
    if (lock.userId) await noteOnUser(trx, viewer, lock.userId, "lock-lifted", `解除了登录锁定：${words}`);
    else await recordSecurityEvent(trx, viewer, "lock-lifted", words);
  });
}

export async function liftedLately(): Promise<{ at: Date; userName: string; words: string }[]> {
  const changes = await historyOf(listKey);
  return changes.slice(0, 20).map(({ at, userName, after }) => ({ at, userName, words: String(after?.lifted ?? "") }));
}

export function lockInWords({ account, address }: LockName): string {
  if (account === null) return `地址 ${address}`;
  return address === null ? `账号 ${account}（任何新地址）` : `账号 ${account} 在地址 ${address}`;
}

const listKey = "106c".padStart(32, "0");
