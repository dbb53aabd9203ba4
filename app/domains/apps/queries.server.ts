import { sql, type Transaction } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, inTransaction } from "~/kit/data/db/pool.server";
import { deleteRecords, type RecordTable, updateRecord } from "~/kit/data/db/records.server";
import type { DB } from "~/kit/data/db/tables";
import { problem } from "~/kit/ground/problem";
import { allOf, findOf, heldOf, isoTime, listOf, ordered, type Kept, streamOf } from "~/kit/room/source.server";
import { type Reference, refuseUsed, usesOf } from "~/kit/room/uses.server";
import { createOf, restoreOf, rowOf } from "~/kit/room/verbs.server";
import type { ListState } from "~/kit/page/tables/select-page.server";
import { type AppFilters, type AppRow, type AppValues, ownAppCode } from "./schema";

export const appRecord: RecordTable = {
  table: "app",
  key: "appId",
  room: "apps",
  noun: "应用",
  unique: {
    app_code_living: { path: "appCode", message: "应用编码已被使用" },
    app_short_name_living: { path: "englishShortName", message: "英文简称已被使用" },
  },
};

export const appSource: Kept<AppRow, AppFilters> = {
  kept: appRecord,
  select: sql`app.app_id, app.app_code, app.app_name, app.english_short_name, app.address, app.icon, app.sort, app.enabled, app.version,
    ${isoTime(sql`app.updated_at`)} as updated_at,
    (select count(*) from resource where resource.app_id = app.app_id and resource.deleted_at is null) as resource_count`,
  where: ({ keyword, enabled }) => [
    ...(keyword
      ? [
          sql`strpos(lower(concat_ws(' ', app.app_code, app.app_name, app.english_short_name)), ${keyword.toLowerCase()}) > 0`,
        ]
      : []),
    ...(enabled ? [sql`app.enabled = ${enabled === "true"}`] : []),
  ],
  order: ordered("app", "sort", "appCode", "appName", "englishShortName", "updatedAt"),
};

const references: Reference[] = [
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

export const listApps = (viewer: Viewer, state: ListState<AppFilters>) => listOf(appSource, viewer, state);
export const allApps = (viewer: Viewer, filters: AppFilters) => allOf(appSource, viewer, filters);
export const streamApps = (viewer: Viewer, state: ListState<AppFilters>) => streamOf(appSource, viewer, state);
export const findApp = (viewer: Viewer, appId: string) => findOf(appSource, viewer, appId);
export const appUses = (viewer: Viewer, keys: string[]) => usesOf(viewer, references, keys);

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

export const createApp = (viewer: Viewer, values: AppValues) => createOf(appSource, viewer, values);

/** Changes the fields given; the code stays where the program, a module or a parameter knows the app by it. */
export async function updateApp(
  viewer: Viewer,
  appId: string,
  changes: Partial<AppValues>,
  version?: number,
): Promise<AppRow> {
  await inTransaction(async (trx) => {
    const [current] = await heldOf<AppRow>(trx, appSource, viewer, [appId]);
    if (current!.appCode === ownAppCode && changes.enabled === false)
      throw problem.field("enabled", "这是本系统自己的应用，不能停用");
    if (changes.appCode !== undefined && changes.appCode !== current!.appCode)
      await refuseKnownCode(trx, current!.appCode);
    await updateRecord(trx, viewer, appRecord, appId, changes, version);
  });
  return rowOf(appSource, appId);
}

export async function deleteApps(viewer: Viewer, keys: string[]): Promise<void> {
  await inTransaction(async (trx) => {
    const apps = await heldOf<AppRow>(trx, appSource, viewer, keys);
    if (apps.some(({ appCode }) => appCode === ownAppCode)) throw problem.used("这是本系统自己的应用，不能删除");
    await refuseUsed(trx, viewer, appRecord, references, keys);
    await deleteRecords(trx, viewer, appRecord, keys);
  });
}

/** A code taken meanwhile must be given anew. */
export const restoreApp = (viewer: Viewer, appId: string, appCode?: string) =>
  restoreOf(appSource, viewer, appId, { appCode });

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
