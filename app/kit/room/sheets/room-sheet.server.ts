import { allows, type Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import type { SheetCell } from "~/kit/page/sheets/sheet";
import { readSort } from "~/kit/page/tables/state";
import type { Served } from "../served.server";
import { type Kept, streamRows } from "../source.server";
import { columnOf, type ColumnLook, fitsCell, type SheetColumn } from "./column";
import { judgeRows } from "./judge-rows.server";
import type { Sheet, SheetMode, Values } from "./sheet";
import { placeParentsFirst } from "./parents-first.server";
import { rehearseWith } from "./rehearse.server";
import { writeRowCells } from "./write-cells.server";
import { undoRows } from "./undo-rows.server";
import { writeEach, writeTogether } from "./write-rows.server";

interface Declared<Row> {
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
  source?(viewer: Viewer): Kept<Row, never>;
  /** The rows as their cells have them, where several fields stand in one cell or keys of many tables in one field. */
  asCells?(viewer: Viewer, rows: Row[]): Promise<object[]>;
  /** Fields that only some may exchange, and the permission for it. */
  permitted?: Record<string, string>;
}

const mostNaming = 5000;

/** The sheet of a room: columns from its fields, records found by their code, written by its own verbs. */
export function roomSheet<Row extends object>(served: Served<Row>, declared: Declared<Row>): Sheet {
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
    async judge(viewer, rows, { mode, claims }, on = db()) {
      const judged = await judgeRows(
        served,
        viewer,
        rows,
        { mode, claims, identity, fit, columns: await columnsFor(viewer) },
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
