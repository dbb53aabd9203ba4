import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { digest } from "~/kit/data/access/encrypt.server";
import { db } from "~/kit/data/db/pool.server";

export interface Terminal {
  devUuid: string;
  devSelfCode: string;
  fileTransport: string | null;
  /** Of the model; a download names it. */
  maker: string;
}

/** The living terminal with this phone number, as it stands in a header with zeros in front, or with it as its own number. */
export async function findTerminal(phone: string): Promise<Terminal | undefined> {
  const plain = phone.replace(/^0+/, "");
  if (!plain) return undefined;
  const phones = [
    ...new Set([plain, phone, plain.padStart(11, "0"), plain.padStart(12, "0"), plain.padStart(20, "0")]),
  ];
  const { rows } = await sql<Terminal>`
    select dev_uuid, dev_self_code, m.file_transport, coalesce(m.factory, '') as maker from device d join device_model m using (model_uuid)
    where d.deleted_at is null and d.dev_state <> 4 and (d.terminal_phone = any(${phones}) or d.dev_self_code = any(${phones}))
    order by d.terminal_phone = any(${phones}) desc nulls last limit 1`.execute(db());
  return rows[0];
}

/** A new authentication code; the one before opens nothing from now on. */
export async function makeCode({ devUuid }: Terminal): Promise<string> {
  const code = randomBytes(12).toString("base64url");
  await sql`insert into device_terminal (dev_uuid, code_hash) values (${devUuid}, ${digest(code)})
    on conflict (dev_uuid) do update set code_hash = excluded.code_hash, registered_at = now()`.execute(db());
  return code;
}

export async function isCodeOf({ devUuid }: Terminal, code: string): Promise<boolean> {
  const { rows } =
    await sql`select from device_terminal where dev_uuid = ${devUuid} and code_hash = ${digest(code)}`.execute(db());
  return rows.length > 0;
}

export interface Sent {
  sentDetail: string;
  sentAttempt: number;
  sentCrc32: string;
}

/** Notes what a terminal is sent now; false where it has been sent this before, by whichever gateway. */
export async function noteSent({ devUuid }: Terminal, { sentDetail, sentAttempt, sentCrc32 }: Sent): Promise<boolean> {
  // A terminal of a broker never got a code of ours: a hash of nothing opens nothing.
  const { numAffectedRows } =
    await sql`insert into device_terminal (dev_uuid, code_hash, sent_detail, sent_attempt, sent_crc32)
    values (${devUuid}, ${randomBytes(32)}, ${sentDetail}, ${sentAttempt}, ${sentCrc32})
    on conflict (dev_uuid) do update set sent_detail = excluded.sent_detail, sent_attempt = excluded.sent_attempt, sent_crc32 = excluded.sent_crc32
      where (device_terminal.sent_detail, device_terminal.sent_attempt) is distinct from (excluded.sent_detail, excluded.sent_attempt)`.execute(
      db(),
    );
  return numAffectedRows === 1n;
}

export async function lastSent({ devUuid }: Terminal): Promise<Sent | undefined> {
  const { rows } = await sql<Sent>`
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
