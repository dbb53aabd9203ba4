import type { RowError } from "./row-faults.server";
import { ScrolledTable } from "./preview-tables";
import styles from "./sheet-imports.module.css";

export function FaultTable({ rows }: { rows: readonly RowError[] }) {
  return (
    <ScrolledTable label="各行的错误" headers={["行", "列", "字段", "内容", "错误"]}>
      {rows.map(({ row, letter, header, text, message }, at) => (
        <tr key={at}>
          <td>{row}</td>
          <td>{letter}</td>
          <td>{header}</td>
          <td>{text}</td>
          <td className={styles.wide}>{message}</td>
        </tr>
      ))}
    </ScrolledTable>
  );
}
