import type { ReactNode } from "react";
import { useScreen } from "./screen";
import styles from "./heading.module.css";

export function Heading({ title, note, children }: { title?: string; note?: ReactNode; children?: ReactNode }) {
  const screen = useScreen();
  return (
    <div className={styles.heading}>
      <h1>{title ?? screen.title}</h1>
      {note && <span className={styles.note}>{note}</span>}
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  );
}
