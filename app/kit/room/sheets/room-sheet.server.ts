import { allows, type Viewer } from "~/kit/data/access/viewer";
import { db, type Database, newKey } from "~/kit/data/db/pool.server";
import type { SheetCell } from "~/kit/page/sheets/sheet";
import { updateEach } from "~/kit/data/db/each-record.server";
import { readSort } from "~/kit/page/tables/state";
import { removeTogether } from "../remove-together.server";
import type { ServedRoom } from "../served.server";
import { type RecordSource, streamRows } from "../source.server";
import { columnOf, type ColumnLook, fitsCell, type SheetColumn } from "./column";
import type { Sheet, SheetMode, Values, CellError, Fit, JudgedRow, ReadRow, WrittenBefore, WrittenRow } from "./sheet";
import { rehearseWith, refuseRows } from "./rehearse.server";
import { writeRowCells } from "./write-cells.server";
import { writeEach, writeTogether, attemptOne, wordsOf } from "./write-rows.server";
import type { FieldError } from "~/kit/ground/problem";
import { openDoubts } from "../checks.server";
import { type Draft, type SheetJudging, judgeRow, readCode, startingValues } from "./judge-row.server";
import { findHeld, findKnown, findReferred, findTaken, foldCode } from "./known-records.server";
import { sql, type Transaction } from "kysely";
import { same } from "~/kit/data/db/record-table";
import type { DB } from "~/kit/data/db/tables";

/** What a room says of its sheet beyond its fields. */
export interface RoomSheet<Row> {
  templateCode: string;
  /** Fields of the room in the order of the columns; left out: all that people can write into a cell. */
  columns?: readonly string[];
  /** What the sheet says of some fields beyond the fields themselves. */
  looks?: Record<string, ColumnLook>;
  /** Sentences for the page of rules. */
  rules?: readonly string[];
  modes?: readonly SheetMode[];
  writtenTogether?: true | Sheet["writtenTogether"];
  /** Where the list masks what a sheet must have. */
  source?(viewer: Viewer): RecordSource<Row, never>;
  /** The rows as their cells have them, where several fields stand in one cell or keys of many tables in one field. */
  asCells?(viewer: Viewer, rows: Row[]): Promise<object[]>;
  /** Fields that only some may exchange, and the permission for it. */
  permitted?: Record<string, string>;
}

const mostNaming = 5000;

/** The sheet of a room: columns from its fields, records found by their code, written by its own verbs. */
export function roomSheet<Row extends object>(served: ServedRoom<Row>, declared: RoomSheet<Row>): Sheet {
  const { room, table } = served;
  const { templateCode, looks = {}, rules = [], modes = ["both", "insert", "update"], writtenTogether } = declared;
  const { source = () => served.source, permitted = {} } = declared;
  const { kept } = served.source;
  const identity = room.code!;
  const names =
    declared.columns ??
    Object.entries(room.fields).flatMap(([name, one]) => (looks[name] || fitsCell(one) ? [name] : []));
  const columns = names.map((name) => columnOf(name, room.fields[name]!, looks[name]));
  const selfNamed = columns.some(({ reference }) => reference?.table === kept.table);
  const { fit, alone } = typeof writtenTogether === "object" ? writtenTogether : {};

  const columnsFor = async (viewer: Viewer): Promise<SheetColumn[]> => {
    const offered = (await served.choices?.(viewer, null)) ?? {};
    const permittedColumns = columns.filter(({ name }) => !permitted[name] || allows(viewer, permitted[name]));
    return permittedColumns.map((column) => {
      const choices = column.reference ? undefined : offered[column.name];
      if (!choices || !column.choices) return column;
      const all = column.choices;
      const now = choices.map(({ value, label }) => ({
        value: all.find((one) => String(one.value) === value)?.value ?? value,
        label,
      }));
      // What is no more offered is still what a record has.
      return {
        ...column,
        offered: now,
        choices: [...now, ...all.filter((one) => !now.some(({ value }) => value === one.value))],
      };
    });
  };

  return {
    templateCode,
    title: room.title.replace(/管理$/, ""),
    noun: room.noun,
    url: room.url,
    columns,
    modes,
    rules,
    columnsFor,
    identity: [identity],
    writtenTogether: writtenTogether && { fit, alone },
    mostJudgedTogether: selfNamed ? mostNaming : undefined,
    may: { read: room.may.read, write: room.may.write, remove: room.may.remove },
    filters: table.filters,
    async judge(viewer, rows, by, on = db()) {
      const judged = await judgeRows(
        served,
        viewer,
        rows,
        { ...by, identity, fit, canSwap: Boolean(writtenTogether), columns: await columnsFor(viewer) },
        on,
      );
      const placed = selfNamed ? placeParentsFirst(judged, rows, columns, kept.table) : judged;
      return writtenTogether
        ? placed
        : rehearseWith((trx, due) => writeEach(served, trx, viewer, due), placed, rows, on);
    },
    write: (trx, viewer, rows) =>
      writtenTogether
        ? writeTogether(served, trx, viewer, rows, { columns, alone })
        : writeEach(served, trx, viewer, rows),
    undo: (trx, viewer, rows) => undoRows(served, trx, viewer, rows),
    stream: (viewer, filters) => streamCells(viewer, filters),
    asCells: declared.asCells && ((viewer, rows) => declared.asCells!(viewer, rows as never) as Promise<Values[]>),
  };

  async function* streamCells(viewer: Viewer, filters: Values): AsyncGenerator<SheetCell[][]> {
    const wanted = await columnsFor(viewer);
    const sort = readSort(table.sortBy, null);
    for await (const stored of streamRows<Row, Values>(source(viewer) as never, viewer, { filters, sort })) {
      const rows = ((await declared.asCells?.(viewer, stored)) ?? stored) as Values[];
      yield writeRowCells(viewer, wanted, rows);
    }
  }
}

/** Judges rows by the field's rules, the room's checks, what is stored and the rows before them; all errors of a row at once. */
async function judgeRows(
  { room, source }: ServedRoom,
  viewer: Viewer,
  rows: readonly ReadRow[],
  given: SheetJudging & { fit?: Fit; canSwap: boolean },
  on: Database = db(),
): Promise<JudgedRow[]> {
  const { identity, columns, fit, canSwap } = given;
  const { kept } = source;
  const alone = Object.values(kept.unique).filter(({ within }) => !within);
  const unique = [...new Set([identity, ...alone.map(({ path }) => path)])].filter((path) => path in room.fields);
  const codes = rows.map((row) => readCode(room, identity, row));
  const fresh = new Map(codes.filter(Boolean).map((code) => [foldCode(code), newKey()]));
  const names = columns.map(({ name }) => name);
  const [known, keysOf] = await Promise.all([
    findKnown(source, viewer, identity, codes, names, on),
    findReferred(viewer, columns, rows, { table: kept.table, fresh }, on),
  ]);
  const held = await findHeld(
    viewer,
    columns,
    rows.map((row, at) => ({ codes: row.codes, held: [known.get(foldCode(codes[at]!))?.record ?? []].flat() })),
    keysOf,
  );
  const starting = startingValues(room, rows[0]);
  const drafts = rows.map((row, at) => {
    const code = codes[at]!;
    return judgeRow(room, unique, row, given, {
      code,
      known: known.get(foldCode(code)),
      freshKey: fresh.get(foldCode(code)),
      keysOf,
      held: held[at]!,
      starting,
    });
  });
  const swaps: { draft: Draft; leaving: Draft; error: CellError }[] = [];
  for (const path of unique.filter((one) => one !== identity)) {
    const wanted = drafts.filter(({ fields }) => (fields?.[path] ?? null) !== null);
    if (wanted.length === 0) continue;
    const taken = await findTaken(
      kept,
      path,
      wanted.map(({ fields }) => fields![path]),
      on,
    );
    const message = alone.find((one) => one.path === path)!.message;
    for (const draft of wanted) {
      const holder = taken.get(foldCode(draft.fields![path])) ?? draft.key;
      if (holder === draft.key || draft.kind === "folded") continue;
      const leaving = canSwap && draft.known ? drafts.find((one) => leaves(one, holder, path)) : undefined;
      if (leaving) swaps.push({ draft, leaving, error: { name: path, message } });
      else draft.errors.push({ name: path, message });
    }
  }
  const good = drafts.filter(({ errors, kind }) => errors.length === 0 && (kind === "new" || kind === "changed"));
  const unfit = await fit?.(
    viewer,
    good.map((one) => ({ after: one.after, before: one.known?.record })),
    on,
  );
  good.forEach(({ errors, after, known }, at) =>
    errors.push(...(unfit?.[at] ?? []), ...openDoubts(source, viewer, after, known?.record).map(asCellError)),
  );
  // One that stays as it is keeps what another would get of it, and so on.
  for (let found = true; found;) {
    const stuck = swaps.filter(({ draft, leaving }) => draft.errors.length === 0 && leaving.errors.length > 0);
    for (const { draft, error } of stuck) draft.errors.push(error);
    found = stuck.length > 0;
  }
  return drafts.map(finish);
}

/** Whether a row of the file gives its record another value where it has one that only one record may have. */
const leaves = ({ key, kind, fields, errors }: Draft, holder: string | null, path: string): boolean =>
  key === holder && kind === "changed" && errors.length === 0 && (fields?.[path] ?? null) !== null;

const asCellError = ({ path, message }: FieldError): CellError => ({
  name: path,
  message: `${message}；确实如此时，请在上传时勾选“提醒已核对”`,
});

function finish({ row, place, hidden, code, key, version, claims, ...draft }: Draft): JudgedRow {
  const { kind, fields, before, cells, errors } = draft;
  const own = { row, place, hidden, code, key, version, claims };
  return errors.length > 0
    ? { ...own, kind: "wrong", fields: null, before: null, cells, errors }
    : { ...own, kind, fields, before, cells: null, errors: null };
}

/** A record that names another one of the file is written after it; those that name one another in a ring are refused. */
function placeParentsFirst(
  judged: readonly JudgedRow[],
  read: readonly ReadRow[],
  columns: readonly SheetColumn[],
  table: string,
): JudgedRow[] {
  const above = columns.filter(({ reference }) => reference?.table === table);
  const byKey = new Map(judged.flatMap((row) => (row.fields && row.key ? [[row.key, row] as const] : [])));
  const named = (row: JudgedRow) => above.flatMap(({ name }) => byKey.get(row.fields?.[name] as string) ?? []);
  const depths = new Map<JudgedRow, number>();
  const rings = new Map<number, readonly CellError[]>();
  for (const row of byKey.values()) measure(row, []);
  return refuseRows(judged, read, rings)
    .map((row, at) => ({ row, depth: depths.get(judged[at]!) ?? 0 }))
    .sort((one, other) => one.depth - other.depth || one.row.row - other.row.row)
    .map(({ row }, place) => ({ ...row, place }));

  function measure(row: JudgedRow, below: readonly JudgedRow[]): number {
    const known = depths.get(row);
    if (known !== undefined) return known;
    if (below.includes(row)) {
      tell(below.slice(below.indexOf(row)));
      return 0;
    }
    const depth = 1 + Math.max(0, ...named(row).map((one) => measure(one, [...below, row])));
    depths.set(row, depth);
    return depth;
  }

  function tell(ring: readonly JudgedRow[]): void {
    const { name, header } = above[0]!;
    ring.forEach((row, at) => {
      const codes = [...ring.slice(at), ...ring.slice(0, at), row].map(({ code }) => code);
      const way = codes.length > 6 ? [...codes.slice(0, 5), "…", row.code] : codes;
      rings.set(row.row, [{ name, message: `${header}绕成一圈（${way.join(" → ")}），请改正其中一行` }]);
    });
  }
}

/** Takes rows back: created records go to the bin, changed ones get their old values. What has changed since, or is needed now, stays and is named. */
async function undoRows(
  served: ServedRoom,
  trx: Transaction<DB>,
  viewer: Viewer,
  rows: readonly WrittenBefore[],
): Promise<WrittenRow[]> {
  const { kept } = served.source;
  const found = await sql<{ key: string; version: number }>`
    select ${sql.ref(kept.key)} as key, version from ${sql.table(kept.table)}
    where ${sql.ref(kept.key)} = any(${rows.map(({ key }) => key)}) and deleted_at is null`.execute(trx);
  const versions = new Map(found.rows.map(({ key, version }) => [key, version]));
  const isUntouched = ({ key, written }: WrittenBefore) => versions.get(key!) === written;
  const result: WrittenRow[] = rows
    .filter((row) => !isUntouched(row))
    .map(({ row, key }) => keptRow(row, versions.has(key!) ? "导入以后又被修改过" : "导入以后已被删除"));
  const untouched = rows.filter(isUntouched);
  const old = await findOldFields(
    served,
    trx,
    untouched.filter(({ kind }) => kind === "changed"),
  );
  const back = await undoSwaps(served, trx, viewer, untouched, old);
  result.push(...back);
  const done = new Set(back.map(({ row }) => row));
  const left = untouched.filter(({ row }) => !done.has(row));
  // In the order given: what was written last may need what was written before it.
  for (let at = 0; at < left.length;) {
    const row = left[at]!;
    const next = left.findIndex(({ kind }, place) => place >= at && kind !== "new");
    const fresh = left.slice(at, next < 0 ? undefined : next);
    at += Math.max(1, fresh.length);
    if (fresh.length > 0) {
      result.push(...(await remove(served, trx, viewer, fresh)));
      continue;
    }
    const fields = { ...row.before, ...old.get(row.key!) };
    const refusal = await attemptOne(trx, () => served.verbs.update(viewer, row.key!, fields as never, row.written!));
    result.push(refusal ? keptRow(row.row, wordsOf(refusal)) : { row: row.row, outcome: "undone" });
  }
  return result;
}

/** Takes back together what records gave one another of what only one may have. */
async function undoSwaps(
  { source: { kept } }: ServedRoom,
  trx: Transaction<DB>,
  viewer: Viewer,
  rows: readonly WrittenBefore[],
  old: ReadonlyMap<string, Values>,
): Promise<WrittenRow[]> {
  const paths = Object.values(kept.unique).map(({ path }) => path);
  const changed = rows.filter(({ kind, before }) => kind === "changed" && before);
  const given = new Set(
    changed.flatMap(({ fields }) =>
      paths.flatMap((path) => (fields?.[path] ? [`${path}=${foldCode(fields[path])}`] : [])),
    ),
  );
  const swapped = changed.filter(({ before }) =>
    paths.some((path) => before![path] && given.has(`${path}=${foldCode(before![path])}`)),
  );
  if (swapped.length < 2) return [];
  const asked = swapped.map(({ key, written, before }) => ({
    key: key!,
    version: written!,
    changes: { ...before, ...old.get(key!) },
  }));
  const refusal = await attemptOne(trx, () => updateEach(trx, viewer, kept, asked));
  return refusal ? [] : swapped.map(({ row }) => ({ row, outcome: "undone" }));
}

/** What the fields of changed records were before, those too that the room's verb set by itself. */
async function findOldFields(
  { room, source: { kept } }: ServedRoom,
  trx: Transaction<DB>,
  rows: readonly WrittenBefore[],
): Promise<Map<string, Values>> {
  const found = await sql<{ key: string; before: Values; after: Values }>`
    select record_key as key, before, after from history join unnest(${rows.map(({ key }) => key)}::text[], ${rows.map(({ version }) => version! + 1)}::integer[]) as one(key, version)
      on record_key = one.key and record_version = one.version
    where room = ${kept.room} and action = 'update' and after ->> ${kept.key} = record_key`.execute(trx);
  return new Map(
    found.rows.map(({ key, before, after }) => {
      const changed = Object.keys(room.fields).filter((name) => name in before && !same(before[name], after[name]));
      return [key, Object.fromEntries(changed.map((name) => [name, before[name]]))];
    }),
  );
}

async function remove(
  { verbs }: ServedRoom,
  trx: Transaction<DB>,
  viewer: Viewer,
  rows: readonly WrittenBefore[],
): Promise<WrittenRow[]> {
  const refused = await removeTogether(
    trx,
    rows.map(({ key }) => key!),
    (keys) => verbs.remove(viewer, keys),
  );
  return rows.map(({ row, key }) =>
    refused.has(key!) ? keptRow(row, refused.get(key!)!) : { row, outcome: "undone" },
  );
}

const keptRow = (row: number, message: string): WrittenRow => ({ row, outcome: "kept", message });
