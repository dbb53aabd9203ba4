import { type RawBuilder, sql } from "kysely";
import type { Box } from "~/transit/geo/lng-lat";
import { METRES_PER_DEGREE, metresPerDegreeEast } from "~/transit/geo/metres";

export const boxSql = ({ minLng, minLat, maxLng, maxLat }: Box): RawBuilder<unknown> =>
  sql`box(point(${minLng}, ${minLat}), point(${maxLng}, ${maxLat}))`;

/** The column `bounds` as the database itself writes it, so that an unchanged one is seen to be. */
export const boxText = ({ minLng, minLat, maxLng, maxLat }: Box) => `(${maxLng},${maxLat}),(${minLng},${minLat})`;

/** Whether a fence holds a point: its box by the index, then the shape exactly; the same as the kernel's `holds`. In metres from the point, because the database takes what differs by a millionth for equal. */
export function holdsPoint(lng: number, lat: number): RawBuilder<boolean> {
  const east = metresPerDegreeEast(lat);
  const [x, y] = [
    (i: number) => sql`(fence.coords[i + ${sql.lit(i)}] - ${lng}) * ${east}`,
    (i: number) => sql`(fence.coords[i + ${sql.lit(i + 1)}] - ${lat}) * ${METRES_PER_DEGREE}`,
  ];
  const side = sql`lseg(point(${x(0)}, ${y(0)}), point(${x(2)}, ${y(2)}))`;
  return sql<boolean>`(fence.bounds && ${boxSql({ minLng: lng, minLat: lat, maxLng: lng, maxLat: lat })} and case fence.shape
    when 1 then metres_between(fence.lng, fence.lat, ${lng}, ${lat}) <= fence.radius
    when 4 then exists (select from generate_series(1, cardinality(fence.coords) - 3, 2) as i where ${side} <-> point(0, 0) <= fence.width / 2.0)
    else (select ('(' || string_agg(format('(%s,%s)', ${x(0)}, ${y(0)}), ',' order by i) || ')')::polygon from generate_series(1, cardinality(fence.coords) - 1, 2) as i) @> point(0, 0) end)`;
}
