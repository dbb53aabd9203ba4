import styles from "./skip-to-rows.module.css";

export const rowsId = "rows";

/** Leads past tools and filters to a list's first row; in sight while it has the focus. */
export function SkipToRows() {
  return (
    <a className={styles.skip} href={`#${rowsId}`}>
      跳到列表
    </a>
  );
}
