import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { today } from "~/kit/ground/time/today.server";
import { demoNames } from "~/seed/demo-city";
import { account, enter } from "../../../tests/kit/accounts";
import { day } from "../../../tests/kit/days";
import { primaryVariantOf } from "../../../tests/kit/line-named";
import type { Visitor } from "../../../tests/kit/visit";
import { call } from "./line.sample";

/** What hangs on a version, in the order in which rows of two versions are laid beside each other. */
const parts = {
  lineStation: ["direction", "serial"],
  linePath: ["direction"],
  lineVersionParam: [],
  lineService: ["direction", "serial"],
} as const;
type Part = keyof typeof parts;

/** A good value of each kind of column. */
const values: Record<string, unknown[]> = {
  integer: [7, 1],
  smallint: [7, 1],
  "double precision": [0.5],
  real: [0.5],
  numeric: [0.5],
  text: ["填满"],
  date: ["2026-01-01"],
  boolean: [true],
};

interface Version {
  versionUuid: string;
  standing: string;
  validFrom: string | null;
}
let person: Visitor;
let lineUuid: string;
let classifySid: string;
let full: string;

beforeAll(async () => {
  person = await enter(await account({ isSuper: true }));
  ({ lineUuid, classifySid } = await primaryVariantOf(demoNames.lines.first));
  full = (await versions(classifySid)).find(({ standing }) => standing === "effective")!.versionUuid;
  await db()
    .insertInto("lineVersionParam")
    .values({ versionUuid: full })
    .onConflict((on) => on.doNothing())
    .execute();
  await addLists();
  const empty: string[] = [];
  for (const part of Object.keys(parts) as Part[]) empty.push(...(await fill(part)));
  expect(empty).toEqual([]);
});

const versions = (sid: string) => call<Version[]>(person, "classifyVersions", { classifySid: sid });

/** What is a list, or never empty, and so not filled below. */
async function addLists(): Promise<void> {
  await sql`delete from line_service where version_uuid = ${full}`.execute(db());
  const frequencies = JSON.stringify([{ start: 28_800, end: 32_400, headway: 900, isExact: true }]);
  await sql`
    insert into line_service (version_uuid, direction, serial, service_name, weekdays, added, removed, departures, frequencies, legs)
    select ${full}, 1, 1, '工作日', '{1,2,3}', '{2026-01-03}', '{2026-01-05}', '{21600,25200}', ${frequencies},
      jsonb_agg(jsonb_build_object('reached', serial * 60, 'left', serial * 60 + 20, 'exact', true) order by serial)
    from line_station where version_uuid = ${full} and direction = 1`.execute(db());
  await sql`update line_station set is_key = true, is_timed = true where version_uuid = ${full}`.execute(db());
  await sql`
    update line_path p set vias = '[{"lng":116.39,"lat":39.87,"gap":0}]', places =
      (select jsonb_object_agg(sta_uuid, jsonb_build_array(lng, lat)) from line_station l join station using (sta_uuid)
       where l.version_uuid = p.version_uuid and l.direction = p.direction)
    where version_uuid = ${full}`.execute(db());
}

/** Gives every column of the version's rows that holds nothing a value; answers those that took none. */
async function fill(part: Part): Promise<string[]> {
  const { rows } = await sql<{ name: string; type: string }>`
    select column_name as name, data_type as type from information_schema.columns
    where table_schema = current_schema() and table_name = ${snake(part)} and is_nullable = 'YES'`.execute(db());
  const left: string[] = [];
  for (const { name, type } of rows) {
    const at = sql`version_uuid = ${full} and ${sql.ref(name)} is null`;
    let isFilled = false;
    for (const value of values[type] ?? []) {
      isFilled ||= await sql`update ${sql.table(snake(part))} set ${sql.ref(name)} = ${value} where ${at}`
        .execute(db())
        .then(() => true)
        .catch(() => false);
    }
    const { rows: none } = await sql`select from ${sql.table(snake(part))} where ${at}`.execute(db());
    if (none.length > 0) left.push(`${part}.${name}`);
  }
  return left;
}

const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** All that hangs on a version, without its key. */
async function contentOf(versionUuid: string): Promise<Record<Part, unknown[]>> {
  const found = await Promise.all(
    Object.entries(parts).map(async ([part, order]) => {
      const by = sql.join([...order, "versionUuid"].map((one) => sql.ref(snake(one))));
      const { rows } = await sql<{ row: object }>`
        select to_jsonb(t) - 'version_uuid' as row from ${sql.table(snake(part))} t where version_uuid = ${versionUuid} order by ${by}`.execute(
        db(),
      );
      return [part, rows.map(({ row }) => row)];
    }),
  );
  return Object.fromEntries(found) as Record<Part, unknown[]>;
}

describe("a version in which every field is filled", () => {
  it("is whole in a copy of its variant", async () => {
    const before = await contentOf(full);
    const page = await person.get(`/line/line-classify/${classifySid}/copy`);
    const done = await page.submit({ classifyName: "满的抄本" });
    expect(done.status, done.text.slice(0, 300)).toBe(303);
    const copy = await db()
      .selectFrom("lineClassify")
      .innerJoin("lineVersion", "lineVersion.classifySid", "lineClassify.classifySid")
      .select("versionUuid")
      .where("classifyName", "=", "满的抄本")
      .executeTakeFirstOrThrow();
    // What is driven is not driven twice.
    expect(page.text).toContain("班次与运营日历不复制");
    expect(await contentOf(copy.versionUuid)).toEqual({ ...before, lineService: [] });
    expect(await contentOf(full)).toEqual(before);
  });

  it("is whole in the draft that is planned on it, and when that is in force", async () => {
    const before = await contentOf(full);
    const planned = await person.get(`/line/line-management/${lineUuid}/versions/plan`);
    const made = await planned.submit({ plannedFor: day(3) });
    const draft = new URL(made.location!, "http://x").searchParams.get("version")!;
    expect(await contentOf(draft)).toEqual(before);
    await call(person, "classifyPublish", { classifySid, versionUuid: draft, validFrom: today() });
    expect(await contentOf(draft)).toEqual(before);
    expect(await contentOf(full)).toEqual(before);
  });
});
