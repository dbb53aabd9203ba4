import { sql } from "kysely";
import { bearerToken } from "~/kit/data/access/cookies.server";
import { digest } from "~/kit/data/access/encrypt.server";
import { noteSecurityEvent } from "~/kit/data/access/security-events.server";
import { db, perDatabase } from "~/kit/data/db/pool.server";
import { plannedOnce } from "~/kit/data/db/planned-once.server";
import { gatherCalls } from "~/kit/ground/gather-calls";
import { limitRate } from "~/kit/ground/limit-rate";
import { networkOf } from "~/kit/ground/network-of";

/** A terminal that has shown its secret. */
export interface LinkedDevice {
  tokenId: string;
  devUuid: string;
  devSelfCode: string;
}

export interface LinkCaller {
  headers: Pick<Headers, "get">;
  clientAddress: string;
  requestId: string;
  /** Tells the log of requests whose it was. */
  tellDevice?: (devSelfCode: string) => void;
}

/** A revoked secret opens nothing from then on. */
const freshMs = 5000;
const mostKnown = 50_000;
const knownDevices = perDatabase(() => new Map<string, { device: LinkedDevice; until: number }>());
const isWithin = limitRate({ atOnce: 30, perSecond: 1 });
const mayBeWrong = limitRate({ atOnce: 60, perSecond: 1 });

/** Whose secret a request carries; where it is none of a living terminal's, whether its address has shown too many such. A right one is never made to wait, since many terminals may share an address. */
export async function linkedDevice(caller: LinkCaller): Promise<LinkedDevice | "unknown" | "too often"> {
  const token = bearerToken(caller);
  const device = token ? await deviceOf(token) : undefined;
  if (device) {
    caller.tellDevice?.(device.devSelfCode);
    return device;
  }
  noteRefused(caller, token ? "令牌无效或已停用" : "没有令牌");
  return token && !mayBeWrong(networkOf(caller.clientAddress)) ? "too often" : "unknown";
}

export const retryAfterSeconds = 30;

/** Writes down who was refused what, as long as one address does not come too often. */
export function noteRefused(
  { clientAddress, requestId }: Partial<Pick<LinkCaller, "clientAddress" | "requestId">>,
  detail: string,
): void {
  if (isWithin(networkOf(clientAddress ?? "")))
    noteSecurityEvent({ address: clientAddress, requestId }, "link-refused", detail);
}

async function deviceOf(token: string): Promise<LinkedDevice | undefined> {
  const now = Date.now();
  const known = knownDevices();
  const before = known.get(token);
  if (before && before.until > now) return before.device;
  known.delete(token);
  const device = await finding(digest(token));
  if (device) known.set(token, { device, until: now + freshMs });
  if (known.size > mostKnown) known.delete(known.keys().next().value!);
  return device;
}

const finding = gatherCalls(findTogether, { most: 500 });

/** When it was last used is noted every five minutes. */
async function findTogether(hashes: Buffer[]): Promise<(LinkedDevice | undefined)[]> {
  const { rows } = await sql<LinkedDevice & { hash: Buffer; isStale: boolean }>`${plannedOnce}
    select t.token_hash as hash, t.token_id, d.dev_uuid, d.dev_self_code, coalesce(t.last_used_at < now() - interval '5 minutes', true) as is_stale
    from device_link_token t join device d using (dev_uuid)
    where t.token_hash = any(${hashes}) and t.ended_at is null and d.deleted_at is null and d.dev_state <> 4`.execute(
    db(),
  );
  const stale = rows.filter(({ isStale }) => isStale).map(({ tokenId }) => tokenId);
  if (stale.length > 0)
    await sql`update device_link_token t set last_used_at = now()
      from (select token_id from device_link_token where token_id = any(${stale}) order by 1 for update skip locked) used where t.token_id = used.token_id`.execute(
      db(),
    );
  const found = new Map(
    rows.map(({ hash, tokenId, devUuid, devSelfCode }) => [hash.toString("hex"), { tokenId, devUuid, devSelfCode }]),
  );
  return hashes.map((hash) => found.get(hash.toString("hex")));
}
