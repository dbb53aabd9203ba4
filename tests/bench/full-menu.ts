import pg from "pg";
import { newKey } from "../../app/kit/ground/key";
import { passwords } from "../kit/database";
import { signIn, type Visitor } from "./visitor";

/** The finished product's menu: what a person with every permission sees. */
const menu: [group: string, icon: string, screens: string][] = [
  [
    "线路",
    "line",
    "线路管理 /line/line-management,线路分类 /line/line-classify,线路工具 /line/line-tools,站点导入 /line/station-import",
  ],
  ["站点", "station", "站点管理 /station/station-management"],
  ["车辆", "bus", "车辆管理 /bus/bus-management,车辆监控 /bus/bus-monitor,车辆型号管理 /model/bus-model"],
  ["设备", "device", "设备管理 /device/device-management,设备型号管理 /model/device-model"],
  [
    "场站",
    "depot",
    "场站管理 /parking/parking-management,电子围栏管理 /electronic-fence/electronic-fence-management,待车区 /electronic-fence/waiting-area",
  ],
  ["地图", "map", "地图数据下载 /map/data-down-load,底图设置 /map/base-map"],
  [
    "人员",
    "person",
    "人员管理 /personnel/personnel-management,岗位管理 /personnel/post-management,机构管理 /org/organization",
  ],
  [
    "语音",
    "voice",
    "下发任务 /voice/issue-task,文件管理 /voice/file-management,线路站点语音 /voice/line-station-voice,线路站点语音历史 /voice/line-station-voice-history,公共语音分类 /voice/public-voice-class,语音库 /voice/voice-library,节点类型字典 /voice/node-type-dictionary",
  ],
  [
    "导入导出",
    "import",
    "Excel导入 /excel/import,导入列表 /excel/list,导入日志 /excel/log,附件管理 /attachment/attachment-management",
  ],
  [
    "日志",
    "log",
    "功能访问日志 /log/feature-visit,日志分析图表 /log/analysis,系统任务日志 /log/system-task,用户登录日志 /log/user-login",
  ],
  [
    "配置",
    "parameter",
    "字典管理 /dict/dictionary-configuration,参数配置 /params/param-configuration,模块管理 /module/module-management,更新日志 /update-log/update-log-management,在线用户 /system/online-user",
  ],
  [
    "系统",
    "system",
    "应用管理 /system/app,角色管理 /system/role,角色资源授权 /system/role-resource,用户管理 /system/user,用户角色授权 /system/user-role,资源管理 /system/resource,回收站 /system/recycle-bin",
  ],
];

export const menuSize = {
  groups: menu.length,
  screens: menu.reduce((sum, [, , screens]) => sum + screens.split(",").length, 0),
};
export const account = "bench";
export const stationList = "/station/station-management";
export const [tabCount, shortcutCount] = [12, 16];

/** Completes the menu of a prepared database and adds a person (not super) whose one role holds all of it. */
export async function addFullMenu(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ appId: string }>(`select app_id as "appId" from app where app_code = 'base'`);
  const appId = rows[0]!.appId;
  await client.query(
    "update resource set resource_sort = resource_sort + 10000, deleted_at = case when type = 'menu' then now() end, pid = case when type = 'page' then null else pid end where app_id = $1",
    [appId],
  );
  for (const [place, [title, icon, screens]] of menu.entries()) {
    const pid = await addResource(client, {
      appId,
      pid: null,
      type: "menu",
      title,
      path: null,
      icon,
      sort: place * 100,
    });
    for (const [row, screen] of screens.split(",").entries()) {
      const [name, path] = screen.split(" ") as [string, string];
      const moved = await client.query(
        "update resource set pid = $1, resource_sort = $2, title = $3 where path = $4 and type = 'page'",
        [pid, row, name, path],
      );
      if (moved.rowCount === 0)
        await addResource(client, { appId, pid, type: "page", title: name, path, icon, sort: row });
    }
  }
  await client.query("update resource set deleted_at = now() where app_id = $1 and type = 'page' and pid is null", [
    appId,
  ]);
  await addPerson(client);
}

/** Signs that person in and opens the tabs and shortcuts. */
export async function signInWithTabs(url: string, databaseUrl: string): Promise<Visitor> {
  const visitor = await signIn(url, account, passwords.admin);
  const paths = menu.flatMap(([, , screens]) =>
    screens.split(",").map((screen) => screen.split(" ") as [string, string]),
  );
  const others = paths.filter(([, path]) => path !== stationList);
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows } = await client.query<{ id: string }>(
    "select session_id as id from session join app_user using (user_id) where user_account = $1 order by session.created_at desc limit 1",
    [account],
  );
  const tabs = [["门户首页", "/homepage"], ["站点管理", stationList], ...others.filter((_, i) => i % 4 === 1)].slice(
    0,
    tabCount,
  );
  for (const [place, [title, path]] of tabs.entries()) {
    const href = place % 3 === 2 ? `${path}?page=2&sort=-updatedAt` : path;
    await client.query(
      "insert into session_tab (session_id, path, href, title, position, stack) values ($1, $2, $3, $4, $5, $6)",
      [rows[0]!.id, path, href, title, place + 1, JSON.stringify([{ href, title }])],
    );
  }
  const shortcuts = others.filter((_, i) => i % 2 === 0).slice(0, shortcutCount);
  await client.query("update app_user set shortcuts = $2 where user_account = $1", [
    account,
    JSON.stringify(shortcuts.map(([, path]) => path)),
  ]);
  await client.end();
  await checkPage(visitor);
  return visitor;
}

/** The page measured is the one that the figures speak of. */
async function checkPage(visitor: Visitor): Promise<void> {
  const found = countParts((await visitor.visit(stationList)).html());
  const wanted = { ...menuSize, tabs: tabCount, shortcuts: shortcutCount, rows: 50 };
  if (JSON.stringify(found) !== JSON.stringify(wanted))
    throw new Error(`the page to measure shows ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`);
}

/** How much of the frame and how many rows a page of a list shows. */
export function countParts(html: string) {
  const part = (from: string, to: string) => html.slice(html.indexOf(from), html.indexOf(to, html.indexOf(from)));
  const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const side = part('aria-label="主菜单"', "</nav>");
  return {
    groups: count(side, /<summary/g),
    screens: count(side, /<li>/g),
    tabs: count(part('data-order="/tabs"', "</ul>"), /<li /g),
    shortcuts: count(part('data-order="/shortcuts"', "</ul>"), /<li /g),
    rows: count(part("<tbody", "</tbody>"), /<tr/g),
  };
}

interface Resource {
  appId: string;
  pid: string | null;
  type: string;
  title: string;
  path: string | null;
  icon: string;
  sort: number;
}

async function addResource(
  client: pg.Client,
  { appId, pid, type, title, path, icon, sort }: Resource,
): Promise<string> {
  const id = newKey();
  await client.query(
    "insert into resource (resource_id, app_id, pid, type, resource_name, title, path, icon, resource_sort) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
    [id, appId, pid, type, `Bench${id}`, title, path, icon, sort],
  );
  return id;
}

async function addPerson(client: pg.Client): Promise<void> {
  const [userId, roleId] = [newKey(), newKey()];
  await client.query("insert into role (role_id, role_name, data_scope) values ($1, 'bench', 'all')", [roleId]);
  await client.query(
    "insert into role_resource (role_id, resource_id) select $1, resource_id from resource where deleted_at is null",
    [roleId],
  );
  await client.query(
    "insert into app_user (user_id, user_account, user_name, password_hash, is_super) select $1, $2, '张晓明', password_hash, false from app_user where user_account = 'admin'",
    [userId, account],
  );
  await client.query("insert into user_role (user_id, role_id) values ($1, $2)", [userId, roleId]);
}
