import { sql } from "kysely";
import { db } from "~/kit/data/db/pool.server";
import { metresApart } from "~/transit/geo/metres";
import type { Report } from "./schema";

/** Nothing on a road goes as fast, in kilometres an hour, and less far a clock may be wrong. */
const fastest = 1000;
const least = 200;

interface LastPlace {
  code: string;
  lng: number;
  lat: number;
  at: Date;
}

/** By its place in the list: what is said of a report that lies farther from where its bus was last than any vehicle drives; for operators without a service area. */
export async function findJumps(reports: readonly Report[]): Promise<Map<number, string>> {
  const { rows } = await sql<LastPlace>`
    select coalesce(d.dev_self_code, d.imei) as code, p.lng, p.lat, p.reported_at as at from device d join bus_position p on p.bus_uuid = d.bind_uuid
    where d.bind_type = 'bus' and d.deleted_at is null and d.dev_self_code = any(${reports.flatMap(({ devSelfCode }) => devSelfCode ?? [])})`.execute(
    db(),
  );
  const last = new Map(rows.map((row) => [row.code, row]));
  return new Map(
    reports.flatMap(({ devSelfCode = "", reportedAt, lng, lat }, at): [number, string][] => {
      const before = last.get(devSelfCode);
      if (!before) return [];
      const kilometres = metresApart([before.lng, before.lat], [lng, lat]) / 1000;
      const seconds = Math.abs(Date.parse(reportedAt) - before.at.getTime()) / 1000;
      if (kilometres < least || kilometres <= (fastest * seconds) / 3600) return [];
      return [[at, `位置在 ${Math.round(seconds)} 秒里跳了 ${Math.round(kilometres)} 公里，不可能是这辆车的位置`]];
    }),
  );
}
