import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { rooms } from "~/rooms";
import { account, enter, visitorWith } from "../kit/accounts";
import { build, type Visitor } from "../kit/visit";
import { demoNames } from "~/seed/demo-city";

interface Head {
  path: string;
  pages: string[];
}

/** Every layout of an object, with the addresses of the screens in it. */
const heads: Head[] = Object.values(build.routes).flatMap((route) => {
  if (!route || route.path !== undefined || route.id === "root") return [];
  const below = Object.values(build.routes).filter((page) => page?.parentId === route.id && page.module.default);
  const pages = below.map((page) => page!.path!).sort((one, other) => one.length - other.length);
  return [{ path: pages[0]!, pages }];
});

const tables: Record<string, { table: string; key: string; read: string }> = {
  ...Object.fromEntries(
    rooms.map(({ room, source }) => [room.url, { table: source.kept.table, key: room.key, read: room.may.read }]),
  ),
  "/line/line-management": { table: "line", key: "lineUuid", read: "line.read" },
  "/line/line-classify": { table: "lineClassify", key: "classifySid", read: "line-classify.read" },
  "/voice/file-management": { table: "lineFile", key: "fileUuid", read: "line-file.read" },
  "/voice/line-station-voice": { table: "lineFile", key: "fileUuid", read: "line-file.read" },
  "/system/user-role": { table: "appUser", key: "userId", read: "user.read" },
  "/system/role-resource": { table: "role", key: "roleId", read: "role.read" },
  "/voice/issue-task": { table: "issueTask", key: "taskUuid", read: "issue-task.read" },
};
const ofList = ({ path }: Head) => tables[path.replace(/\/:\w+$/, "")]!;

let admin: Visitor;
const keys = new Map<string, string>();

beforeAll(async () => {
  admin = await enter(await account({ isSuper: true }));
  for (const head of heads) {
    const { table, key } = ofList(head);
    const chosen = table === "line" ? sql`line_name = ${demoNames.lines.withDraft}` : sql`true`;
    const { rows } = await sql<{ key: string }>`
      select ${sql.ref(key)} as key from ${sql.table(table)} where deleted_at is null and ${chosen} order by 1 limit 1`.execute(
      db(),
    );
    if (rows[0]) keys.set(head.path, rows[0].key);
  }
});

const at = (head: Head, page = head.path) => page.replace(/:\w+/, keys.get(head.path) ?? "0".repeat(32));
/** Pages that name nothing but the record. */
const plain = ({ path, pages }: Head) => pages.filter((page) => !/:/.test(page.slice(path.length)));

it("lets in whoever is signed in, as its pages guard themselves", () => {
  const layouts = Object.values(build.routes).filter(
    (route) => route && route.path === undefined && route.id !== "root",
  );
  const guards = layouts.map((route) => (route!.module.loader as { permission?: string } | undefined)?.permission);
  expect([...new Set(guards)]).toEqual(["signed-in"]);
});

it("stands above the records of every room, of lines and their variants, of line files and of issue tasks", () => {
  expect(heads.map(({ path }) => path.replace(/\/:\w+$/, "")).sort()).toEqual(Object.keys(tables).sort());
  expect([...keys.keys()].length).toBeGreaterThan(20);
});

describe.each(heads)("$path", (head) => {
  it("has one head above all its pages, whose tabs lead on with one of them current", async () => {
    if (!keys.has(head.path)) return;
    const first = await admin.get(at(head));
    const name = first.$("h1").text();
    const tabs = first.$("main nav:contains(概况) a[href^='/']");
    expect(first.$("main nav:contains(概况) a[aria-current=page]")).toHaveLength(1);
    for (const tab of tabs.toArray().map((one) => first.$(one).attr("href")!)) {
      const page = await admin.get(tab);
      expect([tab, page.status, page.$("h1").text()]).toEqual([tab, 200, name]);
      expect(page.$("main nav:contains(概况) a[aria-current=page]").first().attr("href")).toBe(tab);
    }
    for (const page of plain(head).map((one) => at(head, one))) {
      const shown = await admin.get(page);
      if (shown.status === 200) expect([page, shown.$("h1").text()]).toEqual([page, name]);
    }
  });

  it("says nothing of a record to who may not read it, whatever page of it they may open", async () => {
    const others = [...permissionsOf(head)].filter((code) => code !== ofList(head).read && code !== "signed-in");
    const person = await visitorWith(...others);
    for (const page of plain(head).map((one) => at(head, one))) {
      const shown = await person.get(page);
      const [nav, titles] = ["main nav:contains(概况)", "main h1"].map((each) => shown.$(each).length);
      expect([page, nav, titles]).toEqual([page, 0, shown.location ? 0 : 1]);
    }
  });

  it("offers who may only read neither a change nor a tab that is closed to them", async () => {
    if (!keys.has(head.path)) return;
    const reader = await enter(await account({ permissions: [ofList(head).read] }));
    const shown = await reader.get(at(head));
    if (shown.$("main nav:contains(概况)").length === 0) return;
    expect(shown.$(`main a[href="${at(head)}/edit"], main a[href="${at(head)}/delete"]`).length).toBe(0);
    const tabs = shown.$("main nav:contains(概况) a").map((_, tab) => shown.$(tab).attr("href"));
    for (const tab of tabs.get()) expect([tab, (await reader.get(tab)).status]).toEqual([tab, 200]);
  });

  it("is not there for a record that is not there, which each page says in the whole page", async () => {
    for (const page of plain(head).map((one) => one.replace(/:\w+/, "f".repeat(32)))) {
      const shown = await admin.get(page);
      if (shown.status < 400) continue;
      expect([page, shown.status, shown.$("main h1").length, shown.$("main h2").length]).toEqual([page, 404, 1, 0]);
      expect(shown.$("h1").text()).toContain("不存在");
      expect(shown.title).toMatch(/^.*不存在 - /);
    }
  });
});

function permissionsOf({ pages }: Head): Set<string> {
  const routes = Object.values(build.routes).filter((route) => route?.path && pages.includes(route.path));
  return new Set(
    routes.flatMap((route) => {
      const { loader } = route!.module as { loader?: { permission: string; permissionAt?: (at: string) => string } };
      return loader ? [loader.permissionAt?.(route!.path!) ?? loader.permission] : [];
    }),
  );
}

it("has the colour of the worst of its states, and none where all is well", async () => {
  const { rows } = await sql<{ stopped: string; running: string }>`
    select min(sta_uuid) filter (where state = 20) as stopped, min(sta_uuid) filter (where state = 10) as running from station where deleted_at is null`.execute(
    db(),
  );
  const lookOf = async (staUuid: string) => {
    const head = (await admin.get(`/station/station-management/${staUuid}/history`)).$("main h1").parent().parent();
    return [head.find(".state").first().text(), head.attr("data-look")];
  };
  expect([await lookOf(rows[0]!.stopped), await lookOf(rows[0]!.running)]).toEqual([
    ["停运", "bad"],
    ["运营", undefined],
  ]);
});

it("shows on a page without a tab of its own which one leads to it", async () => {
  const line = heads.find(({ path }) => path.startsWith("/line/line-management"))!;
  const page = await admin.get(`${at(line)}/announced`);
  const lit = page.$("main nav:contains(概况) a[aria-current]");
  expect([lit.text(), lit.attr("aria-current")]).toEqual(["语音", "true"]);
});

describe("what a page of a record could not do", () => {
  it("leaves the record standing: its head and tabs, the number of the fault, and the other pages", async () => {
    const bus = heads.find(({ path }) => path.startsWith("/bus/bus-management"))!;
    const name = (await admin.get(at(bus))).$("h1").text();
    await sql`alter table person_preset rename to person_preset_away`.execute(db());
    try {
      const broken = await admin.get(`${at(bus)}/presets`);
      expect([broken.status, broken.$("h1").text(), broken.$("main h2").text()]).toEqual([500, name, "系统出错了"]);
      expect(broken.$("main code").text()).toMatch(/^[0-9a-f-]{36}$/);
      expect(broken.title).toMatch(/^系统出错了 - /);
      const history = await admin.get(`${at(bus)}/history`);
      expect([history.status, history.$("h1").text()]).toEqual([200, name]);
    } finally {
      await sql`alter table person_preset_away rename to person_preset`.execute(db());
    }
  });

  it("is said under its head, where nothing can be sent to it", async () => {
    const bus = heads.find(({ path }) => path.startsWith("/bus/bus-management"))!;
    const refused = await admin.post(`${at(bus)}/history`, { any: "thing" });
    expect([refused.status, refused.$("h1").text()]).toEqual([405, (await admin.get(at(bus))).$("h1").text()]);
  });
});
