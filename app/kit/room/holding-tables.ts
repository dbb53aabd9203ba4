/** Tables that hold files and are no room's, with what their rows are called and how to open one. */
export interface HoldingTable {
  table: string;
  label: string;
  key: string;
  title: string;
  read: string;
  /** Only the person who made it and who sees all organisations know of it. */
  authorsOnly?: boolean;
  /** The row has its key and these columns. */
  columns?: readonly string[];
  href(row: Record<string, string | null>): string;
}

let tables: readonly HoldingTable[] = [];

export function registerHoldingTables(given: readonly HoldingTable[]): void {
  tables = given;
}

export const findHoldingTable = (name: string): HoldingTable | undefined => tables.find(({ table }) => table === name);
