import type { ReactNode } from "react";
import type { ShownRow, ShownRows } from "./preview";
import scrolled from "~/kit/page/tables/scrolled-table.module.css";
import styles from "./sheet-imports.module.css";

interface Props {
  shown: ShownRows;
}

export const NewRows = ({ shown }: Props) => (
  <Rows label="新增的行" headers={shown.headers} rows={shown.rows}>
    {(row) => row.cells.map((cell, at) => <td key={at}>{cell}</td>)}
  </Rows>
);

export const ChangedRows = ({ shown }: Props) => (
  <Rows label="修改的行" headers={["编号", "改动"]} rows={shown.rows}>
    {(row) => (
      <>
        <td>
          <Code row={row} />
        </td>
        <td className={styles.wide}>
          <ul className={styles.changes}>
            {row.changes.map(({ header, before, after }) => (
              <li key={header}>
                {header}：<del>{before || "（空）"}</del> → <ins>{after || "（空）"}</ins>
              </li>
            ))}
          </ul>
        </td>
      </>
    )}
  </Rows>
);

export const SameRows = ({ shown, label = "相同的行" }: Props & { label?: string }) => (
  <Rows label={label} headers={["编号"]} rows={shown.rows}>
    {(row) => (
      <td className={styles.wide}>
        <Code row={row} />
      </td>
    )}
  </Rows>
);

const Code = ({ row }: { row: ShownRow }) => (row.href ? <a href={row.href}>{row.code}</a> : row.code);

export function Rows({
  label,
  headers,
  rows,
  children,
}: {
  label: string;
  headers: readonly string[];
  rows: readonly ShownRow[];
  children: (row: ShownRow) => ReactNode;
}) {
  return (
    <ScrolledTable label={label} headers={["行", ...headers]}>
      {rows.map((row) => (
        <tr key={row.row} id={`row-${row.row}`}>
          <td>
            {row.row}
            {row.hidden && <span className="quiet">（隐藏）</span>}
          </td>
          {children(row)}
        </tr>
      ))}
    </ScrolledTable>
  );
}

interface ScrolledTableProps {
  label: string;
  caption?: string;
  headers: readonly string[];
  children: ReactNode;
}

export function ScrolledTable({ label, caption = label, headers, children }: ScrolledTableProps) {
  return (
    <div className={`${scrolled.scroller} ${styles.rows}`} tabIndex={0} role="region" aria-label={label}>
      <table className={scrolled.texts}>
        <caption className="unseen">{caption}</caption>
        <thead>
          <tr>
            {headers.map((header) => (
              <th key={header} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
