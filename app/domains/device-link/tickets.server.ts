import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { digest } from "~/kit/data/access/encrypt.server";
import { db } from "~/kit/data/db/pool.server";
import { plannedOnce } from "~/kit/data/db/planned-once.server";
import { gatherCalls } from "~/kit/ground/gather-calls";
import { settings } from "~/kit/ground/settings.server";

interface TicketRequest {
  devUuid: string;
  detailUuid: string;
  isBare: boolean;
}

export interface TicketedFile {
  devUuid: string;
  devSelfCode: string;
  detailUuid: string;
  fileKey: string;
  sha256: string;
  size: number;
}

const mostUses = 100;
const making = gatherCalls(makeTogether, { most: 500 });

/** A new ticket for one download by one terminal; a bare one opens without the terminal's secret, for those that can send none. */
export const makeTicket = (devUuid: string, detailUuid: string, isBare = false): Promise<string> =>
  making({ devUuid, detailUuid, isBare });

async function makeTogether(wanted: TicketRequest[]): Promise<string[]> {
  const tickets = wanted.map(() => randomBytes(24).toString("base64url"));
  await sql`${plannedOnce}
    insert into device_ticket (ticket_hash, dev_uuid, detail_uuid, is_bare, expires_at)
    select g.hash, g.dev_uuid, g.detail_uuid, g.is_bare, now() + ${settings().LINK_TICKET_MINUTES} * interval '1 minute'
    from unnest(${tickets.map(digest)}::bytea[], ${wanted.map((one) => one.devUuid)}::text[], ${wanted.map((one) => one.detailUuid)}::text[], ${wanted.map((one) => one.isBare)}::boolean[])
      as g (hash, dev_uuid, detail_uuid, is_bare) join issue_detail d using (detail_uuid, dev_uuid)`.execute(db());
  return tickets;
}

interface TicketUse {
  hash: Buffer;
  devUuid: string | undefined;
  goesOn: boolean;
  sha256: string | undefined;
}

const opening = gatherCalls(openTogether, { most: 500, atOnce: 1 });

/** Opens a ticket: once from the beginning, then only to go on where the download of that content broke. Answers in words why not. */
export async function openTicket(ticket: string, by: Omit<TicketUse, "hash">): Promise<TicketedFile | string> {
  const hash = digest(ticket);
  return (await opening({ ...by, hash })) ?? (await sayWhyNot(hash, by.devUuid, by.goesOn));
}

/** Of a ticket shown twice at once one opens. */
async function openTogether(shown: TicketUse[]): Promise<(TicketedFile | undefined)[]> {
  const { rows } = await sql<TicketedFile & { place: string }>`${plannedOnce}
    update device_ticket t set uses = uses + 1
    from unnest(${shown.map((one) => one.hash)}::bytea[], ${shown.map((one) => one.devUuid ?? null)}::text[], ${shown.map((one) => one.goesOn)}::boolean[], ${shown.map((one) => one.sha256 ?? null)}::text[])
      with ordinality as g (hash, dev_uuid, goes_on, sha256, place), issue_detail d, device v
    where t.ticket_hash = g.hash and t.expires_at > now() and t.uses < ${mostUses} and (t.uses = 0 or (g.goes_on and d.sha256 = coalesce(g.sha256, d.sha256))) and (t.dev_uuid = g.dev_uuid or (t.is_bare and g.dev_uuid is null))
      and d.detail_uuid = t.detail_uuid and d.dev_uuid = t.dev_uuid and d.state = 1 and v.dev_uuid = t.dev_uuid and v.deleted_at is null and v.dev_state <> 4
    returning g.place, v.dev_uuid, v.dev_self_code, d.detail_uuid, d.file_key, d.sha256, d.size_bytes as size`.execute(
    db(),
  );
  const opened = new Map(rows.map(({ place, ...file }) => [Number(place), file]));
  return shown.map((_, at) => opened.get(at + 1));
}

async function sayWhyNot(hash: Buffer, devUuid: string | undefined, goesOn: boolean): Promise<string> {
  const { rows } = await sql<{ devUuid: string; isBare: boolean; isOver: boolean; uses: number; devSelfCode: string }>`
    select t.dev_uuid, t.is_bare, t.expires_at <= now() as is_over, t.uses, v.dev_self_code from device_ticket t join device v using (dev_uuid) where t.ticket_hash = ${hash}`.execute(
    db(),
  );
  const [found] = rows;
  if (!found) return "没有这张下载票据";
  if (found.devUuid !== devUuid && !(found.isBare && devUuid === undefined)) return `票据属于设备 ${found.devSelfCode}`;
  if (found.isOver) return `设备 ${found.devSelfCode} 的票据已过期`;
  if (found.uses > 0 && !goesOn) return `设备 ${found.devSelfCode} 的票据已用过`;
  return found.uses >= mostUses
    ? `设备 ${found.devSelfCode} 的票据续传次数过多`
    : `设备 ${found.devSelfCode} 的下发已结束`;
}

/** Forgets tickets that are over, and ends the secrets of terminals that are gone. */
export async function sweepLink(): Promise<void> {
  await sql`delete from device_ticket where expires_at < now() - interval '1 hour'`.execute(db());
  await sql`update device_link_token t set ended_at = now(), ended_by = '系统' from device d
    where d.dev_uuid = t.dev_uuid and t.ended_at is null and (d.deleted_at is not null or d.dev_state = 4)`.execute(
    db(),
  );
}
