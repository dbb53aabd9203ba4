import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { apiCalls } from "~/calls/calls.server";
import { db } from "~/kit/data/db/pool.server";
import { permissionCodes } from "~/permissions";
import { account, enter, type Reach } from "../kit/accounts";
import { type ScopedRoom, scopedRooms } from "../kit/scoped-rooms";
import { build, type Visitor } from "../kit/visit";

const rooms = scopedRooms;

interface MadeRecord {
  key: string;
  title: string;
}
interface Pair {
  mine: MadeRecord;
  theirs: MadeRecord;
}

const orgs: Record<string, string> = {};
const pairs = new Map<string, Pair>();
let boss: Visitor;
let made = 0;

/** The swept depot of the organisation, for records that belong to one by it. */
const depotOf = (orgId: string) => pairs.get("场站")![orgId === orgs["一车队"] ? "mine" : "theirs"].key;

async function make(room: ScopedRoom, orgId: string): Promise<MadeRecord> {
  made += 1;
  const title = `扫${"甲乙丙丁戊己庚辛壬癸"[Math.floor(made / 10) % 10]}${"子丑寅卯辰巳午未申酉"[made % 10]}${orgId === orgs["三车队"] ? "外" : "内"}`;
  const answer = await boss.call<Record<string, string>>(
    `${room.api}/add`,
    await room.values(title, orgId, made, depotOf),
  );
  expect(answer.success, JSON.stringify(answer)).toBe(true);
  return { key: answer.data[room.key]!, title };
}

/** What of the other organisation must show nowhere. */
const secrets = () => [...[...pairs.values()].map((pair) => pair.theirs.title), "三车队", "第二分公司"];
const leaks = (text: string) => secrets().filter((title) => text.includes(title));
/** Everything that a call or a page could take, pointing at the other organisation's records. */
const pointers = (): Record<string, unknown> => ({
  ...Object.fromEntries(rooms.map((room) => [room.key, pairs.get(room.name)!.theirs.key])),
  orgId: orgs["三车队"],
  ids: [...pairs.values()].map((pair) => pair.theirs.key),
  userIds: [pairs.get("用户")!.theirs.key],
  keyword: "扫",
  pageSize: 500,
});
const stored = async () => {
  const rows = await Promise.all(
    rooms.map((room) =>
      sql`select ${sql.table(room.table)}.* from ${sql.table(room.table)} where ${sql.ref(room.key)} = ${pairs.get(room.name)!.theirs.key}`.execute(
        db(),
      ),
    ),
  );
  return JSON.stringify(rows.map(({ rows: [row] }) => row));
};

const reaches: [string, () => Reach][] = [
  ["their own fleet", () => ({ dataScope: "own", orgId: orgs["一车队"] })],
  ["a branch and its fleets", () => ({ dataScope: "own-below", orgId: orgs["第一分公司"] })],
  ["chosen organisations", () => ({ dataScope: "chosen", orgIds: [orgs["一车队"]!] })],
];
const viewerOf = (reach: Reach) => account({ ...reach, permissions: [...permissionCodes] }).then(enter);

beforeAll(async () => {
  boss = await enter(await account({ isSuper: true }));
  for (const { orgId, orgName } of await db().selectFrom("organisation").select(["orgId", "orgName"]).execute())
    orgs[orgName] = orgId;
  for (const room of rooms)
    pairs.set(room.name, { mine: await make(room, orgs["一车队"]!), theirs: await make(room, orgs["三车队"]!) });
});

describe("a viewer of a branch, with every permission", () => {
  let viewer: Visitor;
  beforeAll(async () => {
    viewer = await viewerOf({ dataScope: "own-below", orgId: orgs["第一分公司"] });
  });

  it("is told nothing of others by any call, and changes nothing of theirs", async () => {
    const before = await stored();
    const telling = new Set<string>();
    for (const [path, { method, permission }] of apiCalls) {
      if (permission === "public" || path.endsWith("/logout")) continue;
      for (const body of method === "GET" ? [{}] : [{}, pointers()]) {
        const answer = await viewer.call(path, body, method);
        const text = JSON.stringify(answer);
        expect([path, answer.status, [10111, 10200, 500].includes(answer.code)]).toEqual([path, 200, false]);
        expect([path, leaks(text)]).toEqual([path, []]);
        if ([...pairs.values()].some(({ mine }) => text.includes(mine.title))) telling.add(path);
      }
    }
    expect(telling.size, "calls that tell of the viewer's own records").toBeGreaterThan(rooms.length);
    expect(await stored()).toBe(before);
  });

  it("is shown nothing of others by any page, and changes nothing of theirs", async () => {
    const before = await stored();
    const known = pointers();
    for (const route of Object.values(build.routes)) {
      const { loader, action } = (route?.module ?? {}) as {
        loader?: { permission?: string };
        action?: { permission?: string };
      };
      if (!route?.path || loader?.permission === "api" || /sign-out|\*/.test(route.path)) continue;
      const named = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
      const theirs = named.some((name) => name in known);
      const at = route.path.replace(/:(\w+)/g, (_whole, name: string) => String(known[name] ?? "0".repeat(32)));
      const answer = await viewer.send(at, { headers: { accept: "text/html", "sec-fetch-site": "same-origin" } });
      expect([at, leaks(await answer.text())]).toEqual([at, []]);
      // A route that only takes posts answers 400.
      if (theirs) expect([at, answer.status]).toEqual([at, loader ? 404 : 400]);
      else expect([at, answer.status < 500]).toEqual([at, true]);
      if (!action || !theirs) continue;
      const posts: Record<string, string>[] = [
        { any: "thing" },
        { key: String(known[named[0]!]), reason: "x", all: "1", keys: "0".repeat(32) },
      ];
      for (const fields of posts) {
        const posted = await viewer.post(at, fields);
        expect([at, posted.status >= 400 || /^\/401/.test(posted.location ?? "")]).toEqual([at, true]);
        expect([at, leaks(posted.html)]).toEqual([at, []]);
      }
    }
    expect(await stored()).toBe(before);
  });
});

describe.each(reaches)("a viewer of %s", (_, reach) => {
  let viewer: Visitor;
  beforeAll(async () => {
    viewer = await viewerOf(reach());
  });

  describe.each(rooms)("$name", (room) => {
    const pair = () => pairs.get(room.name)!;
    const has = (what: NonNullable<ScopedRoom["without"]>[number]) => !room.without?.includes(what);
    const list = (query: Record<string, string>, verb = "") => `${room.page}${verb}?${new URLSearchParams(query)}`;

    it("sees what is theirs in lists, counts, calls and exports, and only that", async () => {
      const { mine, theirs } = pair();
      const titles = (text: string) =>
        [mine, theirs].filter(({ title }) => text.includes(title)).map(({ title }) => title);
      const page = await viewer.get(list({ keyword: mine.title }));
      expect(titles(page.$("tbody").text())).toEqual([mine.title]);
      expect(page.text).toContain("共 1 条");
      expect((await viewer.get(list({ keyword: theirs.title }))).text).toMatch(/共 0 条/);
      for (const [call, size] of [
        ["pageList", { pageSize: 500 }],
        ["list", {}],
      ] as const)
        expect([
          call,
          titles(JSON.stringify((await viewer.call(`${room.api}/${call}`, { keyword: "扫", ...size })).data)),
        ]).toEqual([call, [mine.title]]);
      expect((await viewer.call<{ total: number }>(`${room.api}/pageList`, { keyword: theirs.title })).data.total).toBe(
        0,
      );
      expect((await viewer.get(`${room.page}/${mine.key}`)).text).toContain(mine.title);
      if (has("export"))
        expect(titles(await (await viewer.send(list({ keyword: "扫" }, "/export"))).text())).toEqual([mine.title]);
      if (has("search"))
        for (const { title } of [mine, theirs])
          expect([title, (await viewer.get(`/search?q=${title}`)).$("main a").text().includes(title)]).toEqual([
            title,
            title === mine.title,
          ]);
    });

    it("changes what is theirs, moves nothing out and adds nothing elsewhere", async () => {
      const { mine, theirs } = pair();
      const update = (key: string, changes: object) =>
        viewer.call(`${room.api}/update`, { [room.key]: key, ...changes });
      const own = await make(room, orgs["一车队"]!);
      expect(await update(own.key, room.change)).toMatchObject({ success: true });
      const { to, path } = room.move ?? { to: (orgId: string) => ({ orgId }), path: "orgId" };
      for (const orgId of [orgs["三车队"]!, orgs["滨江公交"]!]) {
        expect((await update(mine.key, to(orgId, depotOf))).errors).toMatchObject([{ path }]);
        made += 1;
        expect(
          (await viewer.call(`${room.api}/add`, await room.values(`不可${made}`, orgId, made, depotOf))).errors,
        ).toMatchObject([{ path }]);
      }
      expect(await update(theirs.key, room.change)).toMatchObject({ reason: "missing" });
      expect(await viewer.call(`${room.api}/delete`, { ids: [own.key, theirs.key] })).toMatchObject({
        reason: "missing",
      });
      if (has("remove"))
        expect(await viewer.call(`${room.api}/delete`, { [room.key]: own.key })).toMatchObject({ success: true });
    });

    it("is told nothing by adding a record under the key of another", async () => {
      made += 1;
      const answer = await viewer.call(`${room.api}/add`, {
        ...(await room.values(`借用${made}`, orgs["一车队"]!, made, depotOf)),
        [room.key]: pair().theirs.key,
      });
      if (room.without?.includes("key")) expect(answer.data).not.toMatchObject({ [room.key]: pair().theirs.key });
      else expect(answer.errors).toMatchObject([{ path: room.key, message: "这个主键已被使用，请换一个主键" }]);
    });

    it.runIf(has("remove"))("brings nothing of others back from the recycle bin", async () => {
      const gone = await make(room, orgs["三车队"]!);
      await boss.call(`${room.api}/delete`, { [room.key]: gone.key });
      expect((await viewer.get(`${room.page}/recycle`)).text).not.toContain(gone.title);
      const posted = await viewer.post(`${room.page}/recycle`, { key: gone.key });
      expect([404, 422]).toContain(posted.status);
      expect(posted.text).not.toContain(gone.title);
      expect((await boss.get(`${room.page}/${gone.key}`)).status).toBe(404);
    });

    it.runIf(has("bulk"))("picks only theirs for a change of many, ticked or by filters", async () => {
      const { mine, theirs } = pair();
      const before = await stored();
      const ticked = await viewer.get(
        `${room.page}/bulk?${new URLSearchParams([
          ["ids", mine.key],
          ["ids", theirs.key],
        ])}`,
      );
      const found = await viewer.get(list({ all: "1", keyword: "扫" }, "/bulk"));
      for (const page of [ticked, found])
        expect([leaks(page.text), page.text.includes(mine.title), /\b1 条/.test(page.text)]).toEqual([[], true, true]);
      const only = list({ ids: theirs.key }, "/bulk");
      expect((await viewer.get(only)).$("main form[method=post] button").length).toBe(0);
      const digest = (await boss.get(only)).field("digest")!;
      for (const intent of ["remove", "change"]) {
        const forced = await viewer.post(only, { intent, count: "1", digest });
        expect([forced.status, forced.text.includes("已经不是原来那 1 条"), leaks(forced.text)]).toEqual([
          409,
          true,
          [],
        ]);
      }
      expect(await stored()).toBe(before);
    });
  });
});

it("whoever may choose but one organisation need not choose it in a new record's form, and in no other", async () => {
  const withOrganisation = rooms.filter(({ move }) => move === undefined);
  expect(withOrganisation.length).toBeGreaterThan(4);
  const [one, some] = [await viewerOf(reaches[0]![1]()), await viewerOf(reaches[1]![1]())];
  for (const { name, page, without } of withOrganisation) {
    const form = await one.get(`${page}/new`);
    expect([name, form.field("orgId"), (await some.get(`${page}/new`)).field("orgId")]).toEqual([
      name,
      orgs["一车队"],
      "",
    ]);
    if (without?.includes("bulk")) continue;
    const many = await one.get(`${page}/bulk?ids=${pairs.get(name)!.mine.key}`);
    // Not every room lets it be changed of many.
    expect([name, many.field("orgId") ?? ""]).toEqual([name, ""]);
  }
});

it("who has no organisation sees nothing that belongs to one", async () => {
  const nobody = await viewerOf({ dataScope: "own-below" });
  for (const room of rooms) {
    expect([room.name, (await nobody.call<{ total: number }>(`${room.api}/pageList`)).data.total]).toEqual([
      room.name,
      0,
    ]);
    expect((await nobody.get(`${room.page}/${pairs.get(room.name)!.mine.key}`)).status).toBe(404);
  }
});
