import { type RawBuilder, sql } from "kysely";
import type { Box } from "~/kernel/map/lng-lat";

/** A box to look in. */
export const boxSql = ({ minLng, minLat, maxLng, maxLat }: Box): RawBuilder<unknown> => sql`box(point(${minLng}, ${minLat}), point(${maxLng}, ${maxLat}))`;

/** The column `bounds` as the database itself writes it, so that an unchanged one is seen to be. */
export const boxText = ({ minLng, minLat, maxLng, maxLat }: Box) => `(${maxLng},${maxLat}),(${minLng},${minLat})`;

/** Whether a fence holds a point: its box by the index, then the shape exactly; the same as the kernel's `holds`. */
export function holdsPoint(lng: number, lat: number): RawBuilder<boolean> {
  const east = Math.cos((lat * Math.PI) / 180);
  const corner = (i: number) => sql`point((fence.coords[i + ${sql.lit(i)}] - ${lng}) * ${east}, fence.coords[i + ${sql.lit(i + 1)}] - ${lat})`;
  return sql<boolean>`(fence.bounds && ${boxSql({ minLng: lng, minLat: lat, maxLng: lng, maxLat: lat })} and case fence.shape
    when 1 then metres_between(fence.lng, fence.lat, ${lng}, ${lat}) <= fence.radius
    when 4 then exists (select from generate_series(1, cardinality(fence.coords) - 3, 2) as i where lseg(${corner(0)}, ${corner(2)}) <-> point(0, 0) <= fence.width / 2.0 / 111195.08)
    else (select ('(' || string_agg(format('(%s,%s)', fence.coords[i], fence.coords[i + 1]), ',' order by i) || ')')::polygon from generate_series(1, cardinality(fence.coords) - 1, 2) as i) @> point(${lng}, ${lat}) end)`;
}
