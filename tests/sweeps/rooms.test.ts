import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { searchedOffers } from "~/kit/room/related-offers.server";
import { listReadOnly } from "~/kit/room/read-only-lists";
import { listBelongings } from "~/kit/room/registry";
import { ordersOf } from "~/kit/room/source-sql.server";
import { menuResources, permissionCodes } from "~/permissions";
import { rooms } from "~/rooms";
import { scopedRooms } from "../kit/scoped-rooms";
import { build } from "../kit/visit";

const domains = path.resolve("app/domains");
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const tableOf = (room: (typeof rooms)[number]) => snake(room.source.kept.table);

/** Imports remember which organisation their lines were to go to; the lines themselves belong to it. Sources only tell whose numbers a file has. What buses announce is made anew from the buses. */
const withoutHome = ["bus_announced", "data_source", "import_batch", "stored_file"];

/** Uploaded, or made in steps; their own tests hold who sees them. */
const sweptByThemselves = ["/voice/file-management/files", "/voice/issue-task"];

/** Fields whose form offers their records in a way of its own. */
const ownControls = ["roles.parentId"];

/** Rooms whose records come about in other ways than by a plain form. */
const testedByThemselves = ["node-types"];

/** Rooms with references whose own tests hold that a record stays while something needs it. */
const keptByThemselves = ["audio-clips", "change-packages"];

/** Codes that the room then makes, and what its verbs refuse in words or take from elsewhere: their own tests hold it. */
const judgedByRooms = [
  "audio-clips.audioNum",
  "audio-clips.fileUuid",
  "change-packages.packageNum",
  "fences.lat",
  "fences.lng",
  "resources.resourceSort",
];

const everybody: Viewer = {
  userId: "0".repeat(32),
  userAccount: "test",
  userName: "测试",
  userStatus: "normal",
  isSuper: true,
  orgScope: "all",
  permissions: permissionCodes,
} as unknown as Viewer;

describe("the list of rooms", () => {
  it("has no field that may be left empty where its table keeps no nothing, but those that the room judges itself", async () => {
    const { rows } = await sql<{ place: string }>`
      select table_name || '.' || column_name as place from information_schema.columns where table_schema = 'public' and is_nullable = 'NO'`.execute(
      db(),
    );
    const needed = new Set(rows.map(({ place }) => place));
    const takesNothing = rooms.flatMap((served) =>
      Object.entries(served.room.fields)
        .filter(([, { rule, change }]) => [rule, change].some((one) => one.safeParse(null).data === null))
        .map(([name]) => ({ name: `${served.room.name}.${name}`, place: `${tableOf(served)}.${snake(name)}` })),
    );
    expect(takesNothing.length).toBeGreaterThan(80);
    expect(
      takesNothing
        .filter(({ place }) => needed.has(place))
        .map(({ name }) => name)
        .sort(),
    ).toEqual(judgedByRooms);
  });

  it("holds every room that a folder declares, once, under the name of its folder", async () => {
    const declared: string[] = [];
    for (const folder of readdirSync(domains)) {
      if (!existsSync(path.join(domains, folder, "room.ts"))) continue;
      const module = (await import(path.join(domains, folder, "room.ts"))) as Record<
        string,
        { Form?: unknown; name?: string }
      >;
      for (const one of Object.values(module)) {
        if (!one?.Form || !one.name) continue;
        expect(one.name, `app/domains/${folder}/room.ts`).toBe(folder);
        declared.push(one.name);
      }
    }
    const listed = rooms.map(({ room }) => room.name);
    expect(
      declared.filter((name) => !listed.includes(name)).map((name) => `app/rooms.ts has no line for ${name}`),
    ).toEqual([]);
    expect(listed.sort()).toEqual(declared.sort());
  });

  it.each(rooms.map((one) => [one.room.name, one] as const))(
    "gives %s its place in the menu and all its codes",
    (_, { room }) => {
      const screen = menuResources.flatMap(({ screens }) => screens).find((one) => one.path === room.url);
      expect(screen?.permission, `app/permissions.ts has a place for ${room.url}`).toBe(room.may.read);
      const missing = Object.values(room.may).filter((code) => !permissionCodes.has(code));
      expect(missing, `codes of ${room.name} that app/permissions.ts does not give`).toEqual([]);
    },
  );

  it.each(rooms.map((one) => [one.room.name, one] as const))(
    "orders %s by every column that its list offers, and has choices for every key that its form asks for",
    async (name, served) => {
      const { room, table, source, choices } = served;
      const { order: orders } = ordersOf(source, everybody);
      const unordered = [...table.sortable].filter((id) => !(id in orders));
      expect(unordered.map((id) => `keep() of ${name} has no order by ${id}`)).toEqual([]);
      const given = { ...(await searchedOffers(everybody, served)), ...(await choices?.(everybody, null)) };
      const bare = Object.entries(room.fields).filter(
        ([, { kind, refers, choices: own }]) => kind === "choice" && refers && !own,
      );
      const missing = bare.flatMap(([id]) =>
        id in given || ownControls.includes(`${name}.${id}`) ? [] : [`${name}.${id}`],
      );
      expect(missing.map((id) => `serve() has no choices for ${id}`)).toEqual([]);
      const listed = (await choices?.(everybody, null)) ?? {};
      const unlisted = bare.filter(([id]) => room.bulk?.includes(id) && !(id in listed));
      expect(
        unlisted.map(([id]) => `${name}.${id} in bulk: only what choices of serve() lists is offered there`),
      ).toEqual([]);
    },
  );

  it.each(
    rooms.filter(({ room }) => !testedByThemselves.includes(room.name)).map((one) => [one.room.name, one] as const),
  )("has %s go through the tests of every room, with all that it declares", (name, { room, references }) => {
    const [, told = ""] =
      /^describeRoom\(\{\n(.*?)^\}\);/ms.exec(readFileSync(path.join(domains, name, `${name}.test.ts`), "utf8")) ?? [];
    const has = (part: string) => new RegExp(`^  (async )?${part}\\b`, "m").test(told);
    expect({ bulk: has("bulk"), unique: has("unique"), used: has("used") }).toEqual({
      bulk: (room.bulk ?? []).length > 0,
      unique: room.code !== undefined,
      used: references.length > 0 && !keptByThemselves.includes(name),
    });
  });

  it("knows every table with an organisation as something that belongs to one", async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'org_id' and table_name <> 'organisation'
        and table_name !~ '^(login|request|job)_(log|speed|hour|people)'`.execute(db());
    const known = new Set(listBelongings().map(({ table }) => snake(table)));
    const orphans = rows.map(({ name }) => name).filter((name) => !known.has(name) && !withoutHome.includes(name));
    expect(orphans, "tables whose records an organisation's delete would leave behind").toEqual([]);
  });

  it("names every foreign key from one room's records to another's among the references of the room pointed at", async () => {
    const { rows } = await sql<{ from: string; to: string }>`
      select distinct conrelid::regclass::text as from, confrelid::regclass::text as to
      from pg_constraint where contype = 'f' and confdeltype <> 'c'`.execute(db());
    const main = new Map(rooms.map((one) => [tableOf(one), one]));
    const forgotten = rows.flatMap(({ from, to }) => {
      const pointedAt = main.get(to);
      if (!pointedAt || !main.has(from) || from === to) return [];
      const said = pointedAt.references.some(({ select }) =>
        new RegExp(`\\b${from}\\b`).test(sql`${select(["x"])}`.compile(db()).sql),
      );
      return said ? [] : [`${pointedAt.room.name} does not say that ${from} refers to it`];
    });
    expect(forgotten).toEqual([]);
  });

  it("has every room with an organisation in the sweep of data scopes", () => {
    const swept = new Set(scopedRooms.map(({ page }) => page));
    const missing = listBelongings().filter(({ url }) => !swept.has(url) && !sweptByThemselves.includes(url));
    expect(missing.map(({ label }) => `tests/kit/scoped-rooms.ts has no line for ${label}`)).toEqual([]);
  });
});

it("every list that is only read has a page and an export, and every such page its list", () => {
  const mounted = (file: string) =>
    Object.values(build.routes).flatMap((route) =>
      route?.id.includes(file) ? [`/${route.path}`.replace("//", "/")] : [],
    );
  const urls = listReadOnly().map(({ url }) => url);
  expect(mounted("read-only-list").sort()).toEqual([...urls].sort());
  expect(mounted("read-only-export").sort()).toEqual(urls.map((url) => `${url}/export`).sort());
});
