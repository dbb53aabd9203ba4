import { sql } from "kysely";
import { db } from "~/kit/data/db/pool.server";
import { plannedOnce } from "~/kit/data/db/planned-once.server";
import { gatherCalls } from "~/kit/ground/gather-calls";

export interface Terminal {
  devUuid: string;
  devSelfCode: string;
  fileTransport: string | null;
  /** Of the model; a download names it. */
  maker: string;
  /** Of its clock, as +08:00. */
  timeZone: string;
}

// After a restart a whole fleet comes at once: who each is, is asked for many together.
const finding = gatherCalls(findTogether, { most: 500 });

/** The living terminal with this phone number, as it stands in a header with zeros in front, or with it as its own number. */
export const findTerminal = (phone: string): Promise<Terminal | undefined> => finding(phone);

/** A number without the zeros that a header or a topic fills it up with. */
export const plainNumber = (phone: string): string => phone.replace(/^0+/, "");

function writingsOf(phone: string): string[] {
  const plain = plainNumber(phone);
  if (!plain) return [];
  return [...new Set([plain, phone, plain.padStart(11, "0"), plain.padStart(12, "0"), plain.padStart(20, "0")])];
}

async function findTogether(phones: string[]): Promise<(Terminal | undefined)[]> {
  const written = phones.flatMap((phone, place) => writingsOf(phone).map((number) => ({ place, number })));
  const given = sql`unnest(${written.map(({ place }) => place)}::integer[], ${written.map(({ number }) => number)}::text[]) as g (place, number)`;
  const { rows } = await sql<Terminal & { place: number }>`${plannedOnce}
    with found as (
      select g.place, 1 as rank, d.dev_uuid from ${given} join device d on d.terminal_phone = g.number where d.deleted_at is null and d.dev_state <> 4
      union all
      select g.place, 2, d.dev_uuid from ${given} join device d on d.dev_self_code = g.number where d.deleted_at is null and d.dev_state <> 4
    )
    select distinct on (place) place, dev_uuid, d.dev_self_code, m.file_transport, coalesce(m.factory, '') as maker, d.time_zone
    from found join device d using (dev_uuid) join device_model m using (model_uuid) order by place, rank`.execute(
    db(),
  );
  const found = new Map(rows.map(({ place, ...terminal }) => [place, terminal]));
  return phones.map((_, place) => found.get(place));
}

export interface SentDelivery {
  sentDetail: string;
  sentAttempt: number;
  sentCrc32: string;
}

/** Notes what a terminal is sent now; false where it has been sent this before, by whichever gateway. */
export async function noteSent(
  { devUuid }: Terminal,
  { sentDetail, sentAttempt, sentCrc32 }: SentDelivery,
): Promise<boolean> {
  // A terminal of a broker never got a code of ours.
  const { numAffectedRows } = await sql`insert into device_terminal (dev_uuid, sent_detail, sent_attempt, sent_crc32)
    values (${devUuid}, ${sentDetail}, ${sentAttempt}, ${sentCrc32})
    on conflict (dev_uuid) do update set sent_detail = excluded.sent_detail, sent_attempt = excluded.sent_attempt, sent_crc32 = excluded.sent_crc32
      where (device_terminal.sent_detail, device_terminal.sent_attempt) is distinct from (excluded.sent_detail, excluded.sent_attempt)`.execute(
    db(),
  );
  return numAffectedRows === 1n;
}

export async function lastSent({ devUuid }: Terminal): Promise<SentDelivery | undefined> {
  const { rows } = await sql<SentDelivery>`
    select sent_detail, sent_attempt, sent_crc32 from device_terminal where dev_uuid = ${devUuid} and sent_detail is not null`.execute(
    db(),
  );
  return rows[0];
}

export async function setFirmware({ devUuid }: Terminal, said: string): Promise<void> {
  const firmware = said.replace(/\p{C}/gu, "").trim().slice(0, 64);
  if (firmware)
    await sql`update device set firmware = ${firmware} where dev_uuid = ${devUuid} and firmware is distinct from ${firmware}`.execute(
      db(),
    );
}
