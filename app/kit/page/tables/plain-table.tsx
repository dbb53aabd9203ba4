import type { z } from "zod";
import type { Table } from "./define-table";
import styles from "./plain-table.module.css";
import { TableView } from "./table-view";

interface Props<Row, F extends z.ZodObject> {
  table: Table<Row, F>;
  rows: readonly Row[];
  caption: string;
  empty: string;
}

export function PlainTable<Row, F extends z.ZodObject>({ table, rows, caption, empty }: Props<Row, F>) {
  if (rows.length === 0) return <p className="quiet">{empty}</p>;
  return (
    <div className={styles.scroller} tabIndex={0} role="region" aria-label={caption}>
      <TableView table={table} state={asItStands} rows={rows} caption={caption} empty={empty} />
    </div>
  );
}

const asItStands = {
  page: 1,
  size: 200,
  sort: [],
  filters: {},
  asked: {},
  ignored: [],
} as const satisfies object as never;
