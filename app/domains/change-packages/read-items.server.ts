import { sql } from "kysely";
import { fences } from "~/domains/fences/room.server";
import { stations } from "~/domains/stations/room.server";
import { type Database, db } from "~/kit/data/db/pool.server";
import type { ServedRoom } from "~/kit/room/served.server";
import type { ChangeItem, RecordKind } from "./model";

export const servedBy: Record<RecordKind, ServedRoom> = { station: stations, fence: fences };

export async function listItems(packageUuid: string, on: Database = db()): Promise<ChangeItem[]> {
  const { rows } = await sql<ChangeItem>`
    select item_uuid, package_uuid, kind, record_key, title, classify_sid, changes, original, before_uuid from change_item
    where package_uuid = ${packageUuid} order by array_position(array['version', 'station', 'fence'], kind), title, item_uuid`.execute(
    on,
  );
  return rows;
}
