import { type RawBuilder, sql } from "kysely";
import { METRES_PER_DEGREE } from "~/transit/geo/metres";

/** Metres within which a station counts as where it was. */
export const samePlace = 20;

/** Whether a station lies elsewhere than a kept [lng, lat], in SQL; null where none is kept. */
export const liesElsewhere = (kept: RawBuilder<unknown>, station: string) => {
  const [lng, lat] = [sql.ref(`${station}.lng`), sql.ref(`${station}.lat`)];
  return sql<boolean>`power((${lng} - (${kept} ->> 0)::float8) * cos(radians(${lat})), 2) + power(${lat} - (${kept} ->> 1)::float8, 2) > ${(samePlace / METRES_PER_DEGREE) ** 2}`;
};
