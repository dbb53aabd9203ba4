import type { z } from "zod";
import type { Column, Table } from "./define-table";
import { hrefFor, isSorted, levelSort, nextSort } from "./hrefs";
import { sortLevels, type TableState } from "./state";
import styles from "./table.module.css";

export function Header<Row, F extends z.ZodObject>({
  table,
  state,
  column,
}: {
  table: Table<Row, F>;
  state: TableState;
  column: Column<Row>;
}) {
  const { id, header, sortable } = column;
  const place = state.sort.findIndex((sort) => sort.id === id);
  const sort = state.sort[place];
  const className = look(column);
  if (!sortable) {
    return (
      <th scope="col" className={className}>
        {header}
      </th>
    );
  }
  const order = sort && (sort.desc ? "descending" : "ascending");
  return (
    <th
      scope="col"
      className={className}
      aria-sort={place === 0 ? order : undefined}
      data-level={sort && state.sort.length > 1 && isSorted(table, state) ? place + 1 : undefined}
    >
      <a href={hrefFor(table, state, { sort: nextSort(table, state, id), page: 1 })} data-order={order}>
        {header}
      </a>
      <Level table={table} state={state} column={column} place={place} />
    </th>
  );
}

/** The column's place among those a person sorts by, or the sign to add it as the last one. */
function Level<Row, F extends z.ZodObject>({
  table,
  state,
  column,
  place,
}: {
  table: Table<Row, F>;
  state: TableState;
  column: Column<Row>;
  place: number;
}) {
  const levels = state.sort.length;
  if (place < 0 ? levels === 0 || levels >= sortLevels : levels === 1 || !isSorted(table, state)) return null;
  const title =
    place < 0
      ? `再按${column.header}排序`
      : `第 ${place + 1} 级排序：${state.sort[place]!.desc ? "降序，点击取消" : "升序，点击改为降序"}`;
  return (
    <a
      className={place < 0 ? styles.add : styles.level}
      href={hrefFor(table, state, { sort: levelSort(state, column.id), page: 1 })}
      title={title}
      aria-label={title}
      tabIndex={place < 0 ? -1 : undefined}
    >
      {place < 0 ? "＋" : place + 1}
    </a>
  );
}

export const look = ({ align, aside }: { align?: "left" | "right" | "center"; aside?: boolean }) =>
  [align && styles[align], aside && styles.aside].filter(Boolean).join(" ") || undefined;
