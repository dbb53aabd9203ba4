import type { Column } from "./define-table";
import styles from "./table.module.css";

/** Names the columns that a narrow list leaves out; in sight only there, as they are not. */
export function LeftOut<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  const left = columns.filter(({ aside }) => aside).map(({ header }) => header);
  if (left.length === 0) return null;
  return <p className={styles.left}>窗口较窄，未显示：{left.join("、")}。在“显示列”中勾选后总是显示。</p>;
}
