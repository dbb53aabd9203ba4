import { sql, type Transaction } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, inTransaction } from "~/kit/data/db/pool.server";
import { createRecord, restoreRecord, updateRecord } from "~/kit/data/db/records.server";
import type { DB } from "~/kit/data/db/tables";
import type { Choice } from "~/kit/page/forms/field";
import { attempt, problem } from "~/kit/ground/problem";
import { defineRecords } from "~/kit/room/served.server";
import { listAllRows, lockRows } from "~/kit/room/source.server";
import { loadRow } from "~/kit/room/verbs.server";
import { type ModuleRow, moduleRoom } from "./room";

type ModuleValues = typeof moduleRoom.values;

interface Product {
  productCode: string;
  productName: string;
}

interface Filters {
  keyword?: string;
  productCode?: string;
}

export const moduleSource = defineRecords<ModuleRow, Filters>(moduleRoom, {
  table: "module",
  unique: { module_name_living: "moduleName" },
  more: sql`app.app_name as product_name,
    (select count(*) from resource where resource.module_id = module.module_id and resource.deleted_at is null) as resource_count`,
  joins: sql`left join app on app.app_code = module.product_code and app.deleted_at is null`,
  filters: {
    keyword: (text) =>
      sql`strpos(lower(concat_ws(' ', module.module_name, module.description)), ${text.toLowerCase()}) > 0`,
  },
  order: ["moduleName", "productCode", "updatedAt"],
});

export const allModules = (viewer: Viewer, filters: Filters) => listAllRows(moduleSource, viewer, filters);

/** The products that there are: the living apps, in their order. */
export async function listProducts(_viewer: Viewer): Promise<Product[]> {
  const found =
    await sql<Product>`select app_code as product_code, app_name as product_name from app where deleted_at is null order by sort, app_name`.execute(
      db(),
    );
  return found.rows;
}

export async function productChoices(viewer: Viewer): Promise<Choice[]> {
  return (await listProducts(viewer)).map(({ productCode, productName }) => ({
    value: productCode,
    label: `${productName}（${productCode}）`,
  }));
}

export async function productCascade(viewer: Viewer): Promise<(Choice & { children: Choice[] })[]> {
  const [all, modules] = await Promise.all([listProducts(viewer), allModules(viewer, {})]);
  return all.map(({ productCode, productName }) => ({
    value: productCode,
    label: productName,
    children: modules
      .filter((module) => module.productCode === productCode)
      .map(({ moduleName }) => ({ value: moduleName, label: moduleName })),
  }));
}

export async function createModule(viewer: Viewer, values: ModuleValues): Promise<ModuleRow> {
  const { moduleId } = await inTransaction(async (trx) => {
    await refuseUnknownProduct(trx, values.productCode);
    return createRecord<{ moduleId: string }>(trx, viewer, moduleSource.kept, values);
  });
  return loadRow(moduleSource, viewer, moduleId);
}

/** Changes the fields given; the name and product stay while a parameter or a resource goes by them. */
export async function updateModule(
  viewer: Viewer,
  moduleId: string,
  changes: Partial<ModuleValues>,
  version?: number,
): Promise<ModuleRow> {
  await inTransaction((trx) => changeModule(trx, viewer, moduleId, changes, version));
  return loadRow(moduleSource, viewer, moduleId);
}

export async function changeModule(
  trx: Transaction<DB>,
  viewer: Viewer,
  moduleId: string,
  changes: Partial<ModuleValues>,
  version?: number,
): Promise<void> {
  const [current] = await lockRows<ModuleRow>(trx, moduleSource, viewer, [moduleId]);
  const { moduleName, productCode } = { ...current!, ...changes };
  if (moduleName !== current!.moduleName)
    await refuseUsedBy(
      trx,
      "moduleName",
      sql`select '参数“' || param_name || '”' as by from parameter where maven_project = ${current!.moduleName} and deleted_at is null`,
    );
  if (productCode !== current!.productCode) {
    await refuseUnknownProduct(trx, productCode);
    await refuseUsedBy(
      trx,
      "productCode",
      sql`select '资源“' || title || '”' as by from resource where module_id = ${moduleId} and deleted_at is null`,
    );
  }
  await updateRecord(trx, viewer, moduleSource.kept, moduleId, changes, version);
}

/** A name taken meanwhile must be given anew, and its product must still be there. */
export async function restoreModule(viewer: Viewer, moduleId: string, moduleName?: string): Promise<ModuleRow> {
  await inTransaction(async (trx) => {
    const { productCode } = await restoreRecord<ModuleRow & Record<string, unknown>>(
      trx,
      viewer,
      moduleSource.kept,
      moduleId,
      moduleName ? { moduleName } : undefined,
    );
    const known = await attempt(() => refuseUnknownProduct(trx, productCode));
    if (!known.ok) throw problem.used(`产品“${productCode}”的应用已删除，请先恢复应用`);
  });
  return loadRow(moduleSource, viewer, moduleId);
}

/** The app stays locked until the module is written, so that it cannot be deleted meanwhile. */
async function refuseUnknownProduct(trx: Transaction<DB>, productCode: string): Promise<void> {
  const known = await sql`select 1 from app where app_code = ${productCode} and deleted_at is null for share`.execute(
    trx,
  );
  if (known.rows.length === 0) throw problem.field("productCode", `没有编码为“${productCode}”的应用，请从列表中选择`);
}

async function refuseUsedBy(
  trx: Transaction<DB>,
  path: string,
  uses: ReturnType<typeof sql<{ by: string }>>,
): Promise<void> {
  const [first] = (await uses.execute(trx)).rows;
  if (first) throw problem.field(path, `${first.by}正在使用这个模块，请先修改它`);
}
