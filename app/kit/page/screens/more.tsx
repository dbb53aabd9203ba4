import type { ReactNode } from "react";
import tools from "./list-tools.module.css";
import styles from "./more.module.css";

export function More({ children }: { children: ReactNode }) {
  return (
    <details className={tools.tool} data-menu="">
      <summary className="button">更多</summary>
      <nav className={`${tools.panel} ${styles.links}`} aria-label="更多">
        {children}
      </nav>
    </details>
  );
}
