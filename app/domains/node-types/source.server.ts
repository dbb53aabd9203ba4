import { sql, type Transaction } from "kysely";
import type { DB } from "~/kit/data/db/tables";
import { newKey } from "~/kit/data/db/pool.server";
import { holds } from "~/kit/data/search/found.server";
import { defineRecords } from "~/kit/room/served.server";
import type { ColumnRow } from "./columns";
import { type NodeTypeRow, nodeTypeRoom } from "./room";

export const nodeTypeSource = defineRecords<NodeTypeRow, { keyword?: string }>(nodeTypeRoom, {
  table: "nodeType",
  unique: { node_type_num_living: "typeNum" },
  parts: { columns: { read: columnsOf, write: writeColumns } },
  beside: ["columns"],
  more: sql`coalesce((select json_agg(json_build_object('columnCode', c.column_code, 'required', c.required, 'defaultValue', c.default_value) order by c.serial)
      from node_type_column c where c.type_uuid = node_type.type_uuid), '[]') as columns,
    (select count(*) from line_file_node n where n.type_uuid = node_type.type_uuid) as node_count`,
  filters: {
    keyword: (text) => holds(text, sql`node_type.type_num`, sql`node_type.type_name`),
  },
  order: ["sort", "typeNum", "typeName", "use", "defaultRadius", "isValid", "updatedAt"],
});

async function columnsOf(trx: Transaction<DB>, typeUuid: string): Promise<ColumnRow[]> {
  return trx
    .selectFrom("nodeTypeColumn")
    .select(["columnCode", "required", "defaultValue"])
    .where("typeUuid", "=", typeUuid)
    .orderBy("serial")
    .execute();
}

/** A column that stays keeps its key. */
async function writeColumns(trx: Transaction<DB>, typeUuid: string, columns: ColumnRow[]): Promise<void> {
  const codes = columns.map(({ columnCode }) => columnCode);
  const gone = trx.deleteFrom("nodeTypeColumn").where("typeUuid", "=", typeUuid);
  await (codes.length > 0 ? gone.where("columnCode", "not in", codes) : gone).execute();
  if (columns.length === 0) return;
  await trx
    .insertInto("nodeTypeColumn")
    .values(columns.map((column, at) => ({ ...column, columnUuid: newKey(), typeUuid, serial: at + 1 })))
    .onConflict((conflict) =>
      conflict.columns(["typeUuid", "columnCode"]).doUpdateSet(({ ref }) => ({
        serial: ref("excluded.serial"),
        required: ref("excluded.required"),
        defaultValue: ref("excluded.defaultValue"),
      })),
    )
    .execute();
}
