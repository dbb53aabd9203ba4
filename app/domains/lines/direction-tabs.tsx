import type { ReactNode } from "react";
import { type Query, queryText } from "./urls";
import styles from "./lines.module.css";

interface DirectionTabsProps {
  directions: readonly { direction: number; directionName: string }[];
  current: number;
  query?: Query;
  children?: ReactNode;
}

export function DirectionTabs({ directions, current, query = {}, children }: DirectionTabsProps) {
  return (
    <div className={styles.tabs}>
      <nav aria-label="方向">
        {directions.map(({ direction, directionName }) => (
          <a
            key={direction}
            href={queryText({ ...query, direction })}
            aria-current={direction === current ? "page" : undefined}
          >
            {directionName}
          </a>
        ))}
      </nav>
      {children}
    </div>
  );
}
