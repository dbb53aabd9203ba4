import type { z } from "zod";
import type { Viewer } from "~/kit/data/access/viewer";
import { type Database, db } from "~/kit/data/db/pool.server";
import type { SheetCell } from "~/kit/page/sheets/sheet";
import { readSort } from "~/kit/page/tables/state";
import type { Field } from "../fields";
import type { ServedRoom } from "../served.server";
import { streamRows } from "../source.server";
import { columnOf, type ColumnLook, type SheetColumn } from "./column";
import { judgeItems, isSameItem } from "./judge-items.server";
import { rehearseWith } from "./rehearse.server";
import type { Sheet, Values, DueRow, WrittenBefore, WrittenRow } from "./sheet";
import { writeRowCells } from "./write-cells.server";
import type { Transaction } from "kysely";
import { same } from "~/kit/data/db/record-table";
import type { DB } from "~/kit/data/db/tables";
import { attemptOne, refused, staleWords, wordsOf } from "./write-rows.server";

/** What several rows of a sheet give to one record: a list that stands beside it, such as a dictionary's items. */
export interface PartOfRecord {
  templateCode: string;
  title: string;
  noun: string;
  /** Who may change it, where that is not who may change the record. */
  write?: string;
  fields: Record<string, Field>;
  looks?: Record<string, ColumnLook>;
  rules?: readonly string[];
  /** The fields that tell one item of a record from the others; none where a record has one at most. */
  named: readonly string[];
  read(viewer: Viewer, keys: readonly string[], on: Database): Promise<ReadonlyMap<string, readonly Values[]>>;
  /** Gives a record its items by the room's own verb. */
  save(viewer: Viewer, key: string, items: readonly Values[]): Promise<unknown>;
  /** Whether a row says that the record has no such item. */
  isNone?(item: Values): boolean;
}

const mostItems = 20_000;

/** The sheet of what belongs to the records of a room, a row for each item. */
export function partSheet<Row extends object>(served: ServedRoom<Row>, part: PartOfRecord): Sheet {
  const { room, table, source } = served;
  const owner = columnOf(room.code!, room.fields[room.code!]!, { remark: `已有的${room.noun}的编号`, required: true });
  const items = Object.entries(part.fields).map(([name, one]) => columnOf(name, one, part.looks?.[name]));
  const columns: SheetColumn[] = [owner, ...items];
  const given = { served, part, owner, items };
  return {
    templateCode: part.templateCode,
    title: part.title,
    noun: part.noun,
    url: room.url,
    columns,
    rules: [`每行一条，同一${room.noun}可以有多行；文件中没有的不删除`, ...(part.rules ?? [])],
    modes: ["both", "insert", "update"],
    identity: [owner.name, ...part.named],
    mostJudgedTogether: mostItems,
    may: { read: room.may.read, write: part.write ?? room.may.write },
    filters: table.filters as z.ZodType,
    columnsFor: async () => columns,
    async judge(viewer, rows, { mode, claims }, on = db()) {
      const judged = await judgeItems(given, viewer, rows, { mode, claims }, on);
      return rehearseWith((trx, due) => writeItems(given, trx, viewer, due), judged, rows, on);
    },
    write: (trx, viewer, rows) => writeItems(given, trx, viewer, rows),
    undo: (trx, viewer, rows) => undoItems(given, trx, viewer, rows),
    stream: streamItems,
  };

  async function* streamItems(viewer: Viewer, filters: Values): AsyncGenerator<SheetCell[][]> {
    const sort = readSort(table.sortBy, null);
    for await (const rows of streamRows<Values, Values>(source as never, viewer, { filters, sort })) {
      const found = await part.read(
        viewer,
        rows.map((row) => row[room.key] as string),
        db(),
      );
      const all = rows.flatMap((row) =>
        (found.get(row[room.key] as string) ?? []).map((item): Values => ({ ...item, [owner.name]: row[owner.name] })),
      );
      yield writeRowCells(viewer, columns, all);
    }
  }
}

export interface PartGiven {
  served: ServedRoom;
  part: PartOfRecord;
  owner: SheetColumn;
  items: readonly SheetColumn[];
}

/** Writes items record by record; one that is not as it was when it was checked is left and says so. */
async function writeItems(
  { part }: PartGiven,
  trx: Transaction<DB>,
  viewer: Viewer,
  rows: readonly DueRow[],
): Promise<WrittenRow[]> {
  const written: WrittenRow[] = [];
  for (const [key, own] of byRecord(rows)) {
    const items = [...((await part.read(viewer, [key], trx)).get(key) ?? [])];
    const taken: DueRow[] = [];
    for (const row of own) {
      const at = items.findIndex((one) => isSameItem(part, one, row.fields));
      const none = part.isNone?.(row.fields) ?? false;
      if (!isAs(items[at], row.before) && !isAs(items[at], none ? null : row.fields)) {
        written.push(refused(row.row, staleWords));
        continue;
      }
      items.splice(at < 0 ? items.length : at, at < 0 ? 0 : 1, ...(none ? [] : [row.fields]));
      taken.push(row);
    }
    if (taken.length === 0) continue;
    const refusal = await attemptOne(trx, () => part.save(viewer, key, items));
    written.push(
      ...taken.map(({ row, kind }) =>
        refusal ? refused(row, refusal) : ({ row, outcome: kind === "new" ? "created" : "changed", key } as const),
      ),
    );
  }
  return written;
}

/** Takes items back that are still as they were written. */
async function undoItems(
  { part }: PartGiven,
  trx: Transaction<DB>,
  viewer: Viewer,
  rows: readonly WrittenBefore[],
): Promise<WrittenRow[]> {
  const result: WrittenRow[] = [];
  for (const [key, own] of byRecord(rows)) {
    const items = [...((await part.read(viewer, [key], trx)).get(key) ?? [])];
    const taken: WrittenBefore[] = [];
    for (const row of own) {
      const none = part.isNone?.(row.fields) ?? false;
      const at = items.findIndex((one) => isSameItem(part, one, row.fields));
      if (!isAs(items[at], none ? null : row.fields) && !isAs(items[at], row.before)) {
        result.push({ row: row.row, outcome: "kept", message: "导入以后又被修改过" });
        continue;
      }
      items.splice(at < 0 ? items.length : at, at < 0 ? 0 : 1, ...(row.before ? [row.before] : []));
      taken.push(row);
    }
    if (taken.length === 0) continue;
    const refusal = await attemptOne(trx, () => part.save(viewer, key, items));
    result.push(
      ...taken.map(({ row }): WrittenRow =>
        refusal ? { row, outcome: "kept", message: wordsOf(refusal) } : { row, outcome: "undone" },
      ),
    );
  }
  return result;
}

function byRecord<Row extends { key: string | null }>(rows: readonly Row[]): Map<string, Row[]> {
  const found = new Map<string, Row[]>();
  for (const row of rows) found.set(row.key!, [...(found.get(row.key!) ?? []), row]);
  return found;
}

/** Another row of the file may have made it so already: two stations name one another. */
function isAs(now: Values | undefined, wanted: Values | null): boolean {
  if (!now || !wanted) return !now && !wanted;
  return Object.entries(wanted).every(([name, value]) => same(now[name], value));
}
