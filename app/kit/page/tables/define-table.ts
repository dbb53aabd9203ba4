import type { ReactNode } from "react";
import type { z } from "zod";
import type { Choice } from "~/kit/page/forms/field";

type Key<Row> = Extract<keyof Row, string>;

interface ColumnLook<Row> {
  header: string;
  /** Pixels; without one the column shares what is left. */
  width?: number;
  align?: "left" | "right" | "center";
  sortable?: boolean;
  /** Left out where the list is narrow; the record's own page has it. */
  aside?: boolean;
  /** A moment, shown in the operator's zone; or a state in words, shown with its sign. */
  kind?: "time" | "state";
  hidden?: boolean;
  /** Cannot be left out; nor can the first column. */
  always?: boolean;
  /** The cell as a text of an exported file, where that is not the value or the text shown. */
  csv?: (row: Row) => string;
}

/** A column that shows a value of the row, or one that makes its own cell. `id` is the SQL output name and the `?sort=` value. */
export type Column<Row> = ColumnLook<Row> &
  ({ id: Key<Row>; cell?: (row: Row) => ReactNode } | { id: string; cell: (row: Row) => ReactNode });

/** How a filter is asked for; its rule is the schema's. Choices that come from the database are given at the list screen. */
export interface FilterField<Name extends string = string> {
  name: Name;
  label: string;
  kind?: "text" | "choice" | "date" | "number";
  choices?: readonly Choice[];
  placeholder?: string;
  width?: number;
  /** Seldom asked for: stands under 更多条件, which is open while it is used. */
  more?: boolean;
}

type FilterName<F extends z.ZodObject> = Extract<keyof z.output<F>, string>;

export interface TableDeclaration<Row, F extends z.ZodObject> {
  columns: Column<Row>[];
  /** A flat zod object of what may stand in the query; each entry optional, as a string, number or list of them. */
  filters: F;
  filterFields: FilterField<FilterName<F>>[];
  /** Default order, as in the query: `"-createdAt,staName"`. */
  sortBy: string;
  /** The row's key, for ticking and for `<tr id>`. */
  rowKey: (row: Row) => string;
  pageSize?: PageSize;
}

export interface Table<Row, F extends z.ZodObject> extends Required<TableDeclaration<Row, F>> {
  sortable: ReadonlySet<string>;
}

export const pageSizes = [20, 50, 100, 200] as const;
export type PageSize = (typeof pageSizes)[number];

/** Declares a list: `defineTable<StationRow>()({ columns, filters, filterFields, sortBy, rowKey })`. */
export function defineTable<Row>() {
  return <F extends z.ZodObject>(declared: TableDeclaration<Row, F>): Table<Row, F> => ({
    pageSize: 50,
    ...declared,
    sortable: new Set(declared.columns.filter((column) => column.sortable).map((column) => column.id)),
  });
}
