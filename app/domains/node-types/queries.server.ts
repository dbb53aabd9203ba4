import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, inTransaction } from "~/kit/data/db/pool.server";
import { createRecord } from "~/kit/data/db/records.server";
import { problem } from "~/kit/ground/problem";
import { lockRows } from "~/kit/room/source.server";
import { loadRow, updateRow } from "~/kit/room/verbs.server";
import type { NodeUse } from "~/transit/announcements/words";
import type { ColumnRow } from "./columns";
import type { NodeTypeRow, NodeTypeValues } from "./room";
import { findSeeded } from "./seed";
import { nodeTypeSource } from "./source.server";

export { checkExtra } from "./columns";
export { seedNodeTypes } from "./seed.server";

/** A type of node with its columns, as other rooms use it. */
export interface NodeType {
  typeUuid: string;
  typeNum: string;
  typeName: string;
  use: NodeUse;
  colour: string | null;
  icon: string | null;
  defaultRadius: number;
  needsAzimuth: boolean;
  triggersOnce: boolean;
  isValid: boolean;
  columns: ColumnRow[];
}

/** Every type in its order, disabled ones too: nodes that have one keep it. */
export async function nodeTypes(): Promise<NodeType[]> {
  const found =
    await sql<NodeType>`select type_uuid, type_num, type_name, use, colour, icon, default_radius, needs_azimuth, triggers_once, is_valid,
      coalesce((select json_agg(json_build_object('columnCode', c.column_code, 'required', c.required, 'defaultValue', c.default_value) order by c.serial)
        from node_type_column c where c.type_uuid = node_type.type_uuid), '[]') as columns
    from node_type where deleted_at is null order by sort, type_num collate "C"`.execute(db());
  return found.rows;
}

export async function createNodeType(viewer: Viewer, values: NodeTypeValues): Promise<NodeTypeRow> {
  const { typeUuid } = await inTransaction((trx) =>
    createRecord<{ typeUuid: string }>(trx, viewer, nodeTypeSource.kept, plain(values)),
  );
  return loadRow(nodeTypeSource, viewer, typeUuid);
}

/** Changes the fields given; a list of columns replaces the one that was. What the program brings keeps its number and use. */
export async function updateNodeType(
  viewer: Viewer,
  typeUuid: string,
  changes: Partial<NodeTypeValues>,
  version?: number,
): Promise<NodeTypeRow> {
  await inTransaction(async (trx) => {
    const [before] = await lockRows<{ typeNum: string; use: number }>(trx, nodeTypeSource, viewer, [typeUuid]);
    const seeded = findSeeded(before!.typeNum);
    if (seeded && (changes.typeNum ?? before!.typeNum) !== before!.typeNum)
      throw problem.field("typeNum", "这个节点类型由程序使用，不能改编号");
    if (seeded && (changes.use ?? before!.use) !== before!.use)
      throw problem.field("use", "这个节点类型由程序使用，不能改用途");
  });
  return updateRow(nodeTypeSource, viewer, typeUuid, plain(changes), version);
}

export function deleteNodeTypes(): Promise<never> {
  return Promise.reject(problem.used("节点类型不能删除，可以停用"));
}

/** Columns are compared and kept in one shape, whoever sends them. */
function plain({ columns, ...values }: Partial<NodeTypeValues>): Record<string, unknown> {
  const rows = columns?.map(({ columnCode, required, defaultValue }): ColumnRow => ({
    columnCode,
    required,
    defaultValue: defaultValue || null,
  }));
  return { ...values, ...(rows && { columns: rows }) };
}
