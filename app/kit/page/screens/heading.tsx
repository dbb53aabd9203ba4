import type { ReactNode } from "react";
import { useObject } from "./object-head";
import { useScreen } from "./screen";
import styles from "./heading.module.css";

/** What a page is called, and what can be done on it. Under an object's head a tab is called what the tab says. */
export function Heading({ title, note, children }: { title?: string; note?: ReactNode; children?: ReactNode }) {
  const screen = useScreen();
  const above = useObject();
  const own = title ?? (above?.isTab ? undefined : screen.title);
  if (!own && !note && !children) return null;
  const Title = above ? "h2" : "h1";
  const beside = above?.isTab && !own && !note;
  return (
    <div className={beside ? `${styles.heading} ${styles.beside}` : styles.heading}>
      {own && <Title>{own}</Title>}
      {note && <div className={styles.note}>{note}</div>}
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  );
}
