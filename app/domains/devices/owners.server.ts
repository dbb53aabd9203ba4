import { type RawBuilder, sql } from "kysely";
import { inScope } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import type { Database } from "~/kit/data/db/pool.server";
import type { Reference } from "~/kit/room/uses.server";
import { ownerKind, type OwnerKind, ownerKinds } from "./choices";

export interface Owner {
  bindType: OwnerKind;
  bindUuid: string;
  code: string;
  name: string;
}

/** Where the owners of each kind are; stations belong to no organisation. */
const places: Record<
  OwnerKind,
  { table: string; key: string; code: string; name: string; org: RawBuilder<unknown> | null }
> = {
  bus: { table: "bus", key: "bus_uuid", code: "bus_self_code", name: "bus_self_code", org: sql`org_id` },
  station: { table: "station", key: "sta_uuid", code: "sta_self_code", name: "sta_name", org: null },
  parking: { table: "depot", key: "parking_uuid", code: "parking_num", name: "parking_name", org: sql`org_id` },
};

/** The living owners of a kind with these numbers or keys that the viewer may see; they cannot go until the transaction ends. */
export async function findOwners(
  on: Database,
  viewer: Viewer,
  bindType: OwnerKind,
  by: "code" | "key",
  values: readonly string[],
): Promise<Owner[]> {
  const { table, key, code, name, org } = places[bindType];
  const found = await sql<Owner>`
    select ${bindType} as bind_type, ${sql.ref(key)} as bind_uuid, ${sql.ref(code)} as code, ${sql.ref(name)} as name from ${sql.table(table)}
    where ${sql.ref(by === "code" ? code : key)} = any(${values}) and deleted_at is null and ${org ? inScope(viewer, org) : sql`true`} order by 2 for share`.execute(
    on,
  );
  return found.rows;
}

/** What a binding's owner is called, joined to a table that has `bind_type` and `bind_uuid`. */
export const ownerName = (bound: string) => ownerColumn(bound, "name");
export const ownerCode = (bound: string) => ownerColumn(bound, "code");

const ownerColumn = (bound: string, column: "name" | "code") =>
  sql`(case ${sql.ref(`${bound}.bind_type`)} ${sql.join(
    ownerKinds.map(
      ({ value }) =>
        sql`when ${sql.lit(value)} then (select ${sql.ref(places[value][column])} from ${sql.table(places[value].table)} where ${sql.ref(places[value].key)} = ${sql.ref(`${bound}.bind_uuid`)})`,
    ),
    sql` `,
  )} end)`;

export const ownerOrg = (bound: string) =>
  sql`(case ${sql.ref(`${bound}.bind_type`)} ${sql.join(
    ownerKinds.flatMap(({ value }) =>
      places[value].org
        ? [
            sql`when ${sql.lit(value)} then (select org_id from ${sql.table(places[value].table)} where ${sql.ref(places[value].key)} = ${sql.ref(`${bound}.bind_uuid`)})`,
          ]
        : [],
    ),
    sql` `,
  )} end)`;

/** A device in use is not deleted: its owner would go on counting it. */
export const ownerReferences: Reference[] = ownerKinds.map(({ value, label, url }) => ({
  label,
  blocking: true,
  select: (keys) =>
    sql`select dev_uuid as used, bind_uuid as key, ${ownerName("device")} as title, ${ownerOrg("device")} as org_id from device where dev_uuid = any(${keys}) and bind_type = ${value}`,
  href: (key) => `${url}/${key}`,
}));

/** 车辆 1001 */
export const ownerInWords = (bindType: OwnerKind, name: string | null) =>
  `${ownerKind(bindType).label} ${name ?? ""}`.trim();
