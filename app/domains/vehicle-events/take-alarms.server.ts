import { sql } from "kysely";
import { db, newKey } from "~/kit/data/db/pool.server";
import { bitsOf, eventsOf } from "~/transit/jt808/alarms";
import { alarmBase } from "./schema";

/** What a terminal says of alarms at a moment: all bits that stand, and where the vehicle is, if it knows. */
export interface AlarmReport {
  devUuid: string;
  at: Date;
  /** The alarm word of JT/T 808. */
  alarm: number;
  lng?: number | null;
  lat?: number | null;
  kmh?: number | null;
}

/** Begins and ends the alarms of vehicles as their terminals say; one that comes again within a minute goes on. A terminal that is on no vehicle has none. */
export async function takeAlarms(reports: readonly AlarmReport[]): Promise<void> {
  // Each terminal's own reports one after another.
  const rounds: AlarmReport[][] = [];
  const places = new Map<string, number>();
  for (const report of [...reports].sort((a, b) => a.at.getTime() - b.at.getTime())) {
    const round = places.get(report.devUuid) ?? 0;
    places.set(report.devUuid, round + 1);
    (rounds[round] ??= []).push(report);
  }
  for (const round of rounds) await takeOneEach(round);
}

async function takeOneEach(reports: readonly AlarmReport[]): Promise<void> {
  const given = reports.map(({ devUuid, at, alarm, lng = null, lat = null, kmh = null }) => ({
    dev_uuid: devUuid,
    at,
    lng,
    lat,
    kmh,
    kinds: bitsOf(eventsOf(alarm)).map((bit) => alarmBase + bit),
  }));
  const key = newKey().slice(0, 13);
  await sql`
    with given as materialized (
      select g.*, d.bind_uuid as bus_uuid from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (dev_uuid text, at timestamptz, lng float8, lat float8, kmh real, kinds int[])
      join device d on d.dev_uuid = g.dev_uuid and d.bind_type = 'bus' and d.deleted_at is null
    ), ended as (
      update vehicle_event e set ended_at = greatest(e.began_at, g.at) from given g
      where e.dev_uuid = g.dev_uuid and e.ended_at is null and not e.kind = any(g.kinds)
    ), standing as materialized (
      select g.*, kind from given g cross join unnest(g.kinds) as kind
      where not exists (select from vehicle_event e where e.bus_uuid = g.bus_uuid and e.kind = kind.kind and e.ended_at is null)
    ), again as (
      update vehicle_event e set ended_at = null from standing s
      where e.event_uuid = (select last.event_uuid from vehicle_event last where last.dev_uuid = s.dev_uuid and last.bus_uuid = s.bus_uuid and last.kind = s.kind
        and last.ended_at between s.at - interval '1 minute' and s.at and last.acknowledged_at is null order by last.began_at desc limit 1)
      returning e.bus_uuid, e.kind
    )
    insert into vehicle_event (event_uuid, bus_uuid, dev_uuid, kind, began_at, lng, lat, top_speed)
    select ${key} || substr(replace(gen_random_uuid()::text, '-', ''), 14), s.bus_uuid, s.dev_uuid, s.kind, s.at, s.lng, s.lat, s.kmh from standing s
    where not exists (select from again a where a.bus_uuid = s.bus_uuid and a.kind = s.kind)
    on conflict do nothing`.execute(db());
}
