import { z } from "zod";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { keysToDelete, recordKey } from "~/kit/page/forms/rules";
import { api, endpoint } from "~/kit/page/http/api.server";
import { findRow, requireRow } from "~/kit/room/source.server";
import { Columns, findColumn, nodeColumns } from "./columns";
import { updateNodeType } from "./queries.server";
import { nodeTypeRoom } from "./room";
import { nodeTypeSource } from "./source.server";

const { may } = nodeTypeRoom;

const Known = z.object({
  columnCode: z.string(),
  columnName: z.string(),
  dataType: z.string(),
  unit: z.string().optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  options: z.array(z.string()).optional(),
});
const Chosen = Known.extend({
  columnUuid: z.string(),
  typeUuid: z.string(),
  required: z.boolean(),
  defaultValue: z.string().nullable(),
  sort: z.number(),
});

export const nodeColumnApi = api("/api/node/type/column/v1.0", {
  listColumn: endpoint(may.read, z.object({}), z.array(Known), () => nodeColumns.map(asReply)),
  list: endpoint(may.read, z.object({ typeUuid: recordKey }), z.array(Chosen), (viewer, { typeUuid }) =>
    columnsOfType(viewer, typeUuid),
  ),
  batchAdd: endpoint(
    may.write,
    z.object({ typeUuid: recordKey, columns: Columns }),
    z.array(Chosen),
    async (viewer, { typeUuid, columns }) => {
      await updateNodeType(viewer, typeUuid, { columns });
      return columnsOfType(viewer, typeUuid);
    },
  ),
  delete: endpoint(may.write, keysToDelete("columnUuid", "列"), z.null(), async (viewer, keys) => {
    await removeColumns(viewer, keys);
    return null;
  }),
});

async function columnsOfType(viewer: Viewer, typeUuid: string) {
  await requireRow(nodeTypeSource, viewer, typeUuid);
  const rows = await db()
    .selectFrom("nodeTypeColumn")
    .selectAll()
    .where("typeUuid", "=", typeUuid)
    .orderBy("serial")
    .execute();
  return rows.map(({ serial, ...row }) => ({ ...asReply(findColumn(row.columnCode)!), ...row, sort: serial }));
}

/** All of one type, or none: a change of several types would be several changes. */
async function removeColumns(viewer: Viewer, keys: string[]): Promise<void> {
  const found = await db().selectFrom("nodeTypeColumn").selectAll().where("columnUuid", "in", keys).execute();
  if (found.length < new Set(keys).size) throw problem.missing("列");
  const [typeUuid, ...others] = new Set(found.map((one) => one.typeUuid));
  if (others.length > 0) throw problem.field("ids", "一次只能删除一个节点类型的列");
  const type = await findRow(nodeTypeSource, viewer, typeUuid!);
  const gone = new Set(found.map(({ columnCode }) => columnCode));
  await updateNodeType(viewer, typeUuid!, { columns: type!.columns.filter(({ columnCode }) => !gone.has(columnCode)) });
}

const asReply = ({ options, ...column }: (typeof nodeColumns)[number]) => ({
  ...column,
  ...(options && { options: [...options] }),
});
