import { perDatabase, pool } from "~/kit/data/db/pool.server";
import { LogBuffer, storable } from "~/kit/data/logs/buffer.server";
import { newKey } from "~/kit/ground/key";

export interface NotedMessage {
  devUuid: string;
  transport: "http" | "808" | "mqtt";
  isFromDevice: boolean;
  /** A word of `messageKinds`, or the name of a message of the protocol. */
  kind: string;
  /** Decoded, in Chinese. */
  content: string;
  /** Messages in a row that say the same by this are one row with a count. */
  fold?: string;
}

interface MessageRow extends Omit<NotedMessage, "fold"> {
  /** The newest of them, in milliseconds. */
  at: number;
  messageId: string;
  from: number;
  times: number;
}

/** Trimming once in so many new rows keeps each at most so many above what is kept. */
const [kept, trimEvery] = [200, 50];
const foldedEveryMs = 30_000;
const mostKnown = 50_000;
const memory = perDatabase(() => ({
  latest: new Map<string, { fold: string | undefined; row: MessageRow; writtenAt: number; rows: number }>(),
  trimming: new Set<string>(),
}));

const messages = new LogBuffer<MessageRow>("device_message", (rows) => pool().query(insert, [rows]));

/** Keeps what was said to and by terminals, the last 200 messages of each, beside the request; never waits and never throws. */
export function noteMessages(noted: readonly NotedMessage[], now = Date.now()): void {
  const { latest, trimming } = memory();
  for (const { fold, ...message } of noted) {
    const before = latest.get(message.devUuid);
    const content = storable(message.content, 1000);
    if (before && fold !== undefined && before.fold === fold) {
      before.row = { ...before.row, content, at: now, times: before.row.times + 1 };
      if (now - before.writtenAt < foldedEveryMs) continue;
      before.writtenAt = now;
      messages.add(before.row);
      continue;
    }
    if (before && before.writtenAt < before.row.at) messages.add(before.row);
    const row = {
      ...message,
      content,
      kind: storable(message.kind, 32),
      messageId: newKey(),
      from: now,
      at: now,
      times: 1,
    };
    // A program that has just started does not know how many rows there are.
    const rows = (before?.rows ?? trimEvery) + 1;
    messages.add(row);
    if (rows > trimEvery) trimming.add(message.devUuid);
    latest.delete(message.devUuid);
    latest.set(message.devUuid, { fold, row, writtenAt: now, rows: rows > trimEvery ? 0 : rows });
    if (latest.size > mostKnown) latest.delete(latest.keys().next().value!);
  }
}

/** Drops what is older than the last 200 messages of the terminals that have had many since. */
export async function trimMessages(): Promise<void> {
  const { trimming } = memory();
  const devices = [...trimming];
  trimming.clear();
  for (let from = 0; from < devices.length; from += 500)
    await pool().query(trim, [devices.slice(from, from + 500), kept]);
}

const insert = `
  insert into device_message as m (message_id, dev_uuid, at, until_at, times, transport, is_from_device, kind, content)
  select distinct on (g."messageId") g."messageId", g."devUuid", to_timestamp(g."from" / 1000.0), to_timestamp(g.at / 1000.0), g.times, g.transport, g."isFromDevice", g.kind, g.content
  from json_to_recordset($1::json) as g ("messageId" text, "devUuid" text, "from" float8, at float8, times integer, transport text, "isFromDevice" boolean, kind text, content text)
    join device d on d.dev_uuid = g."devUuid"
  order by g."messageId", g.times desc
  on conflict (message_id) do update set until_at = excluded.until_at, times = excluded.times, content = excluded.content where m.times < excluded.times`;

const trim = `
  delete from device_message m using unnest($1::text[]) as v (dev_uuid)
  where m.dev_uuid = v.dev_uuid and m.message_id < (
    select message_id from device_message o where o.dev_uuid = v.dev_uuid order by message_id desc offset $2::integer - 1 limit 1)`;
