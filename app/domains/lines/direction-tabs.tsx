import type { ReactNode } from "react";
import styles from "./lines.module.css";

interface DirectionTabsProps {
  directions: readonly { direction: number; directionName: string }[];
  current: number;
  /** The rest of the query, kept by the links. */
  query?: Record<string, string | null | undefined>;
  children?: ReactNode;
}

/** The directions of a line as links, in the operator's order. */
export function DirectionTabs({ directions, current, query = {}, children }: DirectionTabsProps) {
  const hrefOf = (direction: number) => {
    const search = new URLSearchParams(Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : [])));
    search.set("direction", String(direction));
    return `?${search}`;
  };
  return (
    <div className={styles.tabs}>
      <nav aria-label="方向">
        {directions.map(({ direction, directionName }) => (
          <a key={direction} href={hrefOf(direction)} aria-current={direction === current ? "page" : undefined}>
            {directionName}
          </a>
        ))}
      </nav>
      {children}
    </div>
  );
}
