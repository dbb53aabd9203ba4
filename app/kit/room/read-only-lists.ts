import type { z } from "zod";
import type { Viewer } from "~/kit/data/access/viewer";
import type { Choice } from "~/kit/page/forms/field";
import type { Table } from "~/kit/page/tables/define-table";
import type { ListPage, ListState } from "~/kit/page/tables/select-page.server";
import type { Offers } from "./offers.server";

/** A list that is read and exported, of what comes about elsewhere: logs, events, audits. */
export interface ReadOnlyList<Row extends object, F extends z.ZodObject> {
  title: string;
  /** What a person calls one row, where that is not the title. */
  noun?: string;
  url: string;
  read: string;
  table: Table<Row, F>;
  list(viewer: Viewer, state: ListState<z.output<F>>): Promise<ListPage<Row>>;
  stream(viewer: Viewer, state: ListState<z.output<F>>): AsyncGenerator<Row[]>;
  /** What its filters offer that comes from the database. */
  choices?(viewer: Viewer): Record<string, readonly Choice[]> | Promise<Record<string, readonly Choice[]>>;
  offers?: Offers;
  /** Who exports it gives the password once more. */
  exportAsks?: true;
  emptyText: string;
}

/** A list as one of many. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- lists of all rows stand beside one another
export type AnyList = ReadOnlyList<any, any>;

/** Declares such a list. */
export const readOnlyList = <Row extends object, F extends z.ZodObject>(list: ReadOnlyList<Row, F>): AnyList => list;

let known: readonly AnyList[] = [];

/** Called once, before the first request. */
export function registerLists(lists: readonly AnyList[]): void {
  known = lists;
}

export const listReadOnly = (): readonly AnyList[] => known;

/** The list whose page, or whose export, lies at an address. */
export const findList = (pathname: string): AnyList | undefined =>
  known.find(({ url }) => pathname === url || pathname === `${url}/export`);
