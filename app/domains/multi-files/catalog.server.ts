import { sql, type Transaction } from "kysely";
import { inScope } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { recordChange } from "~/kit/data/db/history.server";
import { db, inTransaction, newKey } from "~/kit/data/db/pool.server";
import { sqlState } from "~/kit/data/db/failures";
import type { DB } from "~/kit/data/db/tables";
import type { Choice } from "~/kit/page/forms/field";
import { problem } from "~/kit/ground/problem";
import { lockTree } from "~/kit/page/trees/place.server";
import { treeChoices, treeOf } from "~/kit/page/trees/tree";
import type { CatalogNode, CatalogValues } from "./schema";

const deepest = 5;

/** The whole catalogue, flat, each entry with how many files of the viewer's organisations lie directly in it. */
export async function catalogTree(viewer: Viewer): Promise<CatalogNode[]> {
  const { rows } = await sql<CatalogNode>`
    select catalog_uuid, pid, name, sort, (select count(*)::int from multi_file m where m.catalog_uuid = c.catalog_uuid and m.deleted_at is null and ${inScope(viewer, sql`m.org_id`)}) as files
    from file_catalog c order by sort, name, catalog_uuid`.execute(db());
  return rows;
}

export async function catalogChoices(viewer: Viewer): Promise<Choice[]> {
  return treeChoices(treeOf(await catalogTree(viewer), { id: "catalogUuid", pid: "pid" }), ({ name }) => name);
}

/** Makes an entry of the catalogue; of a key that is there, changes its name or place. */
export async function saveCatalog(viewer: Viewer, values: CatalogValues): Promise<CatalogNode> {
  const { catalogUuid = newKey(), name, sort } = values;
  await inTransaction(async (trx) => {
    await lockTree(trx, { table: "fileCatalog" });
    const known = await trx
      .selectFrom("fileCatalog")
      .selectAll()
      .where("catalogUuid", "=", catalogUuid)
      .executeTakeFirst();
    const pid = values.pid === undefined ? (known?.pid ?? null) : values.pid;
    await requirePlace(trx, known && catalogUuid, pid);
    const row = { pid, name, sort: sort ?? known?.sort ?? 0, updatedBy: viewer.userId };
    await (
      known
        ? trx
            .updateTable("fileCatalog")
            .set({ ...row, updatedAt: sql`now()` })
            .where("catalogUuid", "=", catalogUuid)
            .execute()
        : trx
            .insertInto("fileCatalog")
            .values({ ...row, catalogUuid, createdBy: viewer.userId })
            .execute()
    ).catch((error: unknown) => {
      throw sqlState(error) === "23505" ? problem.field("name", "同一目录下已有这个名称") : error;
    });
    const before = known && { catalog: known.name };
    await recordChange(trx, viewer, {
      room: "multi-files",
      key: catalogUuid,
      action: known ? "update" : "create",
      version: 1,
      before,
      after: { catalog: name },
    });
  });
  return (await catalogTree(viewer)).find((one) => one.catalogUuid === catalogUuid)!;
}

async function requirePlace(trx: Transaction<DB>, own: string | undefined, pid: string | null): Promise<void> {
  const above: string[] = [];
  for (let at = pid; at !== null && above.length <= deepest;) {
    const parent = await trx.selectFrom("fileCatalog").select("pid").where("catalogUuid", "=", at).executeTakeFirst();
    if (!parent) throw problem.field("pid", "上级目录不存在，请重新选择");
    if (at === own) throw problem.field("pid", "不能移动到自己的下级目录");
    above.push(at);
    at = parent.pid;
  }
  const { rows } = await sql<{ levels: number }>`
    with recursive down as (select catalog_uuid, 1 as level from file_catalog where catalog_uuid = ${own ?? ""}
      union all select c.catalog_uuid, level + 1 from down join file_catalog c on c.pid = down.catalog_uuid) select coalesce(max(level), 1)::int as levels from down`.execute(
    trx,
  );
  if (above.length + rows[0]!.levels > deepest) throw problem.field("pid", `目录最多 ${deepest} 级`);
}

/** Takes entries away that hold neither files nor entries, all or none. */
export async function removeCatalogs(viewer: Viewer, keys: readonly string[]): Promise<void> {
  await inTransaction(async (trx) => {
    await lockTree(trx, { table: "fileCatalog" });
    for (const key of keys) {
      const known = await trx
        .selectFrom("fileCatalog")
        .select("name")
        .where("catalogUuid", "=", key)
        .executeTakeFirst();
      if (!known) throw problem.missing("文件目录");
      const { rows } =
        await sql`select from file_catalog where pid = ${key} union all select from multi_file where catalog_uuid = ${key} and deleted_at is null limit 1`.execute(
          trx,
        );
      if (rows.length > 0) throw problem.used(`目录“${known.name}”不是空的，请先移走或删除里面的目录和文件`);
      await sql`update multi_file set catalog_uuid = null where catalog_uuid = ${key}`.execute(trx);
      await trx.deleteFrom("fileCatalog").where("catalogUuid", "=", key).execute();
      await recordChange(trx, viewer, {
        room: "multi-files",
        key,
        action: "delete",
        version: 1,
        before: { catalog: known.name },
      });
    }
  });
}
