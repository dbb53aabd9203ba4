import { sql, type Transaction } from "kysely";
import { db } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import type { Choice } from "~/kit/page/forms/field";
import { problem } from "~/kit/ground/problem";
import type { Viewer } from "~/kit/data/access/viewer";

export interface Product {
  productCode: string;
  productName: string;
}

export interface ProjectModule {
  mavenProjectName: string;
  productCode: string;
}

export async function productsToChoose(_viewer: Viewer): Promise<Product[]> {
  const found =
    await sql<Product>`select app_code as product_code, app_name as product_name from app where deleted_at is null and enabled order by sort, app_code limit 500`.execute(
      db(),
    );
  return found.rows;
}

export async function modulesToChoose(
  _viewer: Viewer,
  { productCode }: { productCode?: string } = {},
): Promise<ProjectModule[]> {
  const found = await sql<ProjectModule>`
    select module_name as maven_project_name, product_code from module
    where deleted_at is null and ${productCode ? sql`product_code = ${productCode}` : sql`true`} order by product_code, module_name limit 2000`.execute(
    db(),
  );
  return found.rows;
}

export const productChoices = async (viewer: Viewer): Promise<Choice[]> =>
  (await productsToChoose(viewer)).map(({ productCode, productName }) => ({
    value: productCode,
    label: `${productName}（${productCode}）`,
  }));
export const moduleChoices = async (viewer: Viewer): Promise<Choice[]> =>
  (await modulesToChoose(viewer)).map(({ mavenProjectName, productCode }) => ({
    value: mavenProjectName,
    label: `${mavenProjectName}（${productCode}）`,
  }));

/** Refuses a product or module that is not there, and a module of another product. */
export async function requireProduct(
  trx: Transaction<DB>,
  { productCode, mavenProject }: { productCode: string | null; mavenProject: string | null },
): Promise<void> {
  if (
    productCode &&
    !(await trx
      .selectFrom("app")
      .select("appId")
      .where("appCode", "=", productCode)
      .where("deletedAt", "is", null)
      .executeTakeFirst())
  ) {
    throw problem.field("productCode", "产品不存在或已删除，请重新选择");
  }
  if (!mavenProject) return;
  const of = await trx
    .selectFrom("module")
    .select("productCode")
    .where("moduleName", "=", mavenProject)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  if (!of) throw problem.field("mavenProject", "模块不存在或已删除，请重新选择");
  if (productCode && of.productCode !== productCode)
    throw problem.field("mavenProject", `模块 ${mavenProject} 属于产品 ${of.productCode}，请重新选择`);
}
