import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { readParts } from "~/kit/data/db/many-records.server";
import type { Database } from "~/kit/data/db/pool.server";
import type { RecordTable } from "~/kit/data/db/records.server";
import { sameAs } from "~/kit/data/db/taken.server";
import type { ServedRoom } from "../served.server";
import { isVisible } from "../source-sql.server";
import type { SheetColumn } from "./column";
import { findByCodes, findByTitles, findCodes } from "./references.server";
import type { ReadRow, Values } from "./sheet";

export interface KnownRecord {
  key: string;
  version: number;
  /** Within the viewer's organisations. */
  visible: boolean;
  record: Values;
}

/** The living records with these codes, as they are stored, by folded code. */
export async function findKnown(
  source: ServedRoom["source"],
  viewer: Viewer,
  identity: string,
  codes: readonly string[],
  names: readonly string[],
  on: Database,
): Promise<Map<string, KnownRecord>> {
  const { kept } = source;
  const table = sql.table(kept.table);
  const found = await sql<Values & { version: number; sheetVisible: boolean }>`
    select ${table}.*, ${isVisible(source, viewer)} as sheet_visible from ${table}
    where ${await sameAs(on, kept, identity, codes.filter(Boolean))} and deleted_at is null`.execute(on);
  const records = await readParts(on, kept, found.rows, names);
  return new Map(
    records.map(({ sheetVisible, ...record }) => [
      foldCode(record[identity]),
      {
        key: record[kept.key] as string,
        version: record.version as number,
        visible: sheetVisible as boolean,
        record,
      },
    ]),
  );
}

/** A value that only one record may have, as its others are compared with it. */
export const foldCode = (value: unknown) => String(value).normalize("NFKC").toLowerCase();

/** Which records have these values of a field that only one may have, by folded value. */
export async function findTaken(
  kept: RecordTable,
  path: string,
  values: readonly unknown[],
  on: Database,
): Promise<Map<string, string>> {
  const found = await sql<{ key: string; value: string }>`
    select ${sql.ref(kept.key)} as key, ${sql.ref(path)}::text as value from ${sql.table(kept.table)}
    where ${await sameAs(on, kept, path, values)} and deleted_at is null`.execute(on);
  return new Map(found.rows.map((row) => [foldCode(row.value), row.key]));
}

/** The key of the record that a cell names by its code, or by its name where only one is called so. */
export interface FindKey {
  (said: string): string | undefined;
  /** How many records are called so, where a name is no single one's. */
  namesakes(said: string): number;
}

/** By column: what answers the key of the record that a cell names; `fresh` are records of the file itself. */
export async function findReferred(
  viewer: Viewer,
  columns: readonly SheetColumn[],
  rows: readonly ReadRow[],
  { table, fresh }: { table: string; fresh: ReadonlyMap<string, string> },
  on: Database,
): Promise<Map<string, FindKey>> {
  const asked = columns.filter(({ name, reference }) => reference && rows.some((row) => name in row.codes));
  const found = await Promise.all(
    asked.map(async ({ name, reference }): Promise<[string, FindKey]> => {
      const said = new Map(rows.flatMap((row) => row.codes[name] ?? []).map((one) => [one, waysToSay(one)]));
      const all = [...said.values()].flat();
      const keys = await findByCodes(viewer, reference!, all, on);
      const own = reference!.table === table ? fresh : undefined;
      const find = (code: string) => keys.get(code) ?? own?.get(foldCode(code));
      const found = new Map([...said].map(([one, ways]) => [one, ways.map(find).find(Boolean)]));
      const unfound = [...said].flatMap(([one, ways]) => (found.get(one) ? [] : ways));
      const called = await findByTitles(viewer, reference!, unfound, on);
      const calledSo = (one: string) =>
        (said.get(one) ?? []).map((way) => called.get(way) ?? []).find((some) => some.length > 0) ?? [];
      for (const one of said.keys())
        if (!found.get(one) && calledSo(one).length === 1) found.set(one, calledSo(one)[0]);
      return [
        name,
        Object.assign((one: string) => found.get(one), { namesakes: (one: string) => calledSo(one).length }),
      ];
    }),
  );
  return new Map(found);
}

/** By row and column: the key that its record holds already and that the cell names, where no living record is called so: what it refers to may be deleted. */
export async function findHeld(
  viewer: Viewer,
  columns: readonly SheetColumn[],
  rows: readonly { codes: Record<string, string>; held: readonly Values[] }[],
  keysOf: ReadonlyMap<string, FindKey>,
): Promise<Values[]> {
  const found: Values[] = rows.map(() => ({}));
  for (const { name, reference } of columns) {
    const lost = rows.flatMap(({ codes, held }, at) => {
      const said = codes[name];
      if (said === undefined || keysOf.get(name)?.(said)) return [];
      return held.flatMap((record) => (typeof record[name] === "string" ? [{ at, said, key: record[name] }] : []));
    });
    if (lost.length === 0) continue;
    const codes = await findCodes(
      viewer,
      reference!,
      lost.map(({ key }) => key),
    );
    for (const { at, said, key } of lost) if (waysToSay(said).includes(codes.get(key) ?? "")) found[at]![name] = key;
  }
  return found;
}

/** A record is offered as its code with its name behind it; names may hold full-width signs, codes do not. What cannot be seen, and strokes that only look like the one on the keyboard, count for nothing. */
function waysToSay(text: string): string[] {
  const seen = text
    .normalize("NFKC")
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, "")
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .trim();
  const word = text.split(/\s/, 1)[0]!;
  const beforeBracket = /^(.+?)\s*\(.+\)$/.exec(seen)?.[1];
  return [
    ...new Set([
      text,
      text.normalize("NFKC"),
      seen,
      word,
      word.normalize("NFKC"),
      seen.split(/\s/, 1)[0]!,
      beforeBracket ?? seen,
    ]),
  ];
}
