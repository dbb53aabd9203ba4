import { sql, type Transaction } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, inTransaction } from "~/kit/data/db/pool.server";
import { createRecord, isFree, type RecordTable, restoreRecord, updateRecord } from "~/kit/data/db/records.server";
import type { DB } from "~/kit/data/db/tables";
import type { Choice } from "~/kit/page/forms/field";
import { attempt, problem } from "~/kit/ground/problem";
import { allOf, findOf, heldOf, isoTime, listOf, ordered, type Kept, streamOf } from "~/kit/room/source.server";
import { type Reference, usesOf } from "~/kit/room/uses.server";
import { deleteOf, rowOf } from "~/kit/room/verbs.server";
import type { ListState } from "~/kit/page/tables/select-page.server";
import type { ModuleFilters, ModuleRow, ModuleValues, Product, ProductBranch } from "./schema";

export const moduleRecord: RecordTable = {
  table: "module",
  key: "moduleId",
  room: "modules",
  noun: "模块",
  unique: { module_name_living: { path: "moduleName", message: "模块名称已被使用" } },
};

export const moduleSource: Kept<ModuleRow, ModuleFilters> = {
  kept: moduleRecord,
  select: sql`module.module_id, module.module_name, module.product_code, app.app_name as product_name, module.description, module.version,
    ${isoTime(sql`module.updated_at`)} as updated_at,
    (select count(*) from resource where resource.module_id = module.module_id and resource.deleted_at is null) as resource_count`,
  joins: sql`left join app on app.app_code = module.product_code and app.deleted_at is null`,
  where: ({ keyword, productCode }) => [
    ...(keyword
      ? [sql`strpos(lower(concat_ws(' ', module.module_name, module.description)), ${keyword.toLowerCase()}) > 0`]
      : []),
    ...(productCode ? [sql`module.product_code = ${productCode}`] : []),
  ],
  order: ordered("module", "moduleName", "productCode", "updatedAt"),
};

const references: Reference[] = [
  {
    label: "资源",
    blocking: true,
    select: (keys) =>
      sql`select module_id as used, resource_id as key, title, null as org_id from resource where module_id = any(${keys}) and deleted_at is null`,
    href: (key) => `/system/resource/${key}`,
  },
  {
    label: "参数",
    blocking: true,
    select: (keys) =>
      sql`select m.module_id as used, p.param_id as key, p.param_name as title, null as org_id from parameter p join module m on m.module_name = p.maven_project where m.module_id = any(${keys}) and p.deleted_at is null`,
  },
];

export const listModules = (viewer: Viewer, state: ListState<ModuleFilters>) => listOf(moduleSource, viewer, state);
export const allModules = (viewer: Viewer, filters: ModuleFilters) => allOf(moduleSource, viewer, filters);
export const streamModules = (viewer: Viewer, state: ListState<ModuleFilters>) => streamOf(moduleSource, viewer, state);
export const findModule = (viewer: Viewer, moduleId: string) => findOf(moduleSource, viewer, moduleId);
export const moduleUses = (viewer: Viewer, keys: string[]) => usesOf(viewer, references, keys);
export const isModuleNameFree = (_viewer: Viewer, check: { moduleName: string; moduleId?: string }) =>
  isFree(db(), moduleRecord, "moduleName", check.moduleName, check.moduleId);

/** The products that there are: the living apps, in their order. */
export async function products(_viewer: Viewer): Promise<Product[]> {
  const found =
    await sql<Product>`select app_code as product_code, app_name as product_name from app where deleted_at is null order by sort, app_name`.execute(
      db(),
    );
  return found.rows;
}

/** The same for a select. */
export async function productChoices(viewer: Viewer): Promise<Choice[]> {
  return (await products(viewer)).map(({ productCode, productName }) => ({
    value: productCode,
    label: `${productName}（${productCode}）`,
  }));
}

/** The products, each with its modules. */
export async function productCascade(viewer: Viewer): Promise<ProductBranch[]> {
  const [all, modules] = await Promise.all([products(viewer), allModules(viewer, {})]);
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
    return createRecord<{ moduleId: string }>(trx, viewer, moduleRecord, values);
  });
  return rowOf(moduleSource, moduleId);
}

/** Changes the fields given; the name and product stay while a parameter or a resource goes by them. */
export async function updateModule(
  viewer: Viewer,
  moduleId: string,
  changes: Partial<ModuleValues>,
  version?: number,
): Promise<ModuleRow> {
  await inTransaction((trx) => changeModule(trx, viewer, moduleId, changes, version));
  return rowOf(moduleSource, moduleId);
}

/** The same in a transaction that is open already. */
export async function changeModule(
  trx: Transaction<DB>,
  viewer: Viewer,
  moduleId: string,
  changes: Partial<ModuleValues>,
  version?: number,
): Promise<void> {
  const [current] = await heldOf<ModuleRow>(trx, moduleSource, viewer, [moduleId]);
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
  await updateRecord(trx, viewer, moduleRecord, moduleId, changes, version);
}

export const deleteModules = (viewer: Viewer, keys: string[]) => deleteOf(moduleSource, viewer, references, keys);

/** A name taken meanwhile must be given anew, and its product must still be there. */
export async function restoreModule(viewer: Viewer, moduleId: string, moduleName?: string): Promise<ModuleRow> {
  await inTransaction(async (trx) => {
    const { productCode } = await restoreRecord<ModuleRow & Record<string, unknown>>(
      trx,
      viewer,
      moduleRecord,
      moduleId,
      moduleName ? { moduleName } : undefined,
    );
    const known = await attempt(() => refuseUnknownProduct(trx, productCode));
    if (!known.ok) throw problem.used(`产品“${productCode}”的应用已删除，请先恢复应用`);
  });
  return rowOf(moduleSource, moduleId);
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
