import { sql } from "kysely";
import { db } from "~/kit/data/db/pool.server";

export interface DroppedReport {
  devSelfCode?: string;
  imei?: string;
  /** Why its position was not taken. */
  words: string;
}

/** Counts positions that were not taken at their devices, with why the last was not; those of unknown devices are nobody's. */
export async function noteDropped(dropped: readonly DroppedReport[]): Promise<void> {
  if (dropped.length === 0) return;
  const given = dropped.map(({ devSelfCode, imei, words }, place) => ({ place, code: devSelfCode, imei, words }));
  await sql`
    insert into device_dropped (dev_uuid, positions, last_words)
    select d.dev_uuid, count(*), (array_agg(given.words order by place desc))[1]
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (place int, code text, imei text, words text)
      join device d on d.deleted_at is null and (d.dev_self_code = given.code or given.code is null and d.imei = given.imei)
    group by d.dev_uuid order by d.dev_uuid
    on conflict (dev_uuid) do update set positions = device_dropped.positions + excluded.positions, last_words = excluded.last_words, last_at = now()`.execute(
    db(),
  );
}

export interface DroppedPositions {
  positions: number;
  lastWords: string;
  lastAt: Date;
}

/** What was not taken of a device. */
export async function droppedOf(devUuid: string): Promise<DroppedPositions | undefined> {
  const { rows } = await sql<DroppedPositions>`
    select positions, last_words, last_at from device_dropped where dev_uuid = ${devUuid}`.execute(db());
  return rows[0];
}
