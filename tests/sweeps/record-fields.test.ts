import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { organisationsInScope } from "~/kit/data/access/scope.server";
import { db, newKey } from "~/kit/data/db/pool.server";
import type { Field } from "~/kit/room/fields";
import type { ReferredTable } from "~/kit/room/room";
import type { ServedRoom } from "~/kit/room/served.server";
import { asRows, exported, judged, superViewer } from "~/kit/room/sheets/drive.sample";
import { listSheets } from "~/kit/room/sheets/sheet-registry";
import { permissionCodes } from "~/permissions";
import { rooms } from "~/rooms";
import "~/sheets.server";
import { account, enter } from "../kit/accounts";
import { measured } from "../kit/real-data";
import type { Values } from "../kit/page";
import { deletedCopy, tableNamed } from "../kit/records";
import type { Visitor } from "../kit/visit";

interface Relation {
  served: ServedRoom;
  path: string;
  field: Field;
  referred: ReferredTable;
}

/** Every field of every room that names a record of another, or several. */
const relations: Relation[] = rooms.flatMap((served) =>
  Object.entries(served.room.fields).flatMap(([path, field]) =>
    field.refers && !Array.isArray(field.refers) && !field.file
      ? [{ served, path, field, referred: field.refers as ReferredTable }]
      : [],
  ),
);
const named = relations.map((one) => [`${one.served.room.noun} ${one.field.label}`, one] as const);
const counts = { fields: relations.length, forms: 0, calls: 0, batches: 0, many: 0, cells: 0, back: 0, kept: 0 };
afterAll(() => measured("records that fields name", counts));

/** What a field holds only beside another value. */
const beside: Record<string, { form: Values; call: object }> = {
  "role orgIds": { form: { dataScope: "chosen" }, call: { dataScope: "chosen" } },
  "fence lineUuids": { form: { scopeAll: null }, call: { scopeAll: false } },
  "fence busUuids": { form: { scopeAll: null }, call: { scopeAll: false } },
};

let boss: Visitor;
let person: Visitor;
let userId: string;
/** By table: keys of records that nobody may take, and why. */
const lost = new Map<string, { why: string; key: string }[]>();

beforeAll(async () => {
  boss = await enter(await account({ isSuper: true }));
  const own = await db().selectFrom("organisation").select("orgId").where("deletedAt", "is", null).execute();
  const { data } = await boss.call<{ orgId: string }>("/api/org/v1.0/add", { orgCode: "FRM", orgName: "外人" });
  for (const { referred } of relations) {
    if (lost.has(referred.table)) continue;
    const { name, key, columns } = (await tableNamed(referred.table))!;
    const { rows } = await sql<{ key: string }>`
      select ${sql.ref(key)} as key from ${sql.table(name)} where deleted_at is null order by 1 desc limit 2`.execute(
      db(),
    );
    const [theirs, copied = theirs] = rows;
    const gone = [{ why: "missing", key: newKey() }];
    if (copied) gone.push({ why: "deleted", key: await deletedCopy((await tableNamed(name))!, copied.key) });
    if (name === "organisation") gone.push({ why: "theirs", key: data.orgId });
    else if (theirs && columns.includes("orgId")) {
      await sql`update ${sql.table(name)} set org_id = ${data.orgId} where ${sql.ref(key)} = ${theirs.key}`.execute(
        db(),
      );
      gone.push({ why: "theirs", key: theirs.key });
    }
    lost.set(name, gone);
  }
  const orgIds = own.map(({ orgId }) => orgId);
  const who = await account({ dataScope: "chosen", orgIds, permissions: [...permissionCodes] });
  userId = who.userId;
  person = await enter(who);
});

const fieldsOf = (request: z.ZodType) =>
  z.toJSONSchema(request, { io: "input", unrepresentable: "any" }).properties ?? {};

const refusal = /不存在|请从|不在您的|没有/;

describe.each(named)("%s", (_name, { served, path, field, referred }) => {
  const { room } = served;
  const table = served.source.kept.table;
  const key = sql.ref(`${table}.${room.key}`);
  const more = beside[`${table} ${path}`];
  const isMany = () => field.change.safeParse([newKey()]).success && !field.change.safeParse(newKey()).success;
  const valueOf = (one: string) => (isMany() ? [one] : one);
  /** A record that the person may change, and how it is stored. */
  const one = async () => {
    const { rows } = await sql<{ key: string; version: number }>`
      select ${key} as key, version from ${sql.table(table)} where deleted_at is null and ${key} <> all(${[...lost.values()].flat().map((gone) => gone.key)}) order by 1`.execute(
      db(),
    );
    for (const row of rows) {
      const page = await person.get(`${room.url}/${row.key}/edit`);
      if (page.status === 200) return { ...row, page };
    }
    return undefined;
  };
  const versionOf = async (record: string) =>
    (await sql<{ version: number }>`select version from ${sql.table(table)} where ${key} = ${record}`.execute(db()))
      .rows[0]!.version;

  it("takes no record by its form that is not there for the person", async () => {
    const found = await one();
    if (!found?.page.$(`main [name="${path}"]`).length) return;
    counts.forms += 1;
    for (const { why, key: gone } of lost.get(referred.table)!) {
      const answer = await found.page.submit({ ...more?.form, [path]: valueOf(gone) });
      expect([why, answer.status, answer.errorAt(path) || answer.text]).toEqual([
        why,
        422,
        expect.stringMatching(refusal),
      ]);
    }
    expect(await versionOf(found.key)).toBe(found.version);
  });

  it("nor by its calls, one by one or in a batch", async () => {
    const found = await one();
    const update = served.calls.find(({ endpoints }) => endpoints.update && path in fieldsOf(endpoints.update.request));
    if (!found || !update) return;
    counts.calls += 1;
    for (const { why, key: gone } of lost.get(referred.table)!) {
      const changes = { ...more?.call, [room.key]: found.key, [path]: valueOf(gone) };
      const answer = await person.call(`${update.prefix}/update`, changes);
      expect([why, answer.success, answer.errors]).toEqual([
        why,
        false,
        [expect.objectContaining({ path: expect.stringMatching(`^${path}`) as string })],
      ]);
      if (!("updateBatch" in update.endpoints)) continue;
      counts.batches += 1;
      const many = await person.call(`${update.prefix}/updateBatch`, { list: [changes] });
      expect([why, many.success, many.errors]).toEqual([
        why,
        false,
        [expect.objectContaining({ row: 1, path: expect.stringMatching(`^${path}`) as string })],
      ]);
    }
    expect(await versionOf(found.key)).toBe(found.version);
  });

  it("nor back from the recycle bin with one that was deleted, or purged, in the meantime", async () => {
    const known = (await tableNamed(table))!;
    const found = await one();
    if (!found || !known.columns.includes(path)) return;
    for (const { why, key: gone } of lost.get(referred.table)!.filter(({ why }) => why !== "theirs")) {
      const copy = await deletedCopy(known, found.key);
      const living = isMany() ? await livingKey(referred) : [];
      const stored = isMany() ? [gone, ...living] : gone;
      const point = sql`update ${sql.table(table)} set ${sql.ref(path)} = ${stored} where ${key} = ${copy}`;
      // What the database itself keeps from going for good cannot be missing.
      if (!(await point.execute(db()).catch(() => undefined))) continue;
      const answer = await boss.post(`${room.url}/recycle`, { key: copy, newCode: `R${newKey().slice(-6)}` });
      expect([why, [303, 422].includes(answer.status), answer.text]).toEqual([why, true, expect.anything()]);
      const { rows } = await sql<{ value: unknown; isBack: boolean }>`
        select ${sql.ref(path)} as value, deleted_at is null as is_back from ${sql.table(table)} where ${key} = ${copy}`.execute(
        db(),
      );
      if (rows[0]!.isBack) {
        counts.back += 1;
        expect([why, rows[0]!.value]).toEqual([why, isMany() ? living : null]);
      } else {
        counts.kept += 1;
        expect([why, answer.text]).toEqual([why, expect.stringMatching(/已(被|被彻底)?删除|已被.*使用/)]);
      }
    }
  });

  it.runIf(room.bulk?.includes(path))("nor for many at once", async () => {
    const found = (await one())!;
    counts.many += 1;
    for (const { why, key: gone } of lost.get(referred.table)!) {
      const page = await person.get(`${room.url}/bulk?verb=change&ids=${found.key}`);
      const answer = await page.submit({ change: path, [path]: gone });
      expect([why, answer.status, answer.text]).toEqual([why, 422, expect.stringMatching(refusal)]);
    }
    expect(await versionOf(found.key)).toBe(found.version);
  });
});

describe.each(listSheets().map((sheet) => [sheet.title, sheet] as const))("a sheet of %s", (_title, sheet) => {
  it("names no record that is not there for the person", async () => {
    const viewer = { ...superViewer, userId, isSuper: false, orgScope: await organisationsInScope(userId) };
    const [header, ...rows] = await exported(sheet, viewer);
    const columns = await sheet.columnsFor(viewer);
    for (const [at, { name, reference }] of columns.entries()) {
      if (!reference || rows.length === 0 || sheet.identity.includes(name)) continue;
      for (const { why, code } of await lostCodes(reference.table, reference.code)) {
        counts.cells += 1;
        const cells = rows[0]!.map((cell, place) => (place === at ? code : cell));
        const [row] = await judged(sheet, asRows([header!, cells]), viewer);
        expect([why, row!.kind, row!.errors]).toEqual([
          why,
          "wrong",
          expect.arrayContaining([
            expect.objectContaining({ name, message: expect.stringMatching(refusal) as string }),
          ]),
        ]);
      }
    }
  });
});

/** A living record of the room that a field names. */
async function livingKey({ table, key }: ReferredTable): Promise<string[]> {
  const gone = [...lost.values()].flat().map((one) => one.key);
  const { rows } = await sql<{ key: string }>`
    select ${sql.ref(key)} as key from ${sql.table(table)} where deleted_at is null and ${sql.ref(key)} <> all(${gone}) order by 1 limit 1`.execute(
    db(),
  );
  return rows.map((row) => row.key);
}

/** The same records by what a cell says of them: the deleted one and the other fleet's under codes of their own. */
async function lostCodes(table: string, code: string): Promise<{ why: string; code: string }[]> {
  const known = await tableNamed(table);
  const found = [{ why: "missing", code: "WU9999" }];
  for (const { why, key } of lost.get(table) ?? []) {
    if (why === "missing") continue;
    if (why === "deleted")
      await sql`update ${sql.table(table)} set ${sql.ref(code)} = 'YS9999' where ${sql.ref(known!.key)} = ${key}`.execute(
        db(),
      );
    const { rows } = await sql<{ code: string | null }>`
      select ${sql.ref(code)}::text as code from ${sql.table(table)} where ${sql.ref(known!.key)} = ${key}`.execute(
      db(),
    );
    if (rows[0]?.code) found.push({ why, code: rows[0].code });
  }
  return found;
}

it("is asked of every way in", () => {
  expect(counts.forms).toBeGreaterThan(15);
  expect(counts.calls).toBeGreaterThan(15);
  expect(counts.batches).toBeGreaterThan(20);
  expect(counts.many).toBeGreaterThan(5);
  expect(counts.cells).toBeGreaterThan(30);
  expect(counts.back).toBeGreaterThan(10);
  expect(counts.kept).toBeGreaterThan(3);
});
