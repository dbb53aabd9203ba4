import { sql, type Transaction } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, inTransaction } from "~/kit/data/db/pool.server";
import { deleteRecords, updateRecord } from "~/kit/data/db/records.server";
import type { DB } from "~/kit/data/db/tables";
import { problem } from "~/kit/ground/problem";
import { refuseBroken } from "~/kit/room/checks.server";
import { defineRecords } from "~/kit/room/served.server";
import { listAllRows, findRow, lockRows } from "~/kit/room/source.server";
import { type Reference, refuseUsed } from "~/kit/room/uses.server";
import { loadRow } from "~/kit/room/verbs.server";
import { type AppRow, appRoom, ownAppCode } from "./room";

interface Filters {
  keyword?: string;
  enabled?: boolean;
}

export const appSource = defineRecords<AppRow, Filters>(appRoom, {
  table: "app",
  unique: { app_code_living: "appCode", app_short_name_living: "englishShortName" },
  more: sql`(select count(*) from resource where resource.app_id = app.app_id and resource.deleted_at is null) as resource_count`,
  filters: {
    keyword: (text) =>
      sql`strpos(lower(concat_ws(' ', app.app_code, app.app_name, app.english_short_name)), ${text.toLowerCase()}) > 0`,
  },
  order: ["sort", "appCode", "appName", "englishShortName", "updatedAt"],
});

export const appReferences: Reference[] = [
  {
    label: "资源",
    blocking: true,
    select: (keys) =>
      sql`select app_id as used, resource_id as key, title, null as org_id from resource where app_id = any(${keys}) and deleted_at is null`,
    href: (key) => `/system/resource/${key}`,
  },
  {
    label: "模块",
    blocking: true,
    select: (keys) =>
      sql`select app.app_id as used, m.module_id as key, m.module_name as title, null as org_id from module m join app on app.app_code = m.product_code where app.app_id = any(${keys}) and m.deleted_at is null`,
    href: (key) => `/module/module-management/${key}`,
  },
];

export const allApps = (viewer: Viewer, filters: Filters) => listAllRows(appSource, viewer, filters);
export const findApp = (viewer: Viewer, appId: string) => findRow(appSource, viewer, appId);

/** Whether no other living app has the name, large and small letters alike. */
export async function isShortNameFree(
  _viewer: Viewer,
  { englishShortName, appId = "" }: { englishShortName: string; appId?: string },
): Promise<boolean> {
  const taken =
    await sql`select 1 from app where lower(english_short_name) = ${englishShortName.toLowerCase()} and deleted_at is null and app_id <> ${appId}`.execute(
      db(),
    );
  return taken.rows.length === 0;
}

/** Changes the fields given; the code stays where the program, a module or a parameter knows the app by it. */
export async function updateApp(
  viewer: Viewer,
  appId: string,
  changes: Partial<typeof appRoom.values>,
  version?: number,
): Promise<AppRow> {
  await inTransaction(async (trx) => {
    const [current] = await lockRows<AppRow>(trx, appSource, viewer, [appId]);
    refuseBroken(appRoom, current!, changes);
    if (changes.appCode !== undefined && changes.appCode !== current!.appCode)
      await refuseKnownCode(trx, current!.appCode);
    await updateRecord(trx, viewer, appSource.kept, appId, changes, version);
  });
  return loadRow(appSource, viewer, appId);
}

export async function deleteApps(viewer: Viewer, keys: string[]): Promise<void> {
  await inTransaction(async (trx) => {
    const apps = await lockRows<AppRow>(trx, appSource, viewer, keys);
    if (apps.some(({ appCode }) => appCode === ownAppCode)) throw problem.used("这是本系统自己的应用，不能删除");
    await refuseUsed(trx, viewer, appSource.kept, appReferences, keys);
    await deleteRecords(trx, viewer, appSource.kept, keys);
  });
}

async function refuseKnownCode(trx: Transaction<DB>, appCode: string): Promise<void> {
  if (appCode === ownAppCode) throw problem.field("appCode", "这是本系统自己的应用，编码不能修改");
  const found = await sql<{ by: string }>`
    select '模块“' || module_name || '”' as by from module where product_code = ${appCode} and deleted_at is null
    union all select '参数“' || param_name || '”' from parameter where product_code = ${appCode} and deleted_at is null limit 1`.execute(
    trx,
  );
  const [first] = found.rows;
  if (first) throw problem.field("appCode", `${first.by}正在使用这个编码，请先修改它`);
}
