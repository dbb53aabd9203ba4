import type { RowError } from "./row-faults.server";
import styles from "./sheet-imports.module.css";

export function FaultTable({ rows }: { rows: readonly RowError[] }) {
  return (
    <div className={styles.rows} tabIndex={0} role="region" aria-label="各行的错误">
      <table>
        <caption className="unseen">各行的错误</caption>
        <thead>
          <tr>
            {["行", "列", "字段", "内容", "错误"].map((header) => (
              <th key={header} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, letter, header, text, message }, at) => (
            <tr key={at}>
              <td>{row}</td>
              <td>{letter}</td>
              <td>{header}</td>
              <td>{text}</td>
              <td className={styles.wide}>{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
