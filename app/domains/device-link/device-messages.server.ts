import { sql } from "kysely";
import { db } from "~/kit/data/db/pool.server";

export interface ShownMessage {
  messageId: string;
  at: Date;
  untilAt: Date;
  times: number;
  transport: "http" | "808" | "mqtt";
  isFromDevice: boolean;
  kind: string;
  content: string;
}

const shown = 200;

/** What was said to and by a device of the viewer's, the newest first, and of which kinds there are. */
export async function messagesOf(devUuid: string, kind: string | undefined) {
  const kept = sql`(select * from device_message where dev_uuid = ${devUuid} order by message_id desc limit ${shown}) m`;
  const [messages, kinds] = await Promise.all([
    sql<ShownMessage>`select message_id, at, until_at, times, transport, is_from_device, kind, content from ${kept}
      where ${kind ?? null}::text is null or kind = ${kind ?? null} order by until_at desc, message_id desc`.execute(
      db(),
    ),
    sql<{ kind: string; rows: number }>`select kind, count(*) as rows from ${kept} group by 1 order by 1`.execute(db()),
  ]);
  return { messages: messages.rows, kinds: kinds.rows };
}
