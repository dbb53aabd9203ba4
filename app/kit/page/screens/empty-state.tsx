import type { ReactNode } from "react";
import styles from "./empty-state.module.css";

interface EmptyStateProps {
  /** Nothing is there yet, or nothing fits what was looked for. */
  kind: "none" | "unfound";
  children: ReactNode;
  /** What to do about it, the one thing first. */
  actions?: ReactNode;
}

/** Where rows would be: why there are none, and what to do. */
export function EmptyState({ kind, children, actions }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <svg viewBox="0 0 64 48" aria-hidden="true">
        <rect x="8" y="4" width="42" height="36" rx="3" />
        <path d={kind === "none" ? "M8 14h42M16 24h26M16 32h14" : "M8 14h42M16 24h14M16 32h8"} />
        {kind === "none" ? <path d="M52 34v12M46 40h12" /> : <path d="M40 32a7 7 0 1 0 .01 0M46 43l6 5" />}
      </svg>
      <p>{children}</p>
      {actions && <p className={styles.actions}>{actions}</p>}
    </div>
  );
}
