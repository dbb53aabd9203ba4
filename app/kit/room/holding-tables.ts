import type { RawBuilder } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";

/** Tables that hold files and are no room's, with what their rows are called and how to open one. */
export interface HoldingTable {
  table: string;
  /** Where rows of several kinds stand in one table: these. */
  only?: { column: string; is: string };
  label: string;
  key: string;
  /** A column, or what the viewer may know of a row. */
  title: string | ((viewer: Viewer) => RawBuilder<unknown>);
  /** Nobody needs a permission for what the program made for itself. */
  read?: string;
  /** Only the person who made it and who sees all organisations know of it. */
  authorsOnly?: boolean;
  /** The row has its key and these columns. */
  columns?: readonly string[];
  href?(row: Record<string, string | null>): string;
}

let tables: readonly HoldingTable[] = [];

export function registerHoldingTables(given: readonly HoldingTable[]): void {
  tables = given;
}

export const holdingTables = (name: string): HoldingTable[] => tables.filter(({ table }) => table === name);
